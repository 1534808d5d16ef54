# The libraries that each room is built on. Included by the build and by the installed package: there a missing library
# makes find_package(adjoule) fail in the ordinary way, here it ends the configuration.
include(CMakeFindDependencyMacro)
macro(adjoule_find_library)
  if(CMAKE_FIND_PACKAGE_NAME STREQUAL "adjoule")
    find_dependency(${ARGN})
  else()
    find_package(${ARGN} REQUIRED)
  endif()
endmacro()

adjoule_find_library(OpenMP COMPONENTS CXX)
adjoule_find_library(Eigen3 3.4 NO_MODULE)
adjoule_find_library(fmt)
adjoule_find_library(spdlog)
adjoule_find_library(nlohmann_json)
adjoule_find_library(SuiteSparse)
adjoule_find_library(HeaderLibraries)
set(adjoule_vtk_components
    CommonCore
    CommonDataModel
    CommonExecutionModel
    IOXML
    RenderingCore
    RenderingOpenGL2
    RenderingFreeType
    FiltersCore
    FiltersGeometry
    ImagingCore
    IOImage)
adjoule_find_library(VTK 9.1 COMPONENTS ${adjoule_vtk_components})
adjoule_find_library(X11)
adjoule_find_library(UDUNITS)
adjoule_find_library(PLplot)
adjoule_find_library(NLopt)
adjoule_find_library(Ceres)

function(adjoule_dependency_group name)
  if(NOT TARGET adjoule::dependencies_${name})
    add_library(adjoule::dependencies_${name} INTERFACE IMPORTED)
    target_link_libraries(adjoule::dependencies_${name} INTERFACE ${ARGN})
  endif()
endfunction()
adjoule_dependency_group(core fmt::fmt spdlog::spdlog Eigen3::Eigen OpenMP::OpenMP_CXX UDUNITS::udunits2
                         ${CMAKE_DL_LIBS})
adjoule_dependency_group(materials HeaderLibraries::PEGTL)
adjoule_dependency_group(io ${VTK_LIBRARIES} X11::X11 PLplot::plplot)
adjoule_dependency_group(solvers SuiteSparse::CHOLMOD SuiteSparse::UMFPACK)
adjoule_dependency_group(inverse NLopt::nlopt Ceres::ceres)
adjoule_dependency_group(app nlohmann_json::nlohmann_json HeaderLibraries::tomlplusplus HeaderLibraries::CLI11)
