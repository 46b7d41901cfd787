# Versions of the code by what a run uses: a digest of the engine and one of every variant (ADR 0015), made anew whenever
# a source changes. What is digested as what is said in write_code_version.cmake; report and cli only show what there is.
file(GLOB_RECURSE code_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} sextant/*.h sextant/*.cpp sextant/*.def
     sextant/*.inc)
list(FILTER code_sources EXCLUDE REGEX "^sextant/(report|cli)/")
list(APPEND code_sources cmake/compile_options.cmake)

set(code_version_table ${PROJECT_BINARY_DIR}/generated/sextant_code_version.inc)
set(code_version_list ${PROJECT_BINARY_DIR}/generated/code_sources.txt)  # a source that goes away must be noticed too
list(JOIN code_sources "\n" lines)
file(CONFIGURE OUTPUT ${code_version_list} CONTENT "${lines}\n")
list(TRANSFORM code_sources PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE code_version_sources)
add_custom_command(
  OUTPUT ${code_version_table}
  COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D LIST=${code_version_list} -D TABLE=${code_version_table}
          -P ${PROJECT_SOURCE_DIR}/cmake/write_code_version.cmake
  DEPENDS ${code_version_sources} ${code_version_list} cmake/write_code_version.cmake
  COMMENT "Taking the digests of the sources")
set_source_files_properties(${PROJECT_SOURCE_DIR}/sextant/core/code_version.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/generated OBJECT_DEPENDS ${code_version_table})
set_source_files_properties(${PROJECT_SOURCE_DIR}/sextant/core/environment.cpp PROPERTIES COMPILE_DEFINITIONS
  "SEXTANT_COMMIT=\"${SEXTANT_COMMIT}\";SEXTANT_VERSION=\"${PROJECT_VERSION}\"")
