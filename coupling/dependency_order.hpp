// Who has to be solved before whom.
#pragma once

#include <cstddef>
#include <vector>

namespace adjoule {

/// Groups of systems in the order of solution, `reads[i][j]` meaning that i needs j. A group with more than one member
/// is a loop (a strongly connected part of the graph). Members and independent groups keep their numerical order.
std::vector<std::vector<std::size_t>> dependency_order(const std::vector<std::vector<bool>>& reads);

/// Everything that each system needs, directly or through others, itself included.
std::vector<std::vector<bool>> transitive_closure(std::vector<std::vector<bool>> reads);

} // namespace adjoule
