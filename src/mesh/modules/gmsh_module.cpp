// The module adjoule_gmsh.so: all that is linked with Gmsh.
#include "../gmsh_functions.hpp"

extern "C" [[gnu::visibility("default")]] const adjoule::GmshFunctions* adjoule_gmsh_functions() {
  namespace model = gmsh::model;
  namespace mesh = gmsh::model::mesh;
  static const adjoule::GmshFunctions functions{
      .initialize = [] { gmsh::initialize(0, nullptr, false); },
      .finalize = &gmsh::finalize,
      .open = &gmsh::open,
      .merge = &gmsh::merge,
      .write = &gmsh::write,
      .logger = {.start = &gmsh::logger::start, .stop = &gmsh::logger::stop, .get = &gmsh::logger::get},
      .onelab = {.clear = [] { gmsh::onelab::clear(); }, .setNumber = &gmsh::onelab::setNumber},
      .option = {.getNumber = &gmsh::option::getNumber, .setNumber = &gmsh::option::setNumber},
      .model = {.add = &model::add,
                .addDiscreteEntity = [](int dimension) { return model::addDiscreteEntity(dimension); },
                .addPhysicalGroup = [](int dimension, const std::vector<int>& entities,
                                       int tag) { model::addPhysicalGroup(dimension, entities, tag); },
                .getBoundingBox = &model::getBoundingBox,
                .getDimension = &model::getDimension,
                .getEntities = [](gmsh::vectorpair& entities) { model::getEntities(entities); },
                .getEntitiesForPhysicalGroup = &model::getEntitiesForPhysicalGroup,
                .getEntityName = &model::getEntityName,
                .getPhysicalGroups = [](gmsh::vectorpair& groups) { model::getPhysicalGroups(groups); },
                .getPhysicalName = &model::getPhysicalName,
                .setPhysicalName = &model::setPhysicalName},
      .mesh = {
          .addElementsByType = &mesh::addElementsByType,
          .addNodes =
              [](int dimension, int entity, const std::vector<std::size_t>& tags,
                 const std::vector<double>& coordinates) { mesh::addNodes(dimension, entity, tags, coordinates); },
          .clear = [] { mesh::clear(); },
          .generate = &mesh::generate,
          .getElementProperties = &mesh::getElementProperties,
          .getElementTypes = [](std::vector<int>& types, int dimension) { mesh::getElementTypes(types, dimension); },
          .getElements = [](std::vector<int>& types, std::vector<std::vector<std::size_t>>& tags,
                            std::vector<std::vector<std::size_t>>& nodes, int dimension,
                            int entity) { mesh::getElements(types, tags, nodes, dimension, entity); },
          .getNodes =
              [](std::vector<std::size_t>& tags, std::vector<double>& coordinates) {
                std::vector<double> unused;
                mesh::getNodes(tags, coordinates, unused, -1, -1, false, false);
              },
          .reclassifyNodes = &mesh::reclassifyNodes,
          .refine = &mesh::refine,
          .setOrder = &mesh::setOrder}};
  return &functions;
}
