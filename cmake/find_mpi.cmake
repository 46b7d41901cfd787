# MPI is optional: without it the program says so under mpirun. The C interface only, so the old C++ bindings stay out.
set(MPI_CXX_SKIP_MPICXX TRUE)
set(SEXTANT_HAS_MPI OFF)
if(SEXTANT_MPI)
  find_package(MPI QUIET COMPONENTS CXX)
  set(SEXTANT_HAS_MPI ${MPI_CXX_FOUND})
endif()

# One of two sources, so that no other file asks whether there is an MPI.
function(sextant_choose_mpi list)
  set(sources ${${list}})
  if(SEXTANT_HAS_MPI)
    list(FILTER sources EXCLUDE REGEX "mpi_session_absent.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "mpi_session.cpp$")
  endif()
  set(${list} ${sources} PARENT_SCOPE)
endfunction()
