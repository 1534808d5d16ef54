/// The functions of Gmsh that this room calls. They come through a module, because loading Gmsh with all that it is
/// linked to takes longer than many a run.
#pragma once

#include <cstddef>
#include <gmsh.h>
#include <vector>

namespace adjoule {

/// Named as Gmsh names them. Where Gmsh gives arguments defaults, which differ from version to version, the function
/// here has those only that are used.
struct GmshFunctions {
  void (*initialize)(); ///< without arguments and without configuration files
  decltype(&gmsh::finalize) finalize;
  decltype(&gmsh::open) open;
  decltype(&gmsh::merge) merge;
  decltype(&gmsh::write) write;
  struct Logger {
    decltype(&gmsh::logger::start) start;
    decltype(&gmsh::logger::stop) stop;
    decltype(&gmsh::logger::get) get;
  } logger;
  struct Onelab {
    void (*clear)();
    decltype(&gmsh::onelab::setNumber) setNumber;
  } onelab;
  struct Option {
    decltype(&gmsh::option::getNumber) getNumber;
    decltype(&gmsh::option::setNumber) setNumber;
  } option;
  struct Model {
    decltype(&gmsh::model::add) add;
    int (*addDiscreteEntity)(int dimension);
    void (*addPhysicalGroup)(int dimension, const std::vector<int>& entities, int tag);
    decltype(&gmsh::model::getBoundingBox) getBoundingBox;
    decltype(&gmsh::model::getDimension) getDimension;
    void (*getEntities)(gmsh::vectorpair& entities); ///< of every dimension
    decltype(&gmsh::model::getEntitiesForPhysicalGroup) getEntitiesForPhysicalGroup;
    decltype(&gmsh::model::getEntityName) getEntityName;
    void (*getPhysicalGroups)(gmsh::vectorpair& groups);
    decltype(&gmsh::model::getPhysicalName) getPhysicalName;
    decltype(&gmsh::model::setPhysicalName) setPhysicalName;
  } model;
  struct Mesh {
    decltype(&gmsh::model::mesh::addElementsByType) addElementsByType;
    void (*addNodes)(int dimension, int entity, const std::vector<std::size_t>& tags,
                     const std::vector<double>& coordinates);
    void (*clear)();
    decltype(&gmsh::model::mesh::generate) generate;
    decltype(&gmsh::model::mesh::getElementProperties) getElementProperties;
    void (*getElementTypes)(std::vector<int>& types, int dimension);
    void (*getElements)(std::vector<int>& types, std::vector<std::vector<std::size_t>>& tags,
                        std::vector<std::vector<std::size_t>>& nodes, int dimension, int entity); ///< entity -1: all
    void (*getNodes)(std::vector<std::size_t>& tags, std::vector<double>& coordinates);
    decltype(&gmsh::model::mesh::reclassifyNodes) reclassifyNodes;
    decltype(&gmsh::model::mesh::refine) refine;
    decltype(&gmsh::model::mesh::setOrder) setOrder;
  } mesh;
};

/// Loads Gmsh at the first call. Throws AnalysisError where that fails.
const GmshFunctions& gmsh_functions();

} // namespace adjoule
