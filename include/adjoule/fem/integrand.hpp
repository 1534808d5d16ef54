/// The physics at one point, written once.
///
/// An integrand is a function of what is known at a quadrature point (values and gradients of fields, properties,
/// position, normal) that returns the *source* and *flux* of a weak form
///
///     R_i = integral( source . N_i + flux : grad N_i )
///
/// or, for a functional, one number. Stiffness, damping, mass and coupling matrices, and all sensitivities, are derived
/// from it by dual numbers; nobody writes a derivative. A kernel looks like this:
///
///     struct HeatConduction {
///       static constexpr std::array fields{FieldUse{.components = 1, .gradient = true}};
///       static constexpr int properties = 1;       // conductivity, W/(m K); or a member property_count()
///       static constexpr int test_components = 1;  // 0: a functional
///       template <class S>
///       static void evaluate(const PointInputs<HeatConduction, S>& at, PointResponse<HeatConduction, S>& response) {
///         response.add_flux(at.property(0) * at.gradient_vector(0));
///       }
///     };
#pragma once

#include "adjoule/core/dual.hpp"
#include "adjoule/core/error.hpp"
#include "adjoule/core/tensor.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

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

/// What a kernel reads at a point, by name. S is Batch or a dual number over it.
template <class Kernel, class S>
class PointInputs {
 public:
  static constexpr auto layout = slot_layout<Kernel>();

  explicit PointInputs(const S* slots) : slots_(slots) {}

  const S& property(int i) const { return slot(layout.properties + i); }
  /// All of them, from the first one on.
  const S* properties() const { return slots_ + layout.properties; }
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
};

/// What a kernel returns at a point: source (one a test component), then flux (3 a component).
template <class Kernel, class S>
class PointResponse {
 public:
  static constexpr int components = Kernel::test_components;
  static constexpr int size = components == 0 ? 1 : 4 * components;

  std::array<S, static_cast<std::size_t>(size)> outputs{};

  void add_source(const S& source) requires(components <= 1) { outputs[0] += source; }
  void add_source(const Vector3<S>& source) requires(components == 3) {
    for (int c = 0; c < 3; ++c) outputs[static_cast<std::size_t>(c)] += source[c];
  }
  void add_flux(const Vector3<S>& flux) requires(components == 1) {
    for (int d = 0; d < 3; ++d) outputs[static_cast<std::size_t>(1 + d)] += flux[d];
  }
  /// (component, direction)
  void add_flux(const Tensor2<S>& flux) requires(components == 3) {
    for (std::size_t i = 0; i < 9; ++i) outputs[3 + i] += flux.c[i];
  }
};

/// A kernel behind a run-time interface: outputs as a function of slots, for a batch of points, with derivatives in any
/// directions.
class Integrand {
 public:
  virtual ~Integrand() = default;

  /// outputs[i] = f_i(slots).
  virtual void evaluate(const Batch* slots, Batch* outputs) const = 0;
  /// Also outputs' derivatives: output_tangents[i * directions + k] = sum_s df_i/dslot_s slot_tangents[s * directions +
  /// k].
  virtual void differentiate(const Batch* slots, int directions, const Batch* slot_tangents, Batch* outputs,
                             Batch* output_tangents) const = 0;
  /// Why the outputs of a point are not finite, if the integrand knows; else empty.
  virtual std::string explain(const Batch*, [[maybe_unused]] int lane) const { return {}; }

  const std::vector<FieldUse>& uses() const { return uses_; }
  const std::vector<FieldSlots>& field_slots() const { return field_slots_; }
  int properties() const { return properties_; }
  int property_slot() const { return property_slot_; }
  int position_slot() const { return position_slot_; } ///< -1: not read
  int normal_slot() const { return normal_slot_; }     ///< -1: not read
  int slots() const { return slots_; }
  /// 0: a functional, with one output.
  int test_components() const { return test_components_; }
  int outputs() const { return test_components_ == 0 ? 1 : 4 * test_components_; }

 protected:
  std::vector<FieldUse> uses_;
  std::vector<FieldSlots> field_slots_;
  int properties_ = 0, property_slot_ = 0, position_slot_ = -1, normal_slot_ = -1, slots_ = 0, test_components_ = 0;
};

/// Limits of the fixed-size work arrays at a point.
inline constexpr int maximum_slots = 64;
inline constexpr int maximum_outputs = 12;

template <class Kernel>
class KernelIntegrand final : public Integrand {
 public:
  static constexpr auto layout = slot_layout<Kernel>();
  /// Directions carried at once: all nine of a displacement gradient, four of a scalar field.
  static constexpr int chunk = Kernel::test_components == 3 ? 9 : 4;

  explicit KernelIntegrand(Kernel kernel) : kernel_(std::move(kernel)) {
    uses_.assign(Kernel::fields.begin(), Kernel::fields.end());
    field_slots_.assign(layout.fields.begin(), layout.fields.end());
    if constexpr (requires { kernel_.property_count(); }) {
      properties_ = kernel_.property_count();
    } else {
      properties_ = Kernel::properties;
    }
    property_slot_ = layout.properties;
    position_slot_ = layout.position;
    normal_slot_ = layout.normal;
    slots_ = property_slot_ + properties_;
    test_components_ = Kernel::test_components;
    if (slots_ > maximum_slots) throw InputError("an integrand reads more numbers than a point can hold");
  }

  void evaluate(const Batch* slots, Batch* outputs) const override {
    PointResponse<Kernel, Batch> response;
    kernel_.evaluate(PointInputs<Kernel, Batch>(slots), response);
    std::copy(response.outputs.begin(), response.outputs.end(), outputs);
  }

  void differentiate(const Batch* slots, int directions, const Batch* slot_tangents, Batch* outputs,
                     Batch* output_tangents) const override {
    if (directions == 1) return differentiate_chunk<1>(slots, 1, 0, slot_tangents, outputs, output_tangents);
    int first = 0;
    do { // without any direction the outputs are still wanted
      differentiate_chunk<chunk>(slots, directions, first, slot_tangents, outputs, output_tangents);
      first += chunk;
    } while (first < directions);
  }

  std::string explain(const Batch* slots, int lane) const override {
    if constexpr (requires(const PointInputs<Kernel, Batch>& at) { kernel_.explain(at, lane); }) {
      return kernel_.explain(PointInputs<Kernel, Batch>(slots), lane);
    }
    return {};
  }

 private:
  template <int N>
  void differentiate_chunk(const Batch* slots, int directions, int first, const Batch* slot_tangents, Batch* outputs,
                           Batch* output_tangents) const {
    using S = Dual<N, Batch>;
    const int count = std::min(N, directions - first);
    static thread_local std::array<S, maximum_slots> dual_slots; // spares the zeroing of what is not used
    for (int s = 0; s < slots_; ++s) {
      S& slot = dual_slots[static_cast<std::size_t>(s)];
      slot.value = slots[s];
      for (int k = 0; k < count; ++k)
        slot.tangent[static_cast<std::size_t>(k)] = slot_tangents[s * directions + first + k];
      for (int k = count; k < N; ++k) slot.tangent[static_cast<std::size_t>(k)] = 0.0;
    }
    PointResponse<Kernel, S> response;
    kernel_.evaluate(PointInputs<Kernel, S>(dual_slots.data()), response);
    for (int i = 0; i < response.size; ++i) {
      const S& output = response.outputs[static_cast<std::size_t>(i)];
      outputs[i] = output.value;
      for (int k = 0; k < count; ++k)
        output_tangents[i * directions + first + k] = output.tangent[static_cast<std::size_t>(k)];
    }
  }

  Kernel kernel_;
};

using IntegrandPointer = std::shared_ptr<const Integrand>;

/// Call it in one source file per kernel, so that the instantiations are compiled once.
template <class Kernel>
IntegrandPointer make_integrand(Kernel kernel = {}) {
  return std::make_shared<KernelIntegrand<Kernel>>(std::move(kernel));
}

} // namespace adjoule
