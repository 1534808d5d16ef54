# UDUNITS-2: target UDUNITS::udunits2 (it ships no CMake configuration).
find_path(UDUNITS_INCLUDE_DIR udunits2.h)
find_library(UDUNITS_LIBRARY udunits2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(UDUNITS REQUIRED_VARS UDUNITS_LIBRARY UDUNITS_INCLUDE_DIR)
if(UDUNITS_FOUND AND NOT TARGET UDUNITS::udunits2)
  add_library(UDUNITS::udunits2 UNKNOWN IMPORTED)
  set_target_properties(UDUNITS::udunits2 PROPERTIES IMPORTED_LOCATION "${UDUNITS_LIBRARY}"
                                                     INTERFACE_INCLUDE_DIRECTORIES "${UDUNITS_INCLUDE_DIR}")
endif()
mark_as_advanced(UDUNITS_INCLUDE_DIR UDUNITS_LIBRARY)
