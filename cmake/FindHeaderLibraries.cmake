# Libraries that are headers only, for which not every system ships a CMake configuration: targets
# HeaderLibraries::tomlplusplus, HeaderLibraries::CLI11 and HeaderLibraries::PEGTL.
find_path(HeaderLibraries_tomlplusplus_INCLUDE_DIR toml++/toml.h)
find_path(HeaderLibraries_CLI11_INCLUDE_DIR CLI/CLI.hpp)
find_path(HeaderLibraries_PEGTL_INCLUDE_DIR tao/pegtl.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  HeaderLibraries REQUIRED_VARS HeaderLibraries_tomlplusplus_INCLUDE_DIR HeaderLibraries_CLI11_INCLUDE_DIR
                                HeaderLibraries_PEGTL_INCLUDE_DIR)
foreach(library tomlplusplus CLI11 PEGTL)
  if(HeaderLibraries_FOUND AND NOT TARGET HeaderLibraries::${library})
    add_library(HeaderLibraries::${library} INTERFACE IMPORTED)
    target_include_directories(HeaderLibraries::${library} INTERFACE "${HeaderLibraries_${library}_INCLUDE_DIR}")
  endif()
  mark_as_advanced(HeaderLibraries_${library}_INCLUDE_DIR)
endforeach()
