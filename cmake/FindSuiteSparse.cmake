# SuiteSparse: targets SuiteSparse::CHOLMOD and SuiteSparse::UMFPACK (Debian ships no CMake configuration).
find_path(SuiteSparse_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(SuiteSparse_CHOLMOD_LIBRARY cholmod)
find_library(SuiteSparse_UMFPACK_LIBRARY umfpack)
find_library(SuiteSparse_OPENBLAS_LIBRARY openblas)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  SuiteSparse REQUIRED_VARS SuiteSparse_CHOLMOD_LIBRARY SuiteSparse_UMFPACK_LIBRARY SuiteSparse_OPENBLAS_LIBRARY
                            SuiteSparse_INCLUDE_DIR)
if(SuiteSparse_FOUND AND NOT TARGET SuiteSparse::CHOLMOD)
  foreach(component CHOLMOD UMFPACK)
    add_library(SuiteSparse::${component} UNKNOWN IMPORTED)
    set_target_properties(
      SuiteSparse::${component}
      PROPERTIES IMPORTED_LOCATION "${SuiteSparse_${component}_LIBRARY}"
                 INTERFACE_INCLUDE_DIRECTORIES "${SuiteSparse_INCLUDE_DIR}"
                 INTERFACE_LINK_LIBRARIES "${SuiteSparse_OPENBLAS_LIBRARY}")
  endforeach()
endif()
mark_as_advanced(SuiteSparse_INCLUDE_DIR SuiteSparse_CHOLMOD_LIBRARY SuiteSparse_UMFPACK_LIBRARY
                 SuiteSparse_OPENBLAS_LIBRARY)
