# utf8proc (Unicode) and libzip (npz) by header and library: Debian's packages bring no usable package files for CMake.
foreach(wanted IN ITEMS "UTF8PROC;utf8proc;utf8proc.h" "ZIP;zip;zip.h")
  list(GET wanted 0 space)
  list(GET wanted 1 name)
  list(GET wanted 2 header)
  find_path(SEXTANT_${space}_INCLUDE ${header} REQUIRED)
  find_library(SEXTANT_${space}_LIBRARY ${name} REQUIRED)
  if(NOT TARGET ${space}::${name})
    add_library(${space}::${name} UNKNOWN IMPORTED)
    set_target_properties(${space}::${name} PROPERTIES
      IMPORTED_LOCATION ${SEXTANT_${space}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${SEXTANT_${space}_INCLUDE})
  endif()
endforeach()
