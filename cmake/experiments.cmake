# The files of experiments/ as texts inside the library.
file(GLOB experiment_files CONFIGURE_DEPENDS experiments/*.toml)
set(experiment_texts ${PROJECT_BINARY_DIR}/generated/experiments/sextant_experiments.inc)
add_custom_command(
  OUTPUT ${experiment_texts}
  COMMAND ${CMAKE_COMMAND} -D "FILES=${experiment_files}" -D OUTPUT=${experiment_texts}
          -P ${PROJECT_SOURCE_DIR}/cmake/write_experiments.cmake
  DEPENDS ${experiment_files} cmake/write_experiments.cmake VERBATIM
  COMMENT "Putting the experiments into the library")
set_source_files_properties(${PROJECT_SOURCE_DIR}/sextant/lab/experiment/library.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/generated/experiments)
