# What this build is called. cmake/version.txt has the release, also where there is
# no git, as in an archive of the sources; behind that stands what git says of the
# commit when the build is configured:
#
#     SPARSEC_RELEASE          0.1.0
#     SPARSEC_VERSION_TEXT     0.1.0, or 0.1.0 (v0.1.0-12-gf08f576) behind a tag
#     SPARSEC_PACKAGE_VERSION  0.1.0, or 0.1.0+12.gf08f576, or 0.1.0~gf08f576
#                              before the release has a tag
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/version.txt SPARSEC_RELEASE LIMIT_COUNT 1)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${CMAKE_CURRENT_LIST_DIR}/version.txt)
set(SPARSEC_VERSION_TEXT ${SPARSEC_RELEASE})
set(SPARSEC_PACKAGE_VERSION ${SPARSEC_RELEASE})
find_program(SPARSEC_GIT git)
mark_as_advanced(SPARSEC_GIT)
if(SPARSEC_GIT AND EXISTS ${CMAKE_CURRENT_LIST_DIR}/../.git)
  execute_process(
    COMMAND ${SPARSEC_GIT} describe --tags --match "v${SPARSEC_RELEASE}" --always
    WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR} OUTPUT_VARIABLE described
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described AND NOT described STREQUAL "v${SPARSEC_RELEASE}")
    set(SPARSEC_VERSION_TEXT "${SPARSEC_RELEASE} (${described})")
    if(described MATCHES "-([0-9]+)-(g[0-9a-f]+)$")
      set(SPARSEC_PACKAGE_VERSION ${SPARSEC_RELEASE}+${CMAKE_MATCH_1}.${CMAKE_MATCH_2})
    else()
      set(SPARSEC_PACKAGE_VERSION ${SPARSEC_RELEASE}~g${described})
    endif()
  endif()
endif()
