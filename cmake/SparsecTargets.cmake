# Warnings are errors: a discarded llvm::Error is only found at compile time.
add_compile_options(-Wall -Wextra -Werror -Wno-unused-parameter -fno-rtti
                    -Werror=unused-result)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12 at -O2 warns wrongly in its own headers (bug 105651) and in clang's.
  foreach(false_alarm restrict nonnull maybe-uninitialized array-bounds
                      stringop-overflow)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-${false_alarm}>)
  endforeach()
endif()
# LLVM is built without RTTI; isl's C++ header throws, so exceptions stay on.

option(SPARSEC_TEST_HOOKS "Let sparsec-stress switch the legality checker off" ON)
option(SPARSEC_FUZZ "Build test/Fuzz with libFuzzer; needs clang" OFF)
if(SPARSEC_FUZZ)
  # std::stable_sort of GCC 12 uses what it calls deprecated itself.
  add_compile_options(-fsanitize=fuzzer-no-link,address -g1
                      -Wno-deprecated-declarations)
  add_link_options(-fsanitize=address)
endif()

option(SPARSEC_SANITIZE "Build with address and undefined-behaviour sanitizers" OFF)
if(SPARSEC_SANITIZE)
  # With the checks in, GCC no longer sees which paths initialise what.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr
                      -fno-sanitize-recover=undefined -g1
                      -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=address,undefined)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# sparsec_add_library(Name LINK deps...): the folder's sources, which may include
# only the headers of folders in LINK (folders depend only downward).
function(sparsec_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()
