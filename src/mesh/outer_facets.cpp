#include "adjoule/mesh/outer_facets.hpp"

#include "element_geometry.hpp"

#include <unordered_map>

namespace adjoule {

std::vector<Facet> outer_facets(const Mesh& mesh) {
  std::unordered_map<CornerKey, int, CornerKeyHash> sharing;
  const auto for_each_side = [&](const auto& visit) {
    for (const ElementBlock& block : mesh.blocks()) {
      const ElementTopology& element = topology(block.type);
      for (Index local = 0; local < block.size(); ++local) {
        const std::span<const Index> nodes = block.nodes(local);
        for (std::size_t face = 0; face < element.faces.size(); ++face) {
          const auto corners = static_cast<std::size_t>(topology(element.faces[face].type).corners);
          std::array<Index, 4> side{};
          for (std::size_t i = 0; i < corners; ++i)
            side[i] = nodes[static_cast<std::size_t>(element.faces[face].nodes[i])];
          visit(corner_key(std::span(side).first(corners)), Facet{block.first + local, static_cast<int>(face)});
        }
      }
    }
  };
  for_each_side([&](const CornerKey& key, const Facet&) { ++sharing[key]; });
  std::vector<Facet> facets;
  for_each_side([&](const CornerKey& key, const Facet& facet) {
    if (sharing.at(key) == 1) facets.push_back(facet);
  });
  return facets;
}

} // namespace adjoule
