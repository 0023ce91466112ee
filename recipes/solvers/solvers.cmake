# What the builds of solvers share. A project NAME that includes this file adds
# its kernels by solver_kernel() and its programs by solver_programs():
# NAME-serial calls the kernels as they are, on one thread; NAME has the same
# sources, and its kernels are derived by recipes.
find_package(OpenMP REQUIRED COMPONENTS C)
find_package(ZLIB REQUIRED)
find_package(sparsec REQUIRED)

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# Off: both programs round alike. Fast: they need not, where a processor
# multiplies and adds at once.
set(SOLVERS_FP_CONTRACT off CACHE STRING "-ffp-contract: off, or fast")
add_compile_options(-ffp-contract=${SOLVERS_FP_CONTRACT})

# The kernels of NAME-serial and of NAME. The plain headers, of which a project
# may have some of its own, come last: those of derived kernels have the same
# names.
set(solvers ${CMAKE_CURRENT_LIST_DIR})
add_library(plain INTERFACE)
add_library(derived INTERFACE)
add_library(plain-headers INTERFACE)
target_include_directories(plain-headers INTERFACE
  ${CMAKE_CURRENT_SOURCE_DIR}/plain ${solvers}/plain)

# solver_kernel(SOURCE [RECIPE [KEY=VALUE...]])
# -DNAME_RECIPE_STEM=FILE, NAME in capitals, takes another recipe for a source,
# or one for a source that has none. The list KERNEL_DEFINITIONS has the macros
# (NAME=VALUE) that kernels and programs are compiled with.
function(solver_kernel source)
  cmake_path(GET source STEM stem)
  set(settings ${ARGN})
  list(POP_FRONT settings recipe)
  string(TOUPPER ${PROJECT_NAME} prefix)
  if(${prefix}_RECIPE_${stem})
    set(recipe ${${prefix}_RECIPE_${stem}})
    set(settings)
  endif()
  add_library(plain-${stem} STATIC ${source})
  target_compile_definitions(plain-${stem} PRIVATE ${KERNEL_DEFINITIONS})
  target_link_libraries(plain INTERFACE plain-${stem})
  if(recipe)
    set(macros ${KERNEL_DEFINITIONS})
    list(TRANSFORM macros PREPEND -D)
    sparsec_add_kernel(derived-${stem} SOURCE ${source} RECIPE ${recipe}
      SET ${settings} CLANG_OPTIONS ${macros})
    target_compile_definitions(derived-${stem} PRIVATE ${KERNEL_DEFINITIONS})
    target_link_libraries(derived-${stem} PRIVATE OpenMP::OpenMP_C)
    target_link_libraries(derived INTERFACE derived-${stem})
  else()
    target_link_libraries(derived INTERFACE plain-${stem})
  endif()
endfunction()

# The kernels of preconditioners.
function(solver_preconditioner_kernels)
  solver_kernel(../gauss-seidel/symmetric.c ../gauss-seidel/symmetric.script)
  solver_kernel(../ilu0/ilu0.c ../ilu0/p2p.script)
  solver_kernel(../sptrsv/solve-lu.c ../sptrsv/both.script)
  solver_kernel(../ic0/ic0.c ../ic0/p2p.script)
  solver_kernel(../sptrsv/solve-cholesky.c ../sptrsv/both.script)
endfunction()

# kernel_programs(SOURCE...): those of the project.
function(kernel_programs)
  foreach(program ${PROJECT_NAME}-serial ${PROJECT_NAME})
    add_executable(${program} ${ARGN})
    target_compile_options(${program} PRIVATE -Wall -Wextra)
    target_compile_definitions(${program} PRIVATE ${KERNEL_DEFINITIONS})
    target_include_directories(${program} PRIVATE ${solvers})
  endforeach()
  target_link_libraries(${PROJECT_NAME}-serial PRIVATE
    plain plain-headers sparsec::runtime ZLIB::ZLIB m)
  target_link_libraries(${PROJECT_NAME} PRIVATE
    derived plain-headers sparsec::runtime ZLIB::ZLIB OpenMP::OpenMP_C m)
endfunction()

# solver_programs(SOURCE...): the same, with what solvers share.
function(solver_programs)
  foreach(sourceName arguments support lines matrix matrix-market parts jacobi
          sgs incomplete-lu incomplete-cholesky shifts)
    list(APPEND shared ${solvers}/${sourceName}.c)
  endforeach()
  kernel_programs(${ARGN} ${shared})
endfunction()
