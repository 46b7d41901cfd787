# One library under the program, made of four parts:
#   base           core, data, stress, tasks, what foreign and math compute once in double
#   engine, twice  every source that says SEXTANT_PRECISION: float for speed, double for proof (ADR 0001)
#   laboratory     analysis, results, lab, report: reading, writing and waiting, so it is hardly optimised
# Whoever wants the classes of an engine itself, as tests and benchmarks do, links sextant_float or sextant_double.
set(base_folders core math data stress layers positions init nn tasks train foreign)
set(laboratory_folders analysis results lab report)

# Sets `once` and `twice` to the sources below `folders`. Those that include Eigen themselves come first: in one batch
# they share what Eigen instantiates, and the longest batch starts first.
function(sextant_sources once twice)
  set(found_eigen)
  set(found_once)
  set(found_twice)
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sextant/${folder}/*.cpp)
    foreach(source IN LISTS sources)
      file(STRINGS ${source} precision REGEX "SEXTANT_PRECISION" LIMIT_COUNT 1)
      file(STRINGS ${source} eigen REGEX "^#include <(Eigen|Spectra)/" LIMIT_COUNT 1)
      if(precision)
        list(APPEND found_twice ${source})
      elseif(eigen)
        list(APPEND found_eigen ${source})
      else()
        list(APPEND found_once ${source})
      endif()
    endforeach()
  endforeach()
  set(${once} ${found_eigen} ${found_once} PARENT_SCOPE)
  set(${twice} ${found_twice} PARENT_SCOPE)
endfunction()

sextant_sources(base_sources engine_sources ${base_folders})
sextant_sources(laboratory_sources none ${laboratory_folders})
if(none)
  message(FATAL_ERROR "These sources are above the engine and must know no number type: ${none}")
endif()
sextant_choose_mpi(laboratory_sources)
# Alone, so that tests/variant can put a longer list of encodings in the place of this one.
set_source_files_properties(${PROJECT_SOURCE_DIR}/sextant/positions/registry.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

add_library(sextant_base OBJECT ${base_sources} ${code_version_table})
target_include_directories(sextant_base PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
  PRIVATE ${SEXTANT_RANDOM123_INCLUDE} ${SEXTANT_BOOST_INCLUDE} ${SEXTANT_SPECTRA_INCLUDE})
target_link_libraries(sextant_base PUBLIC fmt::fmt nlohmann_json::nlohmann_json Threads::Threads
  PRIVATE tomlplusplus::tomlplusplus Eigen3::Eigen ZLIB::ZLIB UTF8PROC::utf8proc ZIP::zip MATIO::matio HDF5::hdf5
  PUGIXML::pugixml DNNL::dnnl)
sextant_compile_options(sextant_base)
sextant_precompile(sextant_base <nlohmann/json.hpp>)
sextant_unity(sextant_base 40)
set(library_objects $<TARGET_OBJECTS:sextant_base>)

# The objects of sources that say SEXTANT_PRECISION, for one number type.
function(sextant_add_engine_objects target precision)
  add_library(${target} OBJECT ${ARGN})
  target_compile_definitions(${target} PRIVATE SEXTANT_DOUBLE=$<STREQUAL:${precision},double>
    # Never a threaded product: one run, one core; the bits must not depend on the machine.
    EIGEN_DONT_PARALLELIZE)
  if(NOT SEXTANT_NATIVE)  # no level of x86-64 has AES, without which Highway falls back to vectors of 16 bytes
    target_compile_definitions(${target} PRIVATE HWY_DISABLE_PCLMUL_AES)
  endif()
  target_include_directories(${target} PRIVATE ${SEXTANT_HIGHWAY_INCLUDE})
  target_link_libraries(${target} PRIVATE sextant_base Eigen3::Eigen DNNL::dnnl OpenMP::OpenMP_CXX)
  sextant_compile_options(${target})
endfunction()

foreach(precision IN ITEMS float double)
  set(engine sextant_engine_${precision})
  sextant_add_engine_objects(${engine} ${precision} ${engine_sources})
  sextant_precompile(${engine})
  sextant_unity(${engine} 20)
  list(APPEND library_objects $<TARGET_OBJECTS:${engine}>)
endforeach()

add_library(sextant_laboratory OBJECT ${laboratory_sources} ${library_texts})
target_link_libraries(sextant_laboratory PRIVATE sextant_base SQLiteCpp Eigen3::Eigen PkgConfig::HTTPLIB)
if(SEXTANT_HAS_MPI)
  target_link_libraries(sextant_laboratory PRIVATE MPI::MPI_CXX)
endif()
sextant_compile_options(sextant_laboratory)
sextant_precompile(sextant_laboratory <nlohmann/json.hpp>)
sextant_light(sextant_laboratory)
sextant_unity(sextant_laboratory 48)
sextant_put_page_into(sextant_laboratory)
list(APPEND library_objects $<TARGET_OBJECTS:sextant_laboratory>)

add_library(sextant_library STATIC ${library_objects})
set_target_properties(sextant_library PROPERTIES OUTPUT_NAME sextant LINKER_LANGUAGE CXX)
target_include_directories(sextant_library PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)
target_link_libraries(sextant_library PUBLIC fmt::fmt nlohmann_json::nlohmann_json Threads::Threads
  PRIVATE tomlplusplus::tomlplusplus Eigen3::Eigen ZLIB::ZLIB UTF8PROC::utf8proc ZIP::zip MATIO::matio HDF5::hdf5
  PUGIXML::pugixml DNNL::dnnl OpenMP::OpenMP_CXX SQLiteCpp PkgConfig::HTTPLIB)
if(SEXTANT_HAS_MPI)
  target_link_libraries(sextant_library PRIVATE MPI::MPI_CXX)
endif()

foreach(precision IN ITEMS float double)
  add_library(sextant_${precision} INTERFACE)
  target_compile_definitions(sextant_${precision} INTERFACE SEXTANT_DOUBLE=$<STREQUAL:${precision},double>)
  target_link_libraries(sextant_${precision} INTERFACE sextant_library)
endforeach()
