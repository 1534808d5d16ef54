# MUMPS for one process, without MPI: target MUMPS::MUMPS (Debian: libmumps-seq-dev, which ships no CMake configuration).
find_path(MUMPS_INCLUDE_DIR dmumps_c.h)
find_library(MUMPS_DMUMPS_LIBRARY dmumps_seq)
find_library(MUMPS_COMMON_LIBRARY mumps_common_seq)
# MUMPS's own stand-in for MPI.
find_library(MUMPS_MPISEQ_LIBRARY NAMES mpiseq_seq mpiseq)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUMPS REQUIRED_VARS MUMPS_DMUMPS_LIBRARY MUMPS_COMMON_LIBRARY MUMPS_MPISEQ_LIBRARY
                                                      MUMPS_INCLUDE_DIR)
if(MUMPS_FOUND AND NOT TARGET MUMPS::MUMPS)
  add_library(MUMPS::MUMPS UNKNOWN IMPORTED)
  set_target_properties(
    MUMPS::MUMPS
    PROPERTIES IMPORTED_LOCATION "${MUMPS_DMUMPS_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${MUMPS_INCLUDE_DIR}"
               INTERFACE_LINK_LIBRARIES "${MUMPS_COMMON_LIBRARY};${MUMPS_MPISEQ_LIBRARY}")
endif()
mark_as_advanced(MUMPS_INCLUDE_DIR MUMPS_DMUMPS_LIBRARY MUMPS_COMMON_LIBRARY MUMPS_MPISEQ_LIBRARY)
