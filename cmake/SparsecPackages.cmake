# `cpack` in the build folder makes a .deb, whose dependencies Debian 12 has, and a
# .tar.gz that runs from any folder: BundleLibraries.cmake puts into lib/sparsec
# what a bare system lacks. sparsec-mpi is a package of its own, since MPI brings
# more than all the rest.
set(CPACK_PACKAGE_NAME sparsec)
set(CPACK_PACKAGE_VERSION ${SPARSEC_PACKAGE_VERSION})
# cpack asks for one. Nobody has an address for users yet.
set(CPACK_PACKAGE_CONTACT "no contact yet")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler of sparse loops in C to inspectors and executors")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_BINARY_DIR}/cmake/PackageOptions.cmake)
file(CONFIGURE OUTPUT ${CPACK_PROJECT_CONFIG_FILE} @ONLY CONTENT [[
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PRE_BUILD_SCRIPTS "@CMAKE_SOURCE_DIR@/cmake/BundleLibraries.cmake")
  set(CPACK_PACKAGING_INSTALL_PREFIX "")
  set(CPACK_PACKAGE_FILE_NAME "sparsec-${CPACK_PACKAGE_VERSION}-linux-@CMAKE_SYSTEM_PROCESSOR@")
endif()
set(CPACK_CLANG_HEADERS "@CLANG_RESOURCE_DIR@/include")
set(CPACK_LIBRARY_FOLDER "@CMAKE_INSTALL_LIBDIR@")
]])

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME sparsec)
# clang's own headers: <stddef.h> and the like.
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_DEPENDS "libclang-common-19-dev")
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_RECOMMENDS "gcc, g++, libc6-dev")
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SUGGESTS "sparsec-mpi, cmake, zlib1g-dev, pkg-config")
set(CPACK_DEBIAN_MPI_PACKAGE_NAME sparsec-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "sparsec (= ${CPACK_PACKAGE_VERSION})")
set(CPACK_COMPONENT_MPI_DESCRIPTION "sparsec-permanent on several machines, under mpirun")
include(CPack)
