#include "mesh_builder.hpp"

#include "element_geometry.hpp"

#include <algorithm>
#include <unordered_map>

namespace adjoule {

std::vector<Facet> find_facets(const std::vector<ElementBlock>& blocks, const std::vector<std::array<Index, 4>>& keys) {
  std::unordered_map<CornerKey, Facet, CornerKeyHash> wanted;
  wanted.reserve(keys.size());
  Index last_node = -1;
  for (const CornerKey& key : keys) {
    wanted.emplace(key, Facet{});
    last_node = std::max(last_node, *std::max_element(key.begin(), key.end()));
  }
  // Most sides of a mesh have a corner that is on no wanted facet.
  std::vector<char> is_on_facet(static_cast<std::size_t>(last_node + 1), 0);
  for (const CornerKey& key : keys)
    for (const Index node : key)
      if (node >= 0) is_on_facet[static_cast<std::size_t>(node)] = 1;

  for (const ElementBlock& block : blocks) {
    const ElementTopology& element = topology(block.type);
    for (Index local = 0; local < block.size(); ++local) {
      const auto nodes = block.nodes(local);
      for (std::size_t face = 0; face < element.faces.size(); ++face) {
        const int corners = topology(element.faces[face].type).corners;
        std::array<Index, 4> side{};
        bool possible = true;
        for (std::size_t i = 0; i < static_cast<std::size_t>(corners); ++i) {
          side[i] = nodes[static_cast<std::size_t>(element.faces[face].nodes[i])];
          possible = possible && side[i] <= last_node && is_on_facet[static_cast<std::size_t>(side[i])] != 0;
        }
        if (!possible) continue;
        const auto found = wanted.find(corner_key(std::span(side).first(static_cast<std::size_t>(corners))));
        if (found != wanted.end() && found->second.element < 0)
          found->second = {block.first + local, static_cast<int>(face)};
      }
    }
  }
  std::vector<Facet> facets;
  for (const CornerKey& key : keys) facets.push_back(wanted.at(key));
  return facets;
}

} // namespace adjoule
