#include "thermal_strain_integral.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace adjoule {
namespace {

/// The ten-point Gauss-Lobatto rule on [-1,1], exact to degree 17; half of its points, the others mirror them. It has
/// its end points, without which a jump near the end of an interval would be seen by neither the interval nor its
/// halves.
struct LobattoPoint {
  double position, weight;
};
constexpr std::array<LobattoPoint, 5> lobatto = {{{1.0, 1.0 / 45.0},
                                                  {0.91953390816645881383, 0.13330599085107011113},
                                                  {0.73877386510550507500, 0.22488934206312645212},
                                                  {0.47792494981044449566, 0.29204268367968375788},
                                                  {0.16527895766638702463, 0.32753976118389745666}}};

constexpr double tolerance = 1e-13; ///< of halves against the whole, relative to the integral of the absolute value
constexpr int deepest = 42;         ///< halvings: a jump is then located to 1e-12 of the interval
constexpr int most_pieces = 4000;   ///< bounds the work on formulae that no quadrature can follow

using Quantities = std::vector<Batch>;

/// Adds factor * increment; missing quantities are zero.
void add(const Quantities& increment, double factor, Quantities& sum) {
  if (sum.size() < increment.size()) sum.resize(increment.size(), Batch(0.0));
  for (std::size_t i = 0; i < increment.size(); ++i) sum[i] += factor * increment[i];
}

double entry(const Quantities& quantities, std::size_t i, int lane) {
  return i < quantities.size() ? quantities[i][lane] : 0.0;
}

/// Integral over [0,1] of several quantities at once, on intervals halved until halves and whole agree in all of them.
class Integrator {
 public:
  /// The integrand may return more quantities than before at any point.
  using Integrand = std::function<Quantities(double)>;
  explicit Integrator(Integrand integrand) : integrand_(std::move(integrand)) {}

  Quantities run() {
    const Part whole = integrate(0.0, 1.0);
    scale_ = whole.size;
    refine(0.0, 1.0, whole, 0);
    return result_;
  }

 private:
  struct Part {
    Quantities value;
    Quantities size; ///< integral of the absolute value
  };

  Part integrate(double start, double length) const {
    Part part;
    for (const auto& [position, weight] : lobatto)
      for (const double side : {-1.0, 1.0}) {
        Quantities quantities = integrand_(start + 0.5 * length * (1.0 + side * position));
        add(quantities, 0.5 * length * weight, part.value);
        for (Batch& quantity : quantities) quantity = abs(quantity);
        add(quantities, 0.5 * length * weight, part.size);
      }
    return part;
  }

  bool settled(const Part& whole, const Part& left, const Part& right) const {
    for (std::size_t i = 0; i < std::max(left.value.size(), right.value.size()); ++i)
      for (int lane = 0; lane < Batch::lanes; ++lane) {
        const double halves = entry(left.value, i, lane) + entry(right.value, i, lane);
        const double scale = std::max(entry(scale_, i, lane), entry(left.size, i, lane) + entry(right.size, i, lane));
        if (std::isfinite(halves) && std::abs(halves - entry(whole.value, i, lane)) > tolerance * scale) return false;
      }
    return true;
  }

  void refine(double start, double length, const Part& whole, int depth) {
    const double half = 0.5 * length;
    const Part left = integrate(start, half), right = integrate(start + half, half);
    if (depth == deepest || pieces_ >= most_pieces || settled(whole, left, right)) {
      add(left.value, 1.0, result_);
      add(right.value, 1.0, result_);
      ++pieces_;
      return;
    }
    refine(start, half, left, depth + 1);
    refine(start + half, half, right, depth + 1);
  }

  Integrand integrand_;
  Quantities scale_, result_;
  int pieces_ = 0;
};

/// The position of a term among those of the same parameter values; appended if it is new.
std::size_t find_term(const ParameterTerm& term, std::vector<ParameterTerm>& known) {
  const auto same = std::find_if(known.begin(), known.end(), [&](const ParameterTerm& other) {
    return other.scalar == term.scalar && other.offset == term.offset;
  });
  if (same != known.end()) return static_cast<std::size_t>(same - known.begin());
  known.push_back(term);
  return known.size() - 1;
}

} // namespace

Batch integrate_over_temperature(const Coefficient& coefficient, const PointContext& at,
                                 const ParameterVector& parameters, Batch from, Batch to) {
  PointContext point = at;
  Integrator integrator([&](double fraction) {
    point.temperature = from + fraction * (to - from);
    return Quantities{coefficient.value(point, parameters)};
  });
  return integrator.run()[0] * (to - from);
}

TemperatureIntegralDerivative differentiate_integral_over_temperature(const Coefficient& coefficient,
                                                                      const PointContext& at,
                                                                      const ParameterVector& parameters, Batch from,
                                                                      Batch to, bool want_terms) {
  TemperatureIntegralDerivative result;
  if (!want_terms && !coefficient.reads_position()) return result;
  PointContext point = at;
  CoefficientDerivative local;
  Integrator integrator([&](double fraction) {
    point.temperature = from + fraction * (to - from);
    coefficient.linearize(point, parameters, want_terms, local);
    Quantities quantities(local.position.c.begin(), local.position.c.end());
    for (const ParameterTerm& term : local.terms) {
      const std::size_t place = 3 + find_term(term, result.terms);
      if (quantities.size() <= place) quantities.resize(place + 1, Batch(0.0));
      quantities[place] += term.derivative;
    }
    return quantities;
  });
  const Quantities integrals = integrator.run();
  for (int d = 0; d < 3; ++d) result.position[d] = integrals[static_cast<std::size_t>(d)] * (to - from);
  for (std::size_t i = 0; i < result.terms.size(); ++i) result.terms[i].derivative = integrals[3 + i] * (to - from);
  return result;
}

} // namespace adjoule
