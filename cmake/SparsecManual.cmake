# What shells and `man` read: completion, which the program prints of its own
# options, and manual pages of docs/, where Sphinx is installed.
set(completion ${CMAKE_BINARY_DIR}/completion)
foreach(program sparsec sparsec-bench)
  foreach(shell bash zsh fish)
    set(file ${completion}/${program}.${shell})
    add_custom_command(OUTPUT ${file}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${completion}
      COMMAND ${program} -help-completion=${shell} > ${file}
      DEPENDS ${program} VERBATIM)
    list(APPEND completions ${file})
  endforeach()
  install(FILES ${completion}/${program}.bash RENAME ${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${completion}/${program}.zsh RENAME _${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${completion}/${program}.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endforeach()
add_custom_target(SparsecCompletion ALL DEPENDS ${completions})

find_program(SPHINX_BUILD sphinx-build)
# Some have Sphinx and not what reads Markdown.
if(SPHINX_BUILD AND NOT SPARSEC_HAS_SPHINX)
  file(WRITE ${CMAKE_BINARY_DIR}/man.check/index.md "# Title\n")
  execute_process(
    COMMAND ${SPHINX_BUILD} -q -C -D extensions=myst_parser -b dummy
            ${CMAKE_BINARY_DIR}/man.check ${CMAKE_BINARY_DIR}/man.check/out
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(status EQUAL 0)
    set(SPARSEC_HAS_SPHINX TRUE CACHE INTERNAL "sphinx-build reads Markdown")
  endif()
endif()
if(NOT SPARSEC_HAS_SPHINX)
  message(STATUS "No sphinx-build with myst_parser: there will be no manual pages")
  return()
endif()
file(GLOB_RECURSE pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/*.md)
set(manual ${CMAKE_BINARY_DIR}/man)
add_custom_command(OUTPUT ${manual}/man1/sparsec.1
  COMMAND ${SPHINX_BUILD} -q -b man -d ${manual}.cache ${CMAKE_SOURCE_DIR}/docs ${manual}
  DEPENDS ${pages} ${CMAKE_SOURCE_DIR}/docs/conf.py
  COMMENT "Writing the manual pages" VERBATIM)
add_custom_target(SparsecManual ALL DEPENDS ${manual}/man1/sparsec.1)
install(DIRECTORY ${manual}/man1 ${manual}/man7 DESTINATION ${CMAKE_INSTALL_MANDIR})
