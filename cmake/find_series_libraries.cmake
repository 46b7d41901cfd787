# matio (MATLAB), HDF5 and pugixml (the XML of CIFTI) by header and library: CMake's own module for HDF5 wants a C compiler
# and finds whichever of Debian's variants comes first; the serial one is meant.
find_path(SEXTANT_MATIO_INCLUDE matio.h REQUIRED)
find_library(SEXTANT_MATIO_LIBRARY matio REQUIRED)
find_path(SEXTANT_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
find_library(SEXTANT_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial REQUIRED)
find_path(SEXTANT_PUGIXML_INCLUDE pugixml.hpp REQUIRED)
find_library(SEXTANT_PUGIXML_LIBRARY pugixml REQUIRED)
foreach(name IN ITEMS matio hdf5 pugixml)
  string(TOUPPER ${name} space)
  if(NOT TARGET ${space}::${name})
    add_library(${space}::${name} UNKNOWN IMPORTED)
    set_target_properties(${space}::${name} PROPERTIES
      IMPORTED_LOCATION ${SEXTANT_${space}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${SEXTANT_${space}_INCLUDE})
  endif()
endforeach()
