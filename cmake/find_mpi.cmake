# MPI is optional: without it the program says so under mpirun. The C interface only, so the old C++ bindings stay out.
set(MPI_CXX_SKIP_MPICXX TRUE)
set(SEXTANT_HAS_MPI OFF)
if(SEXTANT_MPI)
  find_package(MPI QUIET COMPONENTS CXX)
  set(SEXTANT_HAS_MPI ${MPI_CXX_FOUND})
endif()

# One of two sources, so that no other file asks whether there is an MPI.
function(sextant_use_mpi target)
  get_target_property(sources ${target} SOURCES)
  if(SEXTANT_HAS_MPI)
    list(FILTER sources EXCLUDE REGEX "mpi_session_absent.cpp$")
    target_link_libraries(${target} PRIVATE MPI::MPI_CXX)
  else()
    list(FILTER sources EXCLUDE REGEX "mpi_session.cpp$")
  endif()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()
