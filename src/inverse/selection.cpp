#include "selection.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace adjoule {
namespace {

template <class T, class Less>
void sort_unique(std::vector<T>& values, Less less) {
  std::sort(values.begin(), values.end(), less);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<Index> all_numbers(Index count) {
  std::vector<Index> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

} // namespace

Selection select(const Mesh& mesh, const std::vector<std::string>& on, const std::string& where) {
  Selection selection;
  selection.dimension = mesh.dimension();
  if (on.empty()) {
    selection.everywhere = true;
    selection.groups = "the whole mesh";
    selection.elements = all_numbers(mesh.element_count());
    selection.nodes = all_numbers(mesh.node_count());
    return selection;
  }
  selection.groups = join_names(on);
  const Group* first = nullptr;
  for (const std::string& name : on) {
    const Group& group = mesh.group(name, {}, where);
    if (first && group.dimension != first->dimension) {
      throw InputError(
          fmt::format("{}: '{}' is a group of {}s and '{}' one of {}s: take them in quantities of their own", where,
                      first->name, dimension_name(first->dimension), name, dimension_name(group.dimension)));
    }
    if (!first) first = &group;
    selection.elements.insert(selection.elements.end(), group.elements.begin(), group.elements.end());
    selection.facets.insert(selection.facets.end(), group.facets.begin(), group.facets.end());
    selection.nodes.insert(selection.nodes.end(), group.nodes.begin(), group.nodes.end());
  }
  selection.dimension = first->dimension;
  sort_unique(selection.elements, std::less<>());
  sort_unique(selection.nodes, std::less<>());
  sort_unique(selection.facets, [](const Facet& a, const Facet& b) {
    return std::pair(a.element, a.local_face) < std::pair(b.element, b.local_face);
  });
  return selection;
}

} // namespace adjoule
