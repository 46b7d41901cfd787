# A digest of every source that decides what a run computes, made anew whenever one of them changes; runs are named by
# it. lab/sweep only chooses which runs are made, and report and cli only show them.
set(code_folders core math positions init nn tasks train analysis lab)
set(code_patterns cmake/compile_options.cmake)
foreach(folder IN LISTS code_folders)
  list(APPEND code_patterns sextant/${folder}/*.h sextant/${folder}/*.cpp sextant/${folder}/*.def)
endforeach()
file(GLOB_RECURSE code_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${code_patterns})
list(FILTER code_sources EXCLUDE REGEX "^sextant/lab/sweep/")

set(code_list ${PROJECT_BINARY_DIR}/generated/code_sources.txt)  # a source that goes away must be noticed too
set(code_header ${PROJECT_BINARY_DIR}/generated/sextant_code_version.h)
list(JOIN code_sources "\n" code_lines)
file(CONFIGURE OUTPUT ${code_list} CONTENT "${code_lines}\n")
list(TRANSFORM code_sources PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE code_paths)
add_custom_command(
  OUTPUT ${code_header}
  COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D LIST=${code_list} -D HEADER=${code_header}
          -P ${PROJECT_SOURCE_DIR}/cmake/write_code_version.cmake
  DEPENDS ${code_paths} ${code_list} cmake/write_code_version.cmake
  COMMENT "Taking the digest of the sources")
set_source_files_properties(${PROJECT_SOURCE_DIR}/sextant/core/code_version.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/generated)
