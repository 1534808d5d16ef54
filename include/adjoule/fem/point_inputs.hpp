/// What a kernel reads and returns at a quadrature point; see integrand.hpp.
#pragma once

#include "adjoule/core/dual.hpp"
#include "adjoule/core/tensor.hpp"

#include <array>

namespace adjoule {

/// Which of a field's inputs a kernel reads.
struct FieldUse {
  int components = 1; ///< 1 (scalar) or 3 (vector; in two dimensions the third is zero)
  bool value = false;
  bool gradient = false;
  bool rate = false;         ///< time derivative
  bool acceleration = false; ///< second time derivative
};

/// Where each input of an integrand stands in its input vector; -1 for what it does not read.
struct FieldSlots {
  int value = -1;        ///< `components` slots
  int gradient = -1;     ///< 3 x components slots, d(component c)/dx_d at 3 c + d
  int rate = -1;         ///< `components` slots
  int acceleration = -1; ///< `components` slots
};

template <std::size_t FieldCount>
struct SlotLayout {
  std::array<FieldSlots, FieldCount> fields{};
  int position = -1;
  int normal = -1;
  int properties = 0; ///< the first property's slot: the others follow it, and nothing follows them
};

template <class Kernel>
constexpr auto slot_layout() {
  SlotLayout<Kernel::fields.size()> layout;
  int next = 0;
  const auto take = [&next](bool used, int size) { return used ? (next += size) - size : -1; };
  for (std::size_t f = 0; f < Kernel::fields.size(); ++f) {
    const FieldUse use = Kernel::fields[f];
    layout.fields[f] = {take(use.value, use.components), take(use.gradient, 3 * use.components),
                        take(use.rate, use.components), take(use.acceleration, use.components)};
  }
  if constexpr (requires { Kernel::reads_position; }) layout.position = take(Kernel::reads_position, 3);
  if constexpr (requires { Kernel::reads_normal; }) layout.normal = take(Kernel::reads_normal, 3);
  layout.properties = next;
  return layout;
}

/// What a kernel reads at a point, by name. S is Batch or a dual number over it, P is S or Batch.
template <class Kernel, class S, class P = S>
class PointInputs {
 public:
  static constexpr auto layout = slot_layout<Kernel>();

  /// `slots`: those before the properties; then the properties.
  PointInputs(const S* slots, const P* properties) : slots_(slots), properties_(properties) {}

  const P& property(int i) const { return properties_[i]; }
  /// All of them, from the first one on.
  const P* properties() const { return properties_; }
  const S& value(int field) const { return slot(layout.fields[f(field)].value); }
  const S& rate(int field) const { return slot(layout.fields[f(field)].rate); }
  Vector3<S> value_vector(int field) const { return vector(layout.fields[f(field)].value); }
  Vector3<S> rate_vector(int field) const { return vector(layout.fields[f(field)].rate); }
  Vector3<S> acceleration_vector(int field) const { return vector(layout.fields[f(field)].acceleration); }
  /// Gradient of a scalar field.
  Vector3<S> gradient_vector(int field) const { return vector(layout.fields[f(field)].gradient); }
  /// Gradient of a vector field, (component, direction).
  Tensor2<S> gradient_tensor(int field) const {
    Tensor2<S> g;
    for (int i = 0; i < 9; ++i) g.c[static_cast<std::size_t>(i)] = slot(layout.fields[f(field)].gradient + i);
    return g;
  }
  /// m, reference configuration
  Vector3<S> position() const { return vector(layout.position); }
  /// Outward unit normal of a boundary.
  Vector3<S> normal() const { return vector(layout.normal); }

 private:
  static constexpr std::size_t f(int field) { return static_cast<std::size_t>(field); }
  const S& slot(int i) const { return slots_[i]; }
  Vector3<S> vector(int first) const { return {{slot(first), slot(first + 1), slot(first + 2)}}; }

  const S* slots_;
  const P* properties_;
};

/// What a kernel returns at a point: source (one a test component), then flux (3 a component). A functional has its
/// value in the source.
template <class Kernel, class S>
class PointResponse {
 public:
  static constexpr int components = Kernel::test_components;
  static constexpr int size = components == 0 ? 1 : 4 * components;

  std::array<S, static_cast<std::size_t>(size)> outputs{};
  bool has_source = false, has_flux = false;

  void add_source(const S& source) requires(components <= 1) {
    has_source = true;
    outputs[0] += source;
  }
  void add_source(const Vector3<S>& source) requires(components == 3) {
    has_source = true;
    for (int c = 0; c < 3; ++c) outputs[static_cast<std::size_t>(c)] += source[c];
  }
  void add_flux(const Vector3<S>& flux) requires(components == 1) {
    has_flux = true;
    for (int d = 0; d < 3; ++d) outputs[static_cast<std::size_t>(1 + d)] += flux[d];
  }
  /// (component, direction)
  void add_flux(const Tensor2<S>& flux) requires(components == 3) {
    has_flux = true;
    for (std::size_t i = 0; i < 9; ++i) outputs[3 + i] += flux.c[i];
  }
};

} // namespace adjoule
