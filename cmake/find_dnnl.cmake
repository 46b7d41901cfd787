# oneDNN by its header and library: the package file of Debian also demands OpenCL, which only its GPU part needs.
find_path(SEXTANT_DNNL_INCLUDE dnnl.hpp REQUIRED)
find_library(SEXTANT_DNNL_LIBRARY dnnl REQUIRED)
if(NOT TARGET DNNL::dnnl)
  add_library(DNNL::dnnl UNKNOWN IMPORTED)
  set_target_properties(DNNL::dnnl PROPERTIES
    IMPORTED_LOCATION ${SEXTANT_DNNL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${SEXTANT_DNNL_INCLUDE})
endif()
