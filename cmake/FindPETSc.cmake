# PETSc with real numbers of double precision and 32-bit indices: target PETSc::PETSc (Debian: libpetsc-real-dev).
# PETSC_DIR and PETSC_ARCH, as CMake or environment variables, say where another PETSc is.
find_package(PkgConfig QUIET)
file(GLOB petsc_debian_directories "/usr/lib/petscdir/petsc3.*/*-linux-gnu-real" "/usr/lib/petsc-real")
set(petsc_places ${PETSC_DIR}/${PETSC_ARCH} $ENV{PETSC_DIR}/$ENV{PETSC_ARCH} ${PETSC_DIR} $ENV{PETSC_DIR}
                 ${petsc_debian_directories})
if(PkgConfig_FOUND)
  pkg_check_modules(PETSC_PKG QUIET PETSc)
endif()
find_path(PETSc_CONFIGURATION_DIR petscconf.h HINTS ${petsc_places} ${PETSC_PKG_INCLUDE_DIRS} PATH_SUFFIXES include)
find_path(PETSc_INCLUDE_DIR petscksp.h HINTS ${petsc_places} ${PETSC_PKG_INCLUDE_DIRS} PATH_SUFFIXES include petsc)
find_library(PETSc_LIBRARY NAMES petsc_real petsc HINTS ${petsc_places} ${PETSC_PKG_LIBRARY_DIRS} PATH_SUFFIXES lib)
if(PETSc_CONFIGURATION_DIR)
  # Complex numbers or 64-bit indices would be another interface.
  file(STRINGS "${PETSc_CONFIGURATION_DIR}/petscconf.h" petsc_other_numbers
       REGEX "define PETSC_(USE_COMPLEX|USE_64BIT_INDICES|USE_REAL_SINGLE)")
endif()
find_package(MPI QUIET COMPONENTS C)
set(PETSc_USABLE FALSE)
if(MPI_C_FOUND AND NOT petsc_other_numbers)
  set(PETSc_USABLE TRUE)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PETSc REQUIRED_VARS PETSc_LIBRARY PETSc_INCLUDE_DIR PETSc_CONFIGURATION_DIR
                                                      PETSc_USABLE)
if(PETSc_FOUND AND NOT TARGET PETSc::PETSc)
  add_library(PETSc::PETSc UNKNOWN IMPORTED)
  set_target_properties(
    PETSc::PETSc
    PROPERTIES IMPORTED_LOCATION "${PETSc_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${PETSc_INCLUDE_DIR};${PETSc_CONFIGURATION_DIR}"
               INTERFACE_LINK_LIBRARIES MPI::MPI_C)
endif()
mark_as_advanced(PETSc_INCLUDE_DIR PETSc_CONFIGURATION_DIR PETSc_LIBRARY)
