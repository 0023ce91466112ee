# What shells and `man` read: completion, which the program prints of its own
# options, and manual pages of docs/, where Sphinx is installed.
set(completion ${CMAKE_BINARY_DIR}/completion)
foreach(shell bash zsh fish)
  add_custom_command(OUTPUT ${completion}/sparsec.${shell}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${completion}
    COMMAND sparsec -help-completion=${shell} > ${completion}/sparsec.${shell}
    DEPENDS sparsec VERBATIM)
  list(APPEND completions ${completion}/sparsec.${shell})
endforeach()
add_custom_target(SparsecCompletion ALL DEPENDS ${completions})
install(FILES ${completion}/sparsec.bash RENAME sparsec
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${completion}/sparsec.zsh RENAME _sparsec
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${completion}/sparsec.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

find_program(SPHINX_BUILD sphinx-build)
if(NOT SPHINX_BUILD)
  message(STATUS "No sphinx-build: there will be no manual pages")
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
