# `cmake --install`: static libraries, headers, the command, and the CMake package adjoule.
include(CMakePackageConfigHelpers)
set(adjoule_package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/adjoule")

set(adjoule_installed_targets adjoule)
foreach(room IN LISTS ADJOULE_ROOMS)
  set_target_properties(adjoule_${room} PROPERTIES EXPORT_NAME ${room})
  list(APPEND adjoule_installed_targets adjoule_${room})
endforeach()
install(TARGETS ${adjoule_installed_targets} EXPORT adjouleTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(
  EXPORT adjouleTargets
  NAMESPACE adjoule::
  DESTINATION "${adjoule_package_directory}")
# Programs find the modules that are loaded on demand by their run path.
target_link_options(adjoule_core INTERFACE
                    "$<INSTALL_INTERFACE:LINKER:-rpath,$<INSTALL_PREFIX>/${ADJOULE_MODULE_DESTINATION}>")
if(TARGET adjoule_command)
  file(RELATIVE_PATH modules_from_command "/${CMAKE_INSTALL_BINDIR}" "/${ADJOULE_MODULE_DESTINATION}")
  set_target_properties(adjoule_command PROPERTIES INSTALL_RPATH "$ORIGIN/${modules_from_command}")
  install(TARGETS adjoule_command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/include/adjoule"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING
  PATTERN "*.hpp")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/adjouleConfig.cmake.in" adjouleConfig.cmake
                              INSTALL_DESTINATION "${adjoule_package_directory}")
write_basic_package_version_file(adjouleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES "${CMAKE_CURRENT_BINARY_DIR}/adjouleConfig.cmake"
        "${CMAKE_CURRENT_BINARY_DIR}/adjouleConfigVersion.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/AdjouleDependencies.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindHeaderLibraries.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindNLopt.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindPLplot.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindSuiteSparse.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindUDUNITS.cmake"
  DESTINATION "${adjoule_package_directory}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/CHANGELOG.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
