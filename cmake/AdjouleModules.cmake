# Shared libraries that the programs load when they first need them. The dynamic linker looks for them in the run path:
# that of the build tree here, of the installed command in AdjouleInstall, of a consumer's program in the exported target.
set(ADJOULE_MODULE_DESTINATION "${CMAKE_INSTALL_LIBDIR}/adjoule")
set(ADJOULE_MODULE_OUTPUT "${PROJECT_BINARY_DIR}/modules")
list(APPEND CMAKE_BUILD_RPATH "${ADJOULE_MODULE_OUTPUT}")

# adjoule_add_module(NAME SOURCES ... LINK ...): adjoule_NAME.so.
function(adjoule_add_module name)
  cmake_parse_arguments(MODULE "" "" "SOURCES;LINK" ${ARGN})
  add_library(adjoule_${name} MODULE ${MODULE_SOURCES})
  set_target_properties(
    adjoule_${name}
    PROPERTIES PREFIX ""
               SUFFIX ".so"
               LIBRARY_OUTPUT_DIRECTORY "${ADJOULE_MODULE_OUTPUT}"
               CXX_VISIBILITY_PRESET hidden)
  target_include_directories(adjoule_${name} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/solvers")
  target_link_libraries(adjoule_${name} PRIVATE ${MODULE_LINK} adjoule_compile_options)
  install(TARGETS adjoule_${name} LIBRARY DESTINATION "${ADJOULE_MODULE_DESTINATION}")
endfunction()

# adjoule_add_solver_module(NAME PACKAGE TARGET DEBIAN_PACKAGE): the module of solvers/modules/NAME_module.cpp where PACKAGE
# is installed; the room solvers then knows of it as ADJOULE_HAS_<NAME>.
function(adjoule_add_solver_module name package target debian_package)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    message(STATUS "Without the solver ${name}: ${package} was not found (Debian: ${debian_package})")
    return()
  endif()
  message(STATUS "With the solver ${name}")
  adjoule_add_module(${name} SOURCES "solvers/modules/${name}_module.cpp" LINK ${target})
  string(TOUPPER ${name} upper_name)
  target_compile_definitions(adjoule_solvers PRIVATE ADJOULE_HAS_${upper_name})
  # Its types only; the library itself comes with the module.
  target_include_directories(adjoule_solvers SYSTEM PRIVATE $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  add_dependencies(adjoule_solvers adjoule_${name})
endfunction()
