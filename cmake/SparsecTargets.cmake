# Warnings are errors: a discarded llvm::Error is only found at compile time.
add_compile_options(-Wall -Wextra -Werror -Wno-unused-parameter -fno-rtti
                    -Werror=unused-result)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12 at -O2 warns wrongly in its own headers (bug 105651) and in clang's.
  foreach(false_alarm restrict nonnull maybe-uninitialized array-bounds
                      stringop-overflow stringop-overread)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-${false_alarm}>)
  endforeach()
endif()
# LLVM is built without RTTI; isl's C++ header throws, so exceptions stay on.

option(SPARSEC_TEST_HOOKS "Verify loops after every pass, and let sparsec-stress switch the legality checker off" ON)

option(SPARSEC_SANITIZE
       "Build with address and undefined-behaviour sanitizers, and test/Fuzz; needs clang"
       OFF)
if(SPARSEC_SANITIZE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    message(FATAL_ERROR "SPARSEC_SANITIZE needs clang: -DCMAKE_CXX_COMPILER=clang++-19")
  endif()
  # libFuzzer's instrumentation costs little and saves a third build. There is
  # no RTTI for the vptr check. std::stable_sort of GCC 12's library uses what it
  # calls deprecated itself.
  add_compile_options(-O0 -g1 -D_GLIBCXX_ASSERTIONS
                      -fsanitize=fuzzer-no-link,address,undefined
                      -fno-sanitize=vptr -fno-sanitize-recover=undefined
                      -Wno-deprecated-declarations)
  add_link_options(-fsanitize=address,undefined)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  # What ccache asks for with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_SOURCE_DIR}/cmake/ccache.sh ${CCACHE})
  if(SPARSEC_SANITIZE)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endif()

# sparsec_show_headers(Name): lets the target, and what links it, include
# include/sparsec/FOLDER for the folder in lib it stands in, and no other: a link
# to that is all that is in the include path.
function(sparsec_show_headers name)
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR}/lib ${CMAKE_CURRENT_SOURCE_DIR})
  set(headers ${CMAKE_SOURCE_DIR}/include/sparsec/${folder})
  set(link ${CMAKE_BINARY_DIR}/headers/${name}/sparsec/${folder})
  if(NOT EXISTS ${link} AND EXISTS ${headers})
    get_filename_component(parent ${link} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    file(CREATE_LINK ${headers} ${link} SYMBOLIC)
  endif()
  target_include_directories(${name} PUBLIC ${CMAKE_BINARY_DIR}/headers/${name})
endfunction()

# sparsec_add_library(Name LINK deps... [FOLDERS folders...] [PRECOMPILE headers...]):
# the folder's sources, which may include only the headers of folders in LINK, and
# of those that these link (folders depend only downward). FOLDERS are parts of the
# library in folders of their own; every source names their headers by folder,
# "Part/Header.h". PRECOMPILE names what nearly every file needs: to read it again
# and again takes gcc 1.4 of 3.5 s per file, and half of the sanitized build.
function(sparsec_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK;FOLDERS;PRECOMPILE" ${ARGN})
  list(TRANSFORM ARG_FOLDERS REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*.cpp"
       OUTPUT_VARIABLE parts)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${parts})
  add_library(${name} STATIC ${sources})
  if(ARG_FOLDERS)
    target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  sparsec_show_headers(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(ARG_PRECOMPILE)
    if(SPARSEC_SANITIZE OR ARG_PRECOMPILE MATCHES "clang/" OR name STREQUAL SparsecIR)
      target_precompile_headers(${name} PRIVATE ${ARG_PRECOMPILE})
    else()
      sparsec_use_precompiled(${name})
    endif()
  endif()
endfunction()

# sparsec_use_precompiled(Name): IR's precompiled headers, for the plain build.
# gcc takes 6 s to make its own, 120 MB.
function(sparsec_use_precompiled name)
  if(NOT SPARSEC_SANITIZE)
    target_precompile_headers(${name} REUSE_FROM SparsecIR)
  endif()
endfunction()

# sparsec_use_mimalloc(Program): isl allocates many small objects; mimalloc takes a
# seventh off the time. The sanitizers bring an allocator of their own.
find_package(mimalloc QUIET)
function(sparsec_use_mimalloc program)
  if(mimalloc_FOUND AND NOT SPARSEC_SANITIZE)
    target_link_libraries(${program} PRIVATE -Wl,--push-state,--no-as-needed mimalloc
                                             -Wl,--pop-state)
  endif()
endfunction()

# sparsec_find_bundled(Target folder): it looks for libraries in `folder`, relative
# to its own, first; only the relocatable package has some there. RPATH and not
# RUNPATH, which would say nothing of the libraries that libraries need.
function(sparsec_find_bundled target folder)
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${folder}")
  target_link_options(${target} PRIVATE -Wl,--disable-new-dtags)
endfunction()
