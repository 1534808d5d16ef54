#include "gradient_diagnosis.hpp"

#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

// Beyond this the small derivatives drown in the rounding of the large ones.
constexpr double widest_spread = 1e12;

std::span<const double> part(const Design& design, const DesignFunction& function, int map) {
  return std::span<const double>(function.gradient)
      .subspan(to_size(design.offset(map)), to_size(design.map(map).size()));
}

bool is_zero(std::span<const double> gradient) {
  return std::all_of(gradient.begin(), gradient.end(), [](double derivative) { return derivative == 0.0; });
}

std::string names_of(const std::vector<DesignFunction>& functions) {
  std::string text;
  for (std::size_t k = 0; k < functions.size(); ++k)
    text += (k == 0 ? "" : k + 1 == functions.size() ? " or " : ", ") + fmt::format("'{}'", functions[k].name);
  return text;
}

void diagnose_infinite(const Design& design, const DesignFunction& function, std::vector<std::string>& words) {
  for (int map = 0; map < design.map_count(); ++map) {
    const std::span<const double> own = part(design, function, map);
    const auto bad =
        std::count_if(own.begin(), own.end(), [](double derivative) { return !std::isfinite(derivative); });
    if (bad == 0) continue;
    words.push_back(fmt::format("{} of {} derivatives of '{}' to {} are not finite numbers at the start: something in "
                                "between is at a kink or a root of 0 there; begin at other values",
                                bad, own.size(), function.name, design.map(map).name()));
  }
}

void diagnose_map(const Design& design, const std::vector<DesignFunction>& functions, int map,
                  std::vector<std::string>& words) {
  const bool moves_nothing = std::all_of(functions.begin(), functions.end(), [&](const DesignFunction& function) {
    return is_zero(part(design, function, map));
  });
  if (!moves_nothing) return;
  const std::string& name = design.map(map).name();
  std::string reached;
  for (const DesignFunction& function : functions) {
    if (function.map_reaches[to_size(map)])
      reached += fmt::format("{}'{}'", reached.empty() ? "" : ", ", function.name);
  }
  if (reached.empty()) {
    words.push_back(
        fmt::format("{} has no way to {}: no equation in between reads it; take it out of the variables, or "
                    "ask for a quantity that depends on it",
                    name, names_of(functions)));
  } else {
    words.push_back(
        fmt::format("{} acts on {}, but its derivative is zero at the start: a maximum or minimum in it (a "
                    "voltage of 0 that enters squared), or a factor that is 0 there; begin at another value",
                    name, reached));
  }
}

void diagnose_spread(const Design& design, const DesignFunction& function, std::vector<std::string>& words) {
  std::size_t largest = 0, smallest = 0;
  double largest_size = 0.0, smallest_size = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < function.gradient.size(); ++i) {
    const double size = std::abs(function.gradient[i]);
    if (size > largest_size) {
      largest_size = size;
      largest = i;
    }
    if (size > 0.0 && size < smallest_size) {
      smallest_size = size;
      smallest = i;
    }
  }
  if (!std::isfinite(largest_size) || !(largest_size > widest_spread * smallest_size)) return;
  const std::vector<std::string> names = design.names();
  words.push_back(fmt::format("the scaled derivatives of '{}' spread over a factor of {:.0e}, from {} ({:.1e}) to {} "
                              "({:.1e}): the small ones are lost in rounding; leave out the one that hardly acts, give "
                              "it a start nearer to its size, or change its scaling",
                              function.name, largest_size / smallest_size, names[smallest], smallest_size,
                              names[largest], largest_size));
}

} // namespace

std::vector<std::string> diagnose_gradient(const Design& design, const std::vector<DesignFunction>& functions) {
  std::vector<std::string> words;
  for (const DesignFunction& function : functions) diagnose_infinite(design, function, words);
  if (!words.empty()) return words;
  for (int map = 0; map < design.map_count(); ++map) diagnose_map(design, functions, map, words);
  for (std::size_t k = 0; k < functions.size(); ++k) {
    if (is_zero(functions[k].gradient)) {
      words.push_back(fmt::format("the gradient of {} '{}' is zero at the start: no variable changes it there; begin "
                                  "elsewhere, or vary something that it depends on",
                                  k == 0 ? "the objective" : "the constraint on", functions[k].name));
    }
    diagnose_spread(design, functions[k], words);
  }
  return words;
}

} // namespace adjoule
