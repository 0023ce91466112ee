# What a driver on a GPU needs besides, and the program make_cases, as string
# constants.
set(headers ${CMAKE_SOURCE_DIR}/include/sparsec/Bench)
foreach(file
    driver/bench_gpu.h driver/gpu.cu driver/gpu_measure.cu driver/gpu_formats.h
    driver/gpu_cusparse.cu driver/make_cases.cpp driver/build_all.sh driver/run_all.sh MatrixMaker.cpp MatrixKinds.cpp
    MatrixKinds.h ../Matrix/Matrix.cpp PackedCase.cpp ${headers}/../Matrix/Matrix.h
    ${headers}/MatrixMaker.h ${headers}/PackedCase.h ${headers}/Random.h)
  get_filename_component(name ${file} NAME)
  string(TOUPPER TEXT_${name} name)
  string(REGEX REPLACE "[.]" "_" name ${name})
  file(READ ${file} ${name})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
endforeach()
configure_file(GpuDriverTexts.cpp.in GpuDriverTexts.cpp @ONLY)
target_sources(SparsecBench PRIVATE
               ${CMAKE_CURRENT_BINARY_DIR}/GpuDriverTexts.cpp)
