# Adding an encoding made real: line.cpp and one line more in the list, laid over the tree. Only the list's registry, the
# file itself and the table of digests are compiled; they come before the library, whose own registry then stays out.
set(over ${CMAKE_CURRENT_BINARY_DIR}/variant/over)
set(folder sextant/positions)
file(READ ${PROJECT_SOURCE_DIR}/${folder}/positions.def list)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/positions.def)
file(CONFIGURE OUTPUT ${over}/${folder}/positions.def @ONLY
     CONTENT "${list}SEXTANT_POSITION(line, \"a learned straight line\", accepts(index), extends)\n")
configure_file(${CMAKE_CURRENT_SOURCE_DIR}/variant/line.cpp ${over}/${folder}/line.cpp COPYONLY)

file(READ ${code_version_list} list)
file(CONFIGURE OUTPUT ${over}/sources.txt CONTENT "${list}${folder}/line.cpp\n")
set(table ${over}/sextant_code_version.inc)
add_custom_command(
  OUTPUT ${table}
  COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D OVERLAY=${over} -D LIST=${over}/sources.txt -D TABLE=${table}
          -P ${PROJECT_SOURCE_DIR}/cmake/write_code_version.cmake
  DEPENDS ${code_version_sources} ${PROJECT_SOURCE_DIR}/cmake/write_code_version.cmake ${over}/sources.txt
          ${over}/${folder}/line.cpp
  COMMENT "Taking the digests of the sources with one encoding more")
add_library(variant_table OBJECT ${PROJECT_SOURCE_DIR}/sextant/core/code_version.cpp ${table})
target_include_directories(variant_table PRIVATE ${over})
target_link_libraries(variant_table PRIVATE sextant_base)
sextant_compile_options(variant_table)

set(variant_objects $<TARGET_OBJECTS:variant_table>)
foreach(precision IN ITEMS float double)
  sextant_add_engine_objects(variant_${precision} ${precision} ${PROJECT_SOURCE_DIR}/${folder}/registry.cpp
    ${over}/${folder}/line.cpp)
  target_include_directories(variant_${precision} BEFORE PRIVATE ${over})
  list(APPEND variant_objects $<TARGET_OBJECTS:variant_${precision}>)
endforeach()

if(TARGET sextant)
  add_executable(sextant_with_line ${variant_objects} $<TARGET_OBJECTS:sextant>)
  target_link_libraries(sextant_with_line PRIVATE sextant_library)
  add_test(NAME added_encoding
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/variant/use.sh $<TARGET_FILE:sextant> $<TARGET_FILE:sextant_with_line>)
  set_tests_properties(added_encoding PROPERTIES LABELS fast)
endif()
# Whatever runs over the list of encodings takes it up; here only what is quick.
add_executable(tests_with_line ${variant_objects} $<TARGET_OBJECTS:tests_double>)
target_link_libraries(tests_with_line PRIVATE sextant_double SQLiteCpp rapidcheck GTest::gtest_main)
add_test(NAME added_encoding_family COMMAND tests_with_line --gtest_filter=*Position*/line)
set_tests_properties(added_encoding_family PROPERTIES LABELS fast)
