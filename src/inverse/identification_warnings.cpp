// Plain words for what a fit cannot say.
#include "identification_statistics.hpp"
#include "to_size.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace adjoule {
namespace {

/// Of the normal distribution: 99.9 % lie within this many standard deviations.
constexpr double quantile_999 = 3.2905267314918945;
constexpr std::size_t most_named = 3;
/// Parts of a unit vector worth naming.
constexpr double visible_part = 0.1;
/// Standard deviation over value from which on a strong correlation is told.
constexpr double noticeable_uncertainty = 0.05;

class Warnings {
 public:
  Warnings(const IdentificationProblem& problem, const LeastSquares& least_squares,
           const LeastSquares::Linearization* at, IdentificationResult& result)
      : problem_(problem), design_(*problem.design), least_squares_(least_squares), at_(at), result_(result),
        names_(design_.names()) {}

  void add() {
    add_missing_force();
    add_weak_directions();
    add_correlations();
    add_bounds();
    add_noise();
    add_regularization();
  }

 private:
  void say(std::string text) { result_.warnings.push_back(std::move(text)); }

  /// Whether all stiffnesses could be scaled together without the data noticing.
  void add_missing_force() {
    const bool sees_force = std::any_of(problem_.data.begin(), problem_.data.end(),
                                        [](const DataTerm* term) { return term->sees_force(); });
    if (sees_force) return;
    const std::vector<double> derivatives = design_.value_derivatives(result_.x);
    Eigen::VectorXd scaling = Eigen::VectorXd::Zero(design_.size());
    for (int map = 0; map < design_.map_count(); ++map) {
      const std::string& unit = design_.map(map).unit();
      if (!unit.starts_with("Pa") && !unit.starts_with("N")) continue;
      for (Index i = design_.offset(map); i < design_.offset(map) + design_.map(map).size(); ++i) {
        scaling[i] = result_.values[to_size(i)] / derivatives[to_size(i)];
      }
    }
    if (scaling.isZero(0.0)) return;
    if (!at_) {
      say("no force, stress or energy is among the data: unless loads of known size act on the model, only ratios of "
          "stiffnesses can be found. Add the reading of a load cell");
      return;
    }
    const Eigen::VectorXd change =
        (project_out_nuisances(least_squares_, at_->jacobian) * scaling).head(least_squares_.data_count());
    if (change.norm() * weak_uncertainty >= 1.0) return;
    say("no force, stress or energy is among the data, and a common factor of all stiffnesses changes nothing that was "
        "measured: only their ratios can be found. Add the reading of a load cell, or give one stiffness its value");
  }

  void add_weak_directions() {
    for (std::size_t k = 0; k < std::min(most_named, result_.weak_directions.size()); ++k) {
      const WeakDirection& weak = result_.weak_directions[k];
      const std::string doubt =
          std::isinf(weak.relative_uncertainty)
              ? std::string("the data do not change along it")
              : fmt::format("the data leave it uncertain by {:.2g} %", 100.0 * weak.relative_uncertainty);
      const std::vector<std::size_t> parts = visible_parts(weak);
      std::vector<std::string> names, sizes;
      for (const std::size_t i : parts) {
        names.push_back(names_[i]);
        sizes.push_back(fmt::format("{:.2f}", weak.direction[i]));
      }
      if (parts.size() == 1) {
        say(fmt::format("{} is not identifiable: {}. Add data that change with it, or fix it", names.front(), doubt));
      } else {
        const std::string last = names.back();
        names.pop_back();
        say(fmt::format("{} and {} trade off along ({}) in scaled variables: {}. Add data that tell them apart "
                        "(another kind of loading, larger strains, a force), or fix one of them",
                        fmt::join(names, ", "), last, fmt::join(sizes, ", "), doubt));
      }
    }
    if (result_.weak_directions.size() > most_named) {
      say(fmt::format("{} more combinations of the unknowns are uncertain by more than {:g} %",
                      result_.weak_directions.size() - most_named, 100.0 * weak_uncertainty));
    }
  }

  /// The largest first; four at most.
  static std::vector<std::size_t> visible_parts(const WeakDirection& weak) {
    std::vector<std::size_t> parts(weak.direction.size());
    std::iota(parts.begin(), parts.end(), std::size_t{0});
    std::stable_sort(parts.begin(), parts.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(weak.direction[a]) > std::abs(weak.direction[b]);
    });
    std::size_t count = 1;
    while (count < std::min<std::size_t>(4, parts.size()) && std::abs(weak.direction[parts[count]]) > visible_part) {
      ++count;
    }
    parts.resize(count);
    return parts;
  }

  /// Of single numbers, where the weak directions have not said it already.
  void add_correlations() {
    if (result_.correlation.size() == 0) return;
    std::vector<std::pair<Index, Index>> pairs;
    for (int a = 0; a < design_.map_count(); ++a) {
      for (int b = a + 1; b < design_.map_count(); ++b) {
        if (design_.map(a).size() > 1 || design_.map(b).size() > 1) continue;
        const Index i = design_.offset(a), j = design_.offset(b);
        const bool matters = is_uncertain(i) || is_uncertain(j);
        if (std::abs(result_.correlation(i, j)) > 0.99 && matters && !is_named(i, j)) pairs.emplace_back(i, j);
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
      return std::abs(result_.correlation(a.first, a.second)) > std::abs(result_.correlation(b.first, b.second));
    });
    for (std::size_t k = 0; k < std::min(most_named, pairs.size()); ++k) {
      const auto [i, j] = pairs[k];
      say(fmt::format(
          "{} and {} are found together only: their correlation is {:.4f}, so that neither is known without "
          "the other",
          names_[to_size(i)], names_[to_size(j)], result_.correlation(i, j)));
    }
    if (pairs.size() > most_named) {
      say(fmt::format("{} more pairs of unknowns have correlations above 0.99", pairs.size() - most_named));
    }
  }

  /// Whether a correlation is worth a word: values known to a few per cent are known, however they go together.
  bool is_uncertain(Index i) const {
    return result_.standard_deviation[to_size(i)] > noticeable_uncertainty * std::abs(result_.values[to_size(i)]);
  }

  bool is_named(Index i, Index j) const {
    return std::any_of(result_.weak_directions.begin(), result_.weak_directions.end(), [&](const WeakDirection& weak) {
      return std::abs(weak.direction[to_size(i)]) > visible_part && std::abs(weak.direction[to_size(j)]) > visible_part;
    });
  }

  void add_bounds() {
    std::vector<std::string> held;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (result_.at_bound[i]) held.push_back(fmt::format("{} = {:.6g}", names_[i], result_.values[i]));
    }
    if (held.empty()) return;
    const std::size_t named = std::min<std::size_t>(held.size(), 10);
    const std::string more = held.size() > named ? fmt::format(" and {} more", held.size() - named) : "";
    held.resize(named);
    say(fmt::format("at a bound: {}{}. Intervals are cut there; is the bound meant, or in the way?",
                    fmt::join(held, ", "), more));
  }

  void add_noise() {
    const bool counts_all = at_ || problem_.regularization.empty(); // else what the unknowns take up is not known
    if (!counts_all || result_.degrees_of_freedom <= 0) return;
    const double freedom = result_.degrees_of_freedom;
    const double ratio = std::sqrt(result_.chi_squared / freedom);
    if (result_.chi_squared > chi_squared_quantile(freedom, quantile_999)) {
      say(fmt::format(
          "the residuals are {:.3g} times as large as the noise given (chi^2 = {:.4g} for {} degrees of "
          "freedom): the noise is larger than given, and the standard deviations here with it, or the model "
          "cannot follow the data",
          ratio, result_.chi_squared, result_.degrees_of_freedom));
    } else if (result_.chi_squared < chi_squared_quantile(freedom, -quantile_999)) {
      say(fmt::format(
          "the residuals are only {:.3g} of the noise given (chi^2 = {:.4g} for {} degrees of freedom): the "
          "noise seems smaller than given, and the standard deviations here with it",
          ratio, result_.chi_squared, result_.degrees_of_freedom));
    }
  }

  void add_regularization() {
    if (problem_.regularization.empty() || !at_) return;
    std::vector<std::string> names;
    for (const Regularization* term : problem_.regularization) names.push_back(term->name());
    say(fmt::format("standard deviations take the regularisation ({}) for knowledge as good as data: they hold as far "
                    "as it does",
                    fmt::join(names, ", ")));
  }

  const IdentificationProblem& problem_;
  const Design& design_;
  const LeastSquares& least_squares_;
  const LeastSquares::Linearization* at_;
  IdentificationResult& result_;
  std::vector<std::string> names_;
};

} // namespace

void add_warnings(const IdentificationProblem& problem, const LeastSquares& least_squares,
                  const LeastSquares::Linearization* at, IdentificationResult& result) {
  Warnings(problem, least_squares, at, result).add();
}

} // namespace adjoule
