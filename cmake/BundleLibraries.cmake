# Run by cpack for the .tar.gz: copies the shared libraries that the programs use,
# less those that every Linux with a C++ program has, and clang's headers beside
# them, with their licences. The programs look in lib/sparsec/lib
# (sparsec_find_bundled).
set(prefix ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(own ${prefix}/${CPACK_LIBRARY_FOLDER}/sparsec)
# MPI has to be the machine's: sparsec-mpi.deb has the module.
file(REMOVE ${own}/sparsec_permanent_mpi.so)

file(GLOB programs ${prefix}/bin/*)
file(GLOB libraries ${prefix}/${CPACK_LIBRARY_FOLDER}/*.so)
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} LIBRARIES ${libraries}
  RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s|gomp)\\.so"
  DIRECTORIES /usr/lib/llvm-19/lib)
if(missing)
  message(FATAL_ERROR "BundleLibraries: not found: ${missing}")
endif()
file(MAKE_DIRECTORY ${own}/lib ${prefix}/share/doc/sparsec/licences)
foreach(library ${found})
  cmake_path(GET library FILENAME name) # the name that is asked for
  file(REAL_PATH ${library} file)
  file(COPY_FILE ${file} ${own}/lib/${name})
  # Debian lists files of /lib as such or below /usr.
  execute_process(COMMAND dpkg-query -S */${name} OUTPUT_VARIABLE owner
                  RESULT_VARIABLE status ERROR_QUIET)
  string(REGEX MATCH "^[^:,]+" package "${owner}")
  if(status EQUAL 0 AND EXISTS /usr/share/doc/${package}/copyright)
    file(COPY_FILE /usr/share/doc/${package}/copyright
         ${prefix}/share/doc/sparsec/licences/${package}.txt)
  else()
    message(WARNING "BundleLibraries: no licence of ${library}")
  endif()
endforeach()
file(COPY ${CPACK_CLANG_HEADERS} DESTINATION ${own}/clang/19)
