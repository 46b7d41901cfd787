# Experiments: lab/experiment, with the files of experiments/ put into it as texts.
file(GLOB experiment_sources CONFIGURE_DEPENDS sextant/lab/experiment/*.cpp)
file(GLOB experiment_files CONFIGURE_DEPENDS experiments/*.toml)
set(experiment_texts ${PROJECT_BINARY_DIR}/generated/experiments/sextant_experiments.inc)
add_custom_command(
  OUTPUT ${experiment_texts}
  COMMAND ${CMAKE_COMMAND} -D "FILES=${experiment_files}" -D OUTPUT=${experiment_texts}
          -P ${PROJECT_SOURCE_DIR}/cmake/write_experiments.cmake
  DEPENDS ${experiment_files} cmake/write_experiments.cmake VERBATIM
  COMMENT "Putting the experiments into the program")

add_library(sextant_experiment STATIC ${experiment_sources} ${experiment_texts})
target_link_libraries(sextant_experiment PUBLIC sextant_sweep)
set_source_files_properties(sextant/lab/experiment/library.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/generated/experiments)
sextant_compile_options(sextant_experiment)
sextant_precompile(sextant_experiment <nlohmann/json.hpp>)
sextant_light(sextant_experiment)
