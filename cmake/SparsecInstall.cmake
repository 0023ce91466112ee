# What `cmake --install` puts under a prefix besides the programs: the headers that
# generated code may include, the recipes, the docs, and the CMake package that
# offers sparsec_add_kernel(). Nothing in it names the build machine's paths.
include(CMakePackageConfigHelpers)

set(packageFolder ${CMAKE_INSTALL_LIBDIR}/cmake/sparsec)

install(DIRECTORY runtime/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.cuh")
# use("lib/…") finds them beside the programs, in the build folder, too.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/sparsec)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/recipes
     ${CMAKE_BINARY_DIR}/share/sparsec/recipes SYMBOLIC)
install(DIRECTORY recipes DESTINATION ${CMAKE_INSTALL_DATADIR}/sparsec)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/sparsec)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

configure_package_config_file(
  cmake/sparsecConfig.cmake.in ${CMAKE_BINARY_DIR}/cmake/sparsecConfig.cmake
  INSTALL_DESTINATION ${packageFolder}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_DATADIR
            CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/cmake/sparsecConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/sparsecConfig.cmake
              ${CMAKE_BINARY_DIR}/cmake/sparsecConfigVersion.cmake
              cmake/SparsecAddKernel.cmake
        DESTINATION ${packageFolder})

# `pkg-config --variable=recipes sparsec`. The prefix is where the file lies.
file(RELATIVE_PATH relativePrefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" relativePrefix ${relativePrefix})
configure_file(cmake/sparsec.pc.in ${CMAKE_BINARY_DIR}/cmake/sparsec.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/cmake/sparsec.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
