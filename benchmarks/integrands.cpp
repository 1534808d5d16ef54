// The tangent at a point, from the kernels by dual numbers and written by hand, for one batch of points after the
// other. Each pair is checked to agree before it is timed; both are compiled for the same vector instructions.
#include "../src/physics/kernels.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"
#include "adjoule/materials/isotropic_function.hpp"
#include "process_clock.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace adjoule::benchmarks {
namespace {

using Numbers = std::vector<Batch>;
/// Outputs and their derivatives to the gradient's slots, [output * slots + slot], of one batch.
using HandWritten = void (*)(const Batch* gradient, const Batch* properties, Batch* outputs, Batch* tangents);

// Components of a symmetric tensor.
constexpr std::array<std::array<int, 2>, 6> places{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};
constexpr int place_of[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
using Moduli = std::array<std::array<Batch, 6>, 6>; // d2W/dE_ij dE_kl at the places of ij and kl

Tensor2<Batch> deformation_of(const Batch* gradient) {
  Tensor2<Batch> f;
  for (int i = 0; i < 9; ++i) f.c[static_cast<std::size_t>(i)] = gradient[i];
  for (int d = 0; d < 3; ++d) f(d, d) += 1.0;
  return f;
}

// P = F S and dP_iJ/dF_kL = delta_ik S_JL + F_iA F_kB C_AJBL
void push(const Tensor2<Batch>& f, const Tensor2<Batch>& s, const Moduli& c, Batch* outputs, Batch* tangents) {
  for (int i = 0; i < 3; ++i) outputs[i] = 0.0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Batch sum = f(i, 0) * s(0, j);
      for (int a = 1; a < 3; ++a) sum += f(i, a) * s(a, j);
      outputs[3 + 3 * i + j] = sum;
      std::array<Batch, 6> half;
      for (std::size_t m = 0; m < 6; ++m) {
        half[m] = f(i, 0) * c[static_cast<std::size_t>(place_of[0][j])][m];
        for (int a = 1; a < 3; ++a) half[m] += f(i, a) * c[static_cast<std::size_t>(place_of[a][j])][m];
      }
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) {
          Batch entry = f(k, 0) * half[static_cast<std::size_t>(place_of[0][l])];
          for (int b = 1; b < 3; ++b) entry += f(k, b) * half[static_cast<std::size_t>(place_of[b][l])];
          tangents[(3 + 3 * i + j) * 9 + 3 * k + l] = i == k ? entry + s(j, l) : entry;
        }
    }
}
void zero_sources(int sources, int slots, Batch* outputs, Batch* tangents) {
  for (int o = 0; o < sources; ++o) outputs[o] = 0.0;
  for (int i = 0; i < sources * slots; ++i) tangents[i] = 0.0;
}

// Holzapfel, Nonlinear Solid Mechanics, section 6.6, with U = K (J - 1)^2 / 2.
void neo_hooke(const Batch* gradient, const Batch* properties, Batch* outputs, Batch* tangents) {
  zero_sources(3, 9, outputs, tangents);
  const Tensor2<Batch> f = deformation_of(gradient);
  Tensor2<Batch> c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c(i, j) = f(0, i) * f(0, j) + f(1, i) * f(1, j) + f(2, i) * f(2, j);
  const Batch volume = determinant(f), invariant = trace(c);
  const Tensor2<Batch> inverse = (1.0 / (volume * volume)) * cofactor(c);
  const Batch shear = properties[0] * exp((-2.0 / 3.0) * log(volume)), bulk = properties[1];
  const Batch pressure = bulk * volume * (volume - 1.0);
  const Batch hydrostatic = bulk * volume * (2.0 * volume - 1.0) + (2.0 / 9.0) * shear * invariant;
  const Batch dyadic = (2.0 / 3.0) * shear * invariant - 2.0 * pressure, mixed = (-2.0 / 3.0) * shear;
  const Batch part = pressure - (1.0 / 3.0) * shear * invariant;
  Tensor2<Batch> s;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) s(i, j) = part * inverse(i, j) + (i == j ? shear : Batch(0.0));
  Moduli moduli;
  for (std::size_t m = 0; m < 6; ++m)
    for (std::size_t n = m; n < 6; ++n) {
      const auto [i, j] = places[m];
      const auto [k, l] = places[n];
      Batch entry = hydrostatic * inverse(i, j) * inverse(k, l) +
                    0.5 * dyadic * (inverse(i, k) * inverse(j, l) + inverse(i, l) * inverse(j, k));
      if (i == j) entry += mixed * inverse(k, l);
      if (k == l) entry += mixed * inverse(i, j);
      moduli[m][n] = moduli[n][m] = entry;
    }
  push(f, s, moduli, outputs, tangents);
}

// In principal axes (Holzapfel, section 6.5), convention of Abaqus, U = K (J - 1)^2 / 2.
template <int terms>
void ogden(const Batch* gradient, const Batch* properties, Batch* outputs, Batch* tangents) {
  zero_sources(3, 9, outputs, tangents);
  const Tensor2<Batch> f = deformation_of(gradient);
  Tensor2<Batch> strain;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      strain(i, j) = 0.5 * (f(0, i) * f(0, j) + f(1, i) * f(1, j) + f(2, i) * f(2, j) - (i == j ? 1.0 : 0.0));
  const SpectralDecomposition spectrum = decompose(strain);
  std::array<Batch, 3> squared, logarithm, inverse, first;
  for (std::size_t a = 0; a < 3; ++a) {
    squared[a] = 1.0 + 2.0 * spectrum.values[a];
    inverse[a] = 1.0 / squared[a];
    logarithm[a] = 0.5 * log1p(2.0 * spectrum.values[a]);
  }
  const Batch volume_logarithm = logarithm[0] + logarithm[1] + logarithm[2], volume = exp(volume_logarithm);
  const Batch bulk = properties[2 * terms];
  std::array<std::array<Batch, 3>, 3> second;
  for (std::size_t a = 0; a < 3; ++a) {
    first[a] = bulk * volume * (volume - 1.0);
    for (std::size_t b = 0; b < 3; ++b) second[a][b] = bulk * volume * (2.0 * volume - 1.0);
  }
  for (int p = 0; p < terms; ++p) {
    const Batch mu = properties[p], alpha = properties[terms + p], factor = 2.0 * mu / alpha;
    std::array<Batch, 3> power;
    for (std::size_t a = 0; a < 3; ++a) power[a] = exp(alpha * (logarithm[a] - (1.0 / 3.0) * volume_logarithm));
    const Batch mean = (1.0 / 3.0) * (power[0] + power[1] + power[2]);
    for (std::size_t a = 0; a < 3; ++a) {
      first[a] += factor * (power[a] - mean);
      for (std::size_t b = 0; b < 3; ++b)
        second[a][b] += 2.0 * mu * ((a == b ? power[a] : Batch(0.0)) + (1.0 / 3.0) * (mean - power[a] - power[b]));
    }
  }
  Moduli moduli;
  Tensor2<Batch> s;
  std::array<std::array<Batch, 6>, 6> dyads;
  const auto& v = spectrum.vectors;
  for (std::size_t k = 0; k < 6; ++k)
    for (std::size_t m = 0; m < 6; ++m) {
      const auto [a, b] = places[k];
      const auto [i, j] = places[m];
      dyads[k][m] = 0.5 * (v(i, a) * v(j, b) + v(j, a) * v(i, b));
    }
  std::array<Batch, 3> stress, shear;
  for (std::size_t a = 0; a < 3; ++a) stress[a] = first[a] * inverse[a];
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = (a + 1) % 3;
    shear[a] = (stress[a] - stress[b]) / (spectrum.values[a] - spectrum.values[b]);
    for (std::size_t q = 0; q < 3; ++q) second[a][q] *= inverse[a] * inverse[q];
    second[a][a] -= 2.0 * first[a] * inverse[a] * inverse[a];
  }
  for (std::size_t m = 0; m < 6; ++m) {
    const auto [i, j] = places[m];
    s(i, j) = s(j, i) = stress[0] * dyads[0][m] + stress[1] * dyads[1][m] + stress[2] * dyads[2][m];
    std::array<Batch, 6> weighted;
    for (std::size_t a = 0; a < 3; ++a) {
      weighted[a] = second[a][0] * dyads[0][m] + second[a][1] * dyads[1][m] + second[a][2] * dyads[2][m];
      weighted[3 + a] = 2.0 * shear[a] * dyads[3 + a][m];
    }
    for (std::size_t n = m; n < 6; ++n) {
      Batch sum = weighted[0] * dyads[0][n];
      for (std::size_t k = 1; k < 6; ++k) sum += weighted[k] * dyads[k][n];
      moduli[m][n] = moduli[n][m] = sum;
    }
  }
  push(f, s, moduli, outputs, tangents);
}

void hooke(const Batch* gradient, const Batch* properties, Batch* outputs, Batch* tangents) {
  zero_sources(3, 9, outputs, tangents);
  const Batch young = properties[0], poisson = properties[1];
  const Batch shear = 0.5 * young / (1.0 + poisson), lambda = 2.0 * shear * poisson / (1.0 - 2.0 * poisson);
  const Batch dilatation = lambda * (gradient[0] + gradient[4] + gradient[8]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      outputs[3 + 3 * i + j] = shear * (gradient[3 * i + j] + gradient[3 * j + i]) + (i == j ? dilatation : Batch(0.0));
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) {
          Batch entry = 0.0;
          if (i == j && k == l) entry += lambda;
          if (i == k && j == l) entry += shear;
          if (i == l && j == k) entry += shear;
          tangents[(3 + 3 * i + j) * 9 + 3 * k + l] = entry;
        }
    }
}

void fourier(const Batch* gradient, const Batch* properties, Batch* outputs, Batch* tangents) {
  zero_sources(1, 3, outputs, tangents);
  for (int i = 0; i < 3; ++i) {
    outputs[1 + i] = properties[0] * gradient[i];
    for (int j = 0; j < 3; ++j) tangents[(1 + i) * 3 + j] = i == j ? properties[0] : Batch(0.0);
  }
}

void joule(const Batch* gradient, const Batch* properties, Batch* outputs, Batch* tangents) {
  Batch sum = gradient[0] * gradient[0];
  for (int i = 1; i < 3; ++i) sum += gradient[i] * gradient[i];
  outputs[0] = -properties[0] * sum;
  for (int i = 0; i < 3; ++i) {
    tangents[i] = -2.0 * properties[0] * gradient[i];
    outputs[1 + i] = 0.0;
    for (int j = 0; j < 3; ++j) tangents[(1 + i) * 3 + j] = 0.0;
  }
}

template <HandWritten written>
void vectorised(const Batch* gradient, const Batch* properties, Batch* outputs, Batch* tangents) {
  with_best_instructions([=] { written(gradient, properties, outputs, tangents); });
}

struct Pair {
  const char* name;
  IntegrandPointer integrand;
  HandWritten by_hand;
  std::vector<double> properties;
  double spread; // of the gradient's entries
};

std::vector<Pair> pairs() {
  using enum VolumetricLaw;
  const auto solid = [](IsotropicEnergyPointer energy) {
    return hyperelasticity_integrand(SectionKind::solid, std::move(energy), false);
  };
  return {
      {"neo_hooke", solid(neo_hookean_energy(quadratic)), vectorised<neo_hooke>, {0.4e6, 8e6}, 0.1},
      {"ogden_1",
       solid(ogden_energy(1, OgdenConvention::abaqus, quadratic)),
       vectorised<ogden<1>>,
       {0.4e6, 2.5, 8e6},
       0.1},
      {"ogden_3",
       solid(ogden_energy(3, OgdenConvention::abaqus, quadratic)),
       vectorised<ogden<3>>,
       {0.4e6, 2e3, 1e4, 1.3, 5.0, -2.0, 8e6},
       0.1},
      {"linear_elasticity", elasticity_integrand(SectionKind::solid, false), vectorised<hooke>, {2e9, 0.3}, 1e-3},
      {"heat_conduction", conduction_integrand(), vectorised<fourier>, {200.0}, 1e3},
      {"joule_heating", joule_heat_integrand(), vectorised<joule>, {1e6}, 1e3},
  };
}

class Work {
 public:
  explicit Work(const Pair& pair)
      : pair_(pair), slots_(pair.integrand->slots()), fields_(pair.integrand->property_slot()) {
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> number(-pair.spread, pair.spread);
    for (int b = 0; b < batches; ++b) {
      for (int s = 0; s < fields_; ++s) {
        Batch entry;
        for (int lane = 0; lane < Batch::lanes; ++lane) entry.set(lane, number(generator));
        inputs_.push_back(entry);
      }
      for (const double property : pair.properties) inputs_.emplace_back(property);
    }
    for (int s = 0; s < fields_; ++s) wanted_.push_back(s);
    outputs_.resize(static_cast<std::size_t>(pair.integrand->outputs()));
    tangents_.resize(outputs_.size() * wanted_.size());
  }

  void kernel(int b) { pair_.integrand->differentiate_to(input(b), wanted_, outputs_.data(), tangents_.data()); }
  void hand(int b) { pair_.by_hand(input(b), input(b) + fields_, outputs_.data(), tangents_.data()); }
  /// Largest difference of the two, over the largest number.
  double disagreement() {
    double difference = 0.0, size = 0.0;
    for (int b = 0; b < batches; ++b) {
      kernel(b);
      Numbers found = tangents_;
      found.insert(found.end(), outputs_.begin(), outputs_.end());
      hand(b);
      Numbers expected = tangents_;
      expected.insert(expected.end(), outputs_.begin(), outputs_.end());
      for (std::size_t i = 0; i < found.size(); ++i)
        for (int lane = 0; lane < Batch::lanes; ++lane) {
          difference = std::max(difference, std::abs(found[i][lane] - expected[i][lane]));
          size = std::max(size, std::abs(expected[i][lane]));
        }
    }
    return difference / size;
  }
  /// Nanoseconds of processor time a point.
  template <class Action>
  double time(Action action) {
    constexpr int rounds = 200;
    const ProcessClock clock;
    for (int round = 0; round < rounds; ++round)
      for (int b = 0; b < batches; ++b) {
        action(b);
        benchmark::ClobberMemory();
      }
    return 1e9 * clock.processor() / (rounds * batches * Batch::lanes);
  }

  static constexpr int batches = 64;

 private:
  const Batch* input(int b) const { return inputs_.data() + static_cast<std::ptrdiff_t>(b) * slots_; }

  const Pair& pair_;
  int slots_, fields_;
  std::vector<int> wanted_;
  Numbers inputs_, outputs_, tangents_;
};

// In turn, so that both see the same machine; the least of each is printed.
void compare(benchmark::State& state, const Pair& pair) {
  Work work(pair);
  if (const double disagreement = work.disagreement(); !(disagreement < 1e-10))
    return state.SkipWithError(("kernel and hand differ by " + std::to_string(disagreement)).c_str());
  double kernel = 1e300, hand = 1e300;
  for ([[maybe_unused]] auto _ : state) {
    kernel = std::min(kernel, work.time([&](int b) { work.kernel(b); }));
    hand = std::min(hand, work.time([&](int b) { work.hand(b); }));
  }
  state.counters["kernel_ns"] = kernel;
  state.counters["hand_ns"] = hand;
  state.counters["ratio"] = kernel / hand;
}

[[maybe_unused]] const bool registered = [] {
  static const std::vector<Pair> all = pairs();
  for (const Pair& pair : all)
    benchmark::RegisterBenchmark((std::string("tangent_at_a_point/") + pair.name).c_str(),
                                 [&pair](benchmark::State& state) { compare(state, pair); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(20);
  return true;
}();

} // namespace
} // namespace adjoule::benchmarks
