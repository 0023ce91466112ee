# The parts that sparsec stands on. All come from Debian packages; see
# scripts/install-deps.sh for their names.
find_package(PkgConfig REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
# Indexes the runtime, and runs the tests.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
pkg_check_modules(ISL REQUIRED isl)
pkg_check_modules(GMP REQUIRED IMPORTED_TARGET gmpxx)
pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr)
# The C++ build of Lua: its errors unwind C++ frames instead of jumping over them.
pkg_check_modules(LUA REQUIRED lua5.4-c++)

# A plain "19" is refused by LLVM's version file.
find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(Clang REQUIRED CONFIG HINTS ${LLVM_DIR}/../clang)

# isl by path, whole and before LLVM: Debian's libLLVM exports Polly's own isl.
# The one that scripts/build-isl.sh makes of the same version is faster.
add_library(sparsec_isl INTERFACE)
target_include_directories(sparsec_isl SYSTEM INTERFACE ${ISL_INCLUDE_DIRS})
set(fastIsl ${CMAKE_BINARY_DIR}/isl/libisl.a)
if(EXISTS ${fastIsl})
  message(STATUS "isl ${ISL_VERSION} with small integers: ${fastIsl}")
  target_link_libraries(sparsec_isl INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${fastIsl}>")
else()
  message(STATUS "isl ${ISL_VERSION} with GMP: ${ISL_LINK_LIBRARIES}")
  target_link_libraries(sparsec_isl INTERFACE ${ISL_LINK_LIBRARIES})
endif()

add_library(sparsec_llvm INTERFACE)
target_include_directories(sparsec_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(sparsec_llvm INTERFACE ${LLVM_DEFINITIONS_LIST})
target_link_libraries(sparsec_llvm INTERFACE sparsec_isl LLVM)

add_library(sparsec_clang INTERFACE)
target_include_directories(sparsec_clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(sparsec_clang INTERFACE sparsec_isl clang-cpp sparsec_llvm)

add_library(sparsec_lua INTERFACE)
target_include_directories(sparsec_lua SYSTEM INTERFACE ${LUA_INCLUDE_DIRS})
target_link_libraries(sparsec_lua INTERFACE ${LUA_LINK_LIBRARIES})
