# sparsec_add_kernel(TARGET SOURCE kernel.c RECIPE variant.script
#                    [FUNCTION name] [SET key=value...] [OPTIONS option...]
#                    [CLANG_OPTIONS option...])
#
# Adds the static library TARGET, made from what sparsec derives from
# `kernel.c` by the recipe. The result defines the functions of `kernel.c` plus
# the contract (`name_inspect`, `name_execute`, ...), so the library replaces the
# original file in any build. Its header lies in TARGET's include path as
# `kernel.h`. The library is made again when the source, a header that it
# includes, the recipe or a recipe that it uses changes.
function(sparsec_add_kernel target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "SOURCE;RECIPE;FUNCTION"
                        "SET;OPTIONS;CLANG_OPTIONS")
  foreach(required SOURCE RECIPE)
    if(NOT ARG_${required})
      message(FATAL_ERROR "sparsec_add_kernel(${target}): ${required} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "sparsec_add_kernel(${target}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()

  get_filename_component(source ${ARG_SOURCE} ABSOLUTE)
  get_filename_component(recipe ${ARG_RECIPE} ABSOLUTE)
  get_filename_component(sourceFolder ${source} DIRECTORY)
  get_filename_component(stem ${source} NAME_WE)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.sparsec)
  file(MAKE_DIRECTORY ${folder})

  set(command sparsec::sparsec ${source} -recipe ${recipe} ${ARG_OPTIONS})
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

  add_custom_command(
    OUTPUT ${folder}/${stem}.c
    COMMAND ${command} -o ${folder}/${stem}.c -MD ${clangOptions}
    DEPENDS ${source} ${recipe} sparsec::sparsec
    DEPFILE ${folder}/${stem}.c.d
    COMMENT "Deriving ${stem}.c by ${ARG_RECIPE}"
    VERBATIM)
  add_custom_command(
    OUTPUT ${folder}/${stem}.h
    COMMAND ${command} -emit=header -o ${folder}/${stem}.h ${clangOptions}
    DEPENDS ${folder}/${stem}.c
    VERBATIM)

  add_library(${target} STATIC ${folder}/${stem}.c ${folder}/${stem}.h)
  # Local includes of the source are still found from the generated copy.
  target_include_directories(${target} PUBLIC ${folder} PRIVATE ${sourceFolder})
endfunction()
