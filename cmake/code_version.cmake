# Digests of the sources, made anew whenever one of them changes. The code version is of all that decides what a run
# computes; runs are named by it. lab/sweep and lab/experiment choose runs, lab/foreign looks at models of others,
# analyses look at finished runs, report and cli show them. The analysis version is of the analyses too; findings are told
# by it.
set(code_folders core math data stress layers positions init nn tasks train analysis results lab)
set(code_patterns cmake/compile_options.cmake)
foreach(folder IN LISTS code_folders)
  list(APPEND code_patterns sextant/${folder}/*.h sextant/${folder}/*.cpp sextant/${folder}/*.def
       sextant/${folder}/*.inc)
endforeach()
file(GLOB_RECURSE analysis_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${code_patterns})
list(FILTER analysis_sources EXCLUDE REGEX "^sextant/lab/(sweep|experiment|foreign)/")
set(code_sources ${analysis_sources})
list(FILTER code_sources EXCLUDE REGEX "^sextant/(analysis/|lab/analys)")

set(code_headers)
set(code_header ${PROJECT_BINARY_DIR}/generated/sextant_code_version.h)
set(analysis_header ${PROJECT_BINARY_DIR}/generated/sextant_analysis_version.h)
foreach(kind IN ITEMS code analysis)
  list(APPEND code_headers ${${kind}_header})
  set(list ${PROJECT_BINARY_DIR}/generated/${kind}_sources.txt)  # a source that goes away must be noticed too
  list(JOIN ${kind}_sources "\n" lines)
  file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n")
  list(TRANSFORM ${kind}_sources PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
  string(TOUPPER SEXTANT_${kind}_VERSION name)
  add_custom_command(
    OUTPUT ${${kind}_header}
    COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D LIST=${list} -D HEADER=${${kind}_header} -D NAME=${name}
            -P ${PROJECT_SOURCE_DIR}/cmake/write_code_version.cmake
    DEPENDS ${paths} ${list} cmake/write_code_version.cmake
    COMMENT "Taking the ${kind} digest of the sources")
endforeach()
set_source_files_properties(${PROJECT_SOURCE_DIR}/sextant/core/code_version.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/generated)
set_source_files_properties(${PROJECT_SOURCE_DIR}/sextant/core/environment.cpp PROPERTIES COMPILE_DEFINITIONS
  "SEXTANT_COMMIT=\"${SEXTANT_COMMIT}\";SEXTANT_VERSION=\"${PROJECT_VERSION}\"")
