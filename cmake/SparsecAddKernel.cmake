# sparsec_add_kernel(TARGET SOURCE kernel.c RECIPE variant.script
#                    [NAME name] [LANGUAGE C|CUDA] [NO_OPENMP] [ARCH march]
#                    [FUNCTION name] [SET key=value...] [OPTIONS option...]
#                    [CLANG_OPTIONS option...])
#
# Adds the static library TARGET, made from what sparsec derives from
# `kernel.c` by the recipe. The result defines the functions of `kernel.c` plus
# the contract (`name_inspect`, `name_execute`, ...), so the library replaces the
# original file in any build. With NAME it defines the function NAME and its
# contract instead: such libraries of several recipes go into one program, and
# the original file may, too. Its header lies in TARGET's include path as
# `kernel.h`, or `NAME.h`. The library is made again when the source, a header
# that it includes, the recipe or a recipe that it uses changes.
#
# LANGUAGE CUDA makes a library for GPUs, which takes enable_language(CUDA).
# OpenMP is used where CMake finds it. Without a build type the library is
# compiled with -O3; ARCH native adds -march=native.

# Which compilers the library takes.
function(_sparsec_check_languages target language)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT C IN_LIST languages)
    message(FATAL_ERROR
      "sparsec_add_kernel(${target}): sparsec writes C; add C to the languages of project()")
  endif()
  if(language STREQUAL CUDA AND NOT CUDA IN_LIST languages)
    message(FATAL_ERROR
      "sparsec_add_kernel(${target} ... LANGUAGE CUDA): say enable_language(CUDA) "
      "before, which needs nvcc (CMAKE_CUDA_COMPILER), or leave LANGUAGE CUDA out "
      "for a recipe that serves both")
  endif()
endfunction()

# Threads, where the compiler has them, and the library's own flags.
function(_sparsec_compile_fast target hasOpenMP arch)
  if(hasOpenMP)
    if(NOT TARGET OpenMP::OpenMP_C)
      find_package(OpenMP QUIET COMPONENTS C)
      # What links the library may stand in another folder.
      if(TARGET OpenMP::OpenMP_C)
        set_target_properties(OpenMP::OpenMP_C PROPERTIES IMPORTED_GLOBAL TRUE)
      endif()
    endif()
    if(TARGET OpenMP::OpenMP_C)
      target_link_libraries(${target} PRIVATE OpenMP::OpenMP_C)
      separate_arguments(flags NATIVE_COMMAND "${OpenMP_C_FLAGS}")
      foreach(flag ${flags})
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${flag}>)
      endforeach()
    else()
      message(STATUS "sparsec_add_kernel(${target}): no OpenMP: it runs on one thread")
    endif()
  endif()
  # A build type is the user's choice, and so are flags that say how.
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    foreach(language C CUDA)
      if(NOT "${CMAKE_${language}_FLAGS}" MATCHES "(^| )-O")
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:${language}>:-O3>)
      endif()
    endforeach()
  endif()
  if(arch)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:C>:-march=${arch}> $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-march=${arch}>)
  endif()
endfunction()

# What the call asks for: sets the variables command, clangOptions, language and
# stem where it is called, which read ARG_ of sparsec_add_kernel.
macro(_sparsec_read_arguments target)
  foreach(required SOURCE RECIPE)
    if(NOT ARG_${required})
      message(FATAL_ERROR "sparsec_add_kernel(${target}): ${required} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "sparsec_add_kernel(${target}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  set(language C)
  if(ARG_LANGUAGE)
    string(TOUPPER ${ARG_LANGUAGE} language)
  endif()
  if(NOT language MATCHES "^(C|CUDA)$")
    message(FATAL_ERROR
      "sparsec_add_kernel(${target}): LANGUAGE is C or CUDA, not ${ARG_LANGUAGE}")
  endif()
  get_filename_component(source ${ARG_SOURCE} ABSOLUTE)
  get_filename_component(recipe ${ARG_RECIPE} ABSOLUTE)
  get_filename_component(sourceFolder ${source} DIRECTORY)
  get_filename_component(stem ${source} NAME_WE)
  set(command sparsec::sparsec ${source} -recipe ${recipe} ${ARG_OPTIONS})
  if(language STREQUAL CUDA)
    list(APPEND command -target=cuda) # a header has no extension that says so
  endif()
  if(ARG_NAME)
    set(stem ${ARG_NAME})
    list(APPEND command -rename=${ARG_NAME})
  endif()
  if(ARG_FUNCTION)
    list(APPEND command -function ${ARG_FUNCTION})
  endif()
  foreach(setting ${ARG_SET})
    list(APPEND command -set ${setting})
  endforeach()
  set(clangOptions)
  if(ARG_CLANG_OPTIONS)
    set(clangOptions -- ${ARG_CLANG_OPTIONS})
  endif()
endmacro()

function(sparsec_add_kernel target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_OPENMP"
                        "SOURCE;RECIPE;FUNCTION;NAME;LANGUAGE;ARCH"
                        "SET;OPTIONS;CLANG_OPTIONS")
  _sparsec_read_arguments(${target})
  _sparsec_check_languages(${target} ${language})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.sparsec)
  file(MAKE_DIRECTORY ${folder})

  set(extension c)
  if(language STREQUAL CUDA)
    set(extension cu)
  endif()
  set(made ${folder}/${stem}.${extension})
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${command} -o ${made} -MD ${clangOptions}
    DEPENDS ${source} ${recipe} sparsec::sparsec
    DEPFILE ${made}.d
    COMMENT "Deriving ${stem}.${extension} by ${ARG_RECIPE}"
    VERBATIM)
  add_custom_command(
    OUTPUT ${folder}/${stem}.h
    COMMAND ${command} -emit=header -o ${folder}/${stem}.h ${clangOptions}
    DEPENDS ${made}
    VERBATIM)
  set(sources ${made} ${folder}/${stem}.h)
  # The file's other functions stay in C; beside the file they stay in it.
  if(language STREQUAL CUDA AND NOT ARG_NAME)
    add_custom_command(
      OUTPUT ${folder}/${stem}_rest.c
      COMMAND ${command} -emit=rest -o ${folder}/${stem}_rest.c ${clangOptions}
      DEPENDS ${made}
      VERBATIM)
    list(APPEND sources ${folder}/${stem}_rest.c)
  endif()

  add_library(${target} STATIC ${sources})
  if(language STREQUAL CUDA)
    target_compile_features(${target} PRIVATE cuda_std_17)
  endif()
  # Local includes of the source are still found from the generated copy.
  target_include_directories(${target} PUBLIC ${folder} PRIVATE ${sourceFolder})
  set(hasOpenMP TRUE)
  if(ARG_NO_OPENMP)
    set(hasOpenMP FALSE)
  endif()
  _sparsec_compile_fast(${target} ${hasOpenMP} "${ARG_ARCH}")
endfunction()
