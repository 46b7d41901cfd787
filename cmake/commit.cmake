# The commit that is being built, for `sextant version` and the record beside results.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} describe --always --dirty --abbrev=12
                OUTPUT_VARIABLE SEXTANT_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT SEXTANT_COMMIT)
  set(SEXTANT_COMMIT unknown)
endif()
