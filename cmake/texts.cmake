# The files of experiments/, and the table of stress for the cards of encodings, as texts inside the library.
file(GLOB experiment_files CONFIGURE_DEPENDS experiments/*.toml)
set(texts_folder ${PROJECT_BINARY_DIR}/generated/texts)
set(library_texts)

# source includes `name`, which holds the texts of the files.
function(sextant_add_texts name source)
  set(output ${texts_folder}/${name})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D "FILES=${ARGN}" -D OUTPUT=${output} -P ${PROJECT_SOURCE_DIR}/cmake/write_texts.cmake
    DEPENDS ${ARGN} cmake/write_texts.cmake VERBATIM
    COMMENT "Putting texts into the library")
  set_source_files_properties(${PROJECT_SOURCE_DIR}/${source} PROPERTIES INCLUDE_DIRECTORIES ${texts_folder})
  set(library_texts ${library_texts} ${output} PARENT_SCOPE)
endfunction()

sextant_add_texts(sextant_experiments.inc sextant/lab/experiment/library.cpp ${experiment_files})
sextant_add_texts(sextant_encodings_stress.inc sextant/lab/position_card_stress.cpp
                  ${PROJECT_SOURCE_DIR}/docs/encodings_stress.csv)
