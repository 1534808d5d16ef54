/// The physics at one point, written once.
///
/// An integrand is a function of what is known at a quadrature point (values and gradients of fields, properties,
/// position, normal) that returns the *source* and *flux* of a weak form
///
///     R_i = integral( source . N_i + flux : grad N_i )
///
/// or, for a functional, one number. Stiffness, damping, mass and coupling matrices, and all sensitivities, are derived
/// from it by dual numbers; nobody has to write a derivative. A kernel looks like this:
///
///     struct HeatConduction {
///       static constexpr std::array fields{FieldUse{.components = 1, .gradient = true}};
///       static constexpr int properties = 1;       // conductivity, W/(m K); or a member property_count()
///       static constexpr int test_components = 1;  // 0: a functional
///       static constexpr bool is_symmetric = true; // may be left out, see Integrand::pull_back
///       template <class S, class P>
///       static void evaluate(const PointInputs<HeatConduction, S, P>& at, PointResponse<HeatConduction, S>& response)
///       {
///         response.add_flux(at.property(0) * at.gradient_vector(0));
///       }
///     };
///
/// S is the type of what may move with the fields, P that of the properties: S itself, or plain where they are held.
///
/// A kernel whose derivatives to its field slots come cheaper all at once (at most nine slots, symmetric) may have
///     void linearize(const PointInputs<Kernel, Batch>& at, Batch* outputs, Batch* tangents) const;
/// too, which gives all outputs and their derivatives, [output * slots + slot].
#pragma once

#include "adjoule/core/error.hpp"
#include "adjoule/core/instruction_set.hpp"
#include "adjoule/core/point_array.hpp"
#include "adjoule/fem/point_inputs.hpp"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace adjoule {

/// Whose derivatives are wanted.
enum class SlotSelection {
  all,
  fields,    ///< the slots before the properties: fields, position, normal
  properties ///< the slots from property_slot() on
};

/// A kernel behind a run-time interface: outputs as a function of slots, for a batch of points, with derivatives.
class Integrand {
 public:
  virtual ~Integrand() = default;

  /// outputs[i] = f_i(slots).
  virtual void evaluate(const Batch* slots, Batch* outputs) const = 0;
  /// Also outputs' derivatives along directions of all slots: output_tangents[i * directions + k] = sum_s df_i/dslot_s
  /// slot_tangents[s * directions + k].
  virtual void differentiate(const Batch* slots, int directions, const Batch* slot_tangents, Batch* outputs,
                             Batch* output_tangents) const = 0;
  /// Also outputs' derivatives to some of the slots before the properties: output_tangents[i * wanted.size() + k] =
  /// df_i/dslot_wanted[k].
  virtual void differentiate_to(const Batch* slots, std::span<const int> wanted, Batch* outputs,
                                Batch* output_tangents) const = 0;
  /// Also the derivatives of a weighted sum of the outputs: slot_duals[s] = sum_i output_weights[i] df_i/dslot_s for
  /// the slots of the selection; those of the others are left as they are. With weights of the sources first, then of
  /// the fluxes.
  ///
  /// Where the derivatives of the outputs to the field slots form a symmetric matrix (source standing beside value and
  /// flux beside gradient, as for all that derives from an energy), a kernel of one field says so by `is_symmetric`:
  /// one direction serves them all.
  virtual void pull_back(const Batch* slots, const Batch* output_weights, SlotSelection selection, Batch* outputs,
                         Batch* slot_duals) const = 0;
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
  /// Whether there is a source (or the value of a functional) and a flux; without one its outputs are zero.
  bool has_source() const { return has_source_; }
  bool has_flux() const { return has_flux_; }

 protected:
  std::vector<FieldUse> uses_;
  std::vector<FieldSlots> field_slots_;
  int properties_ = 0, property_slot_ = 0, position_slot_ = -1, normal_slot_ = -1, slots_ = 0, test_components_ = 0;
  bool has_source_ = false, has_flux_ = false;
};

/// Limits of the fixed-size work arrays at a point.
inline constexpr int maximum_slots = 64;
inline constexpr int maximum_outputs = 12;

template <class Kernel>
class KernelIntegrand final : public Integrand {
 public:
  static constexpr auto layout = slot_layout<Kernel>();
  static constexpr int field_slot_count = layout.properties;
  /// Directions carried at once: as many as there are slots, in equal parts of at most nine.
  static constexpr int parts = (field_slot_count + 8) / 9;
  static constexpr int chunk = parts == 0 ? 1 : (field_slot_count + parts - 1) / parts;
  static constexpr int property_chunk = [] {
    if constexpr (requires { Kernel::properties; }) return std::clamp(Kernel::properties, 1, 4);
    return 4;
  }();
  static constexpr bool is_symmetric = [] {
    if constexpr (requires { Kernel::is_symmetric; }) return Kernel::is_symmetric;
    return false;
  }();

  static constexpr int response_size = PointResponse<Kernel, Batch>::size;
  static constexpr bool has_linearize =
      requires(const Kernel& kernel, const PointInputs<Kernel, Batch>& at, Batch* to) {
    kernel.linearize(at, to, to);
  };

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
    // What a kernel has is seen from what it adds to at any point.
    const std::array<Batch, maximum_slots> zeros;
    PointResponse<Kernel, Batch> response;
    kernel_.evaluate(Inputs<Batch, Batch>(zeros.data(), zeros.data()), response);
    has_source_ = response.has_source;
    has_flux_ = response.has_flux;
  }

  void evaluate(const Batch* slots, Batch* outputs) const override {
    vectorised([=, this] {
      PointResponse<Kernel, Batch> response;
      kernel_.evaluate(Inputs<Batch, Batch>(slots, slots + layout.properties), response);
      for (int i = 0; i < response.size; ++i) outputs[i] = response.outputs[static_cast<std::size_t>(i)];
    });
  }

  void differentiate(const Batch* slots, int directions, const Batch* slot_tangents, Batch* outputs,
                     Batch* output_tangents) const override {
    if (directions == 1) return move_all<1>(slots, {1, 0, 1, slot_tangents, -1}, {outputs, output_tangents, nullptr});
    int first = 0;
    do { // without any direction the outputs are still wanted
      const int count = std::min(property_chunk, directions - first);
      move_all<property_chunk>(slots, {directions, first, count, slot_tangents, -1},
                               {outputs, output_tangents, nullptr});
      first += property_chunk;
    } while (first < directions);
  }

  void differentiate_to(const Batch* slots, std::span<const int> wanted, Batch* outputs,
                        Batch* output_tangents) const override {
    const int directions = static_cast<int>(wanted.size());
    if constexpr (parts == 1) {
      if (directions == field_slot_count && std::is_sorted(wanted.begin(), wanted.end()))
        return linearize(slots, {outputs, output_tangents, nullptr});
      std::array<Batch, static_cast<std::size_t>(response_size * chunk)> tangents;
      linearize(slots, {outputs, tangents.data(), nullptr});
      for (int i = 0; i < response_size; ++i)
        for (int k = 0; k < directions; ++k)
          output_tangents[i * directions + k] = tangents[at(i * chunk + wanted[at(k)])];
    } else {
      int first = 0;
      do {
        const int count = std::min(chunk, directions - first);
        move_fields(slots, {directions, first, count, nullptr, -1}, wanted.data() + first,
                    {outputs, output_tangents, nullptr});
        first += chunk;
      } while (first < directions);
    }
  }

  void pull_back(const Batch* slots, const Batch* output_weights, SlotSelection selection, Batch* outputs,
                 Batch* slot_duals) const override {
    const bool all = selection == SlotSelection::all;
    if (selection == SlotSelection::fields || (all && (field_slot_count > 0 || properties_ == 0)))
      pull_back_fields(slots, output_weights, outputs, slot_duals);
    if (selection == SlotSelection::properties || (all && properties_ > 0)) {
      int first = 0;
      do { // without any slot the outputs are still wanted
        const int count = std::min(property_chunk, properties_ - first);
        move_all<property_chunk>(slots, {count, 0, count, nullptr, property_slot_ + first},
                                 {outputs, slot_duals + property_slot_ + first, output_weights});
        first += property_chunk;
      } while (first < properties_);
    }
  }

  std::string explain(const Batch* slots, int lane) const override {
    if constexpr (requires(const Inputs<Batch, Batch>& at) { kernel_.explain(at, lane); }) {
      return kernel_.explain(Inputs<Batch, Batch>(slots, slots + layout.properties), lane);
    }
    return {};
  }

 private:
  template <class S, class P>
  using Inputs = PointInputs<Kernel, S, P>;
  template <int N>
  using Response = PointResponse<Kernel, Dual<N, Batch>>;

  // Functionals and what reads positions and normals (boundaries, axisymmetry) are little work: they are spared the
  // time that three copies take to compile.
  template <class Action>
  static void vectorised(Action&& action) {
    if constexpr (Kernel::test_components > 0 && layout.position < 0 && layout.normal < 0) {
      with_best_instructions(action);
    } else {
      action();
    }
  }

  // Directions first .. first + count - 1 of `directions`: given by the slots' tangents, or the slots from `slot` on.
  struct Directions {
    int directions, first, count;
    const Batch* slot_tangents;
    int slot;
  };
  // Where the results of these directions go: all tangents, or with `weights` the weighted sums.
  struct Results {
    Batch* outputs;
    Batch* tangents;
    const Batch* weights;

    template <int N>
    void take(const Response<N>& response, const Directions& along) const {
      for (int i = 0; i < response.size; ++i) outputs[i] = response.outputs[at(i)].value;
      if (weights == nullptr) {
        for (int i = 0; i < response.size; ++i)
          for (int k = 0; k < along.count; ++k)
            tangents[i * along.directions + along.first + k] = response.outputs[at(i)].tangent[at(k)];
        return;
      }
      std::array<Batch, N> sums;
      for (int i = 0; i < response.size; ++i)
        for (int k = 0; k < N; ++k) sums[at(k)] += weights[i] * response.outputs[at(i)].tangent[at(k)];
      for (int k = 0; k < along.count; ++k) tangents[k] = sums[at(k)];
    }
  };

  // All slots before the properties move at once, the properties are held: the counts are known to the compiler.
  void linearize(const Batch* slots, Results results) const {
    if constexpr (has_linearize) {
      static_assert(is_symmetric, "the weights are pulled back by duals");
      kernel_.linearize(Inputs<Batch, Batch>(slots, slots + layout.properties), results.outputs, results.tangents);
    } else {
      using S = Dual<chunk, Batch>;
      vectorised([=, this] {
        PointArray<S, chunk> dual_slots;
        for (int s = 0; s < chunk; ++s) dual_slots.emplace(s, slots[s]).tangent[at(s)] = 1.0;
        Response<chunk> response;
        kernel_.evaluate(Inputs<S, Batch>(dual_slots.data(), slots + layout.properties), response);
        results.take(response, {chunk, 0, chunk, nullptr, -1});
      });
    }
  }

  // Some slots before the properties move; the properties are held.
  void move_fields(const Batch* slots, Directions along, const int* moving, Results results) const {
    using S = Dual<chunk, Batch>;
    vectorised([=, this] {
      PointArray<S, std::max(field_slot_count, 1)> dual_slots;
      for (int s = 0; s < field_slot_count; ++s) dual_slots.emplace(s, slots[s]);
      for (int k = 0; k < along.count; ++k) dual_slots[moving[k]].tangent[at(k)] = 1.0;
      Response<chunk> response;
      kernel_.evaluate(Inputs<S, Batch>(dual_slots.data(), slots + layout.properties), response);
      results.take(response, along);
    });
  }

  template <int N>
  void move_all(const Batch* slots, Directions along, Results results) const {
    using S = Dual<N, Batch>;
    vectorised([=, this] {
      PointArray<S, maximum_slots> dual_slots;
      for (int s = 0; s < slots_; ++s) {
        S& slot = dual_slots.emplace(s, slots[s]);
        for (int k = 0; k < along.count && along.slot_tangents != nullptr; ++k)
          slot.tangent[at(k)] = along.slot_tangents[s * along.directions + along.first + k];
      }
      for (int k = 0; k < along.count && along.slot >= 0; ++k) dual_slots[along.slot + k].tangent[at(k)] = 1.0;
      Response<N> response;
      kernel_.evaluate(Inputs<S, S>(dual_slots.data(), dual_slots.data() + layout.properties), response);
      results.take(response, along);
    });
  }

  void pull_back_fields(const Batch* slots, const Batch* weights, Batch* outputs, Batch* slot_duals) const {
    if constexpr (is_symmetric) {
      pull_back_along_weights(slots, weights, outputs, slot_duals);
    } else if constexpr (parts == 1) {
      linearize(slots, {outputs, slot_duals, weights});
    } else {
      std::array<int, static_cast<std::size_t>(chunk)> moving;
      int first = 0;
      do {
        const int count = std::min(chunk, field_slot_count - first);
        for (int k = 0; k < count; ++k) moving[at(k)] = first + k;
        move_fields(slots, {count, 0, count, nullptr, -1}, moving.data(), {outputs, slot_duals + first, weights});
        first += chunk;
      } while (first < field_slot_count);
    }
  }

  // A symmetric kernel: its derivatives along the weights are the duals.
  void pull_back_along_weights(const Batch* slots, const Batch* weights, Batch* outputs, Batch* duals) const {
    static_assert(!is_symmetric || (Kernel::fields.size() == 1 && Kernel::test_components > 0 && layout.position < 0 &&
                                    layout.normal < 0));
    constexpr FieldSlots place = layout.fields[0];
    constexpr int components = Kernel::test_components;
    std::array<Batch, maximum_slots> directions;
    std::array<Batch, maximum_outputs> changes;
    for (int c = 0; c < components && place.value >= 0; ++c) directions[at(place.value + c)] = weights[c];
    for (int i = 0; i < 3 * components && place.gradient >= 0; ++i)
      directions[at(place.gradient + i)] = weights[components + i];
    move_all<1>(slots, {1, 0, 1, directions.data(), -1}, {outputs, changes.data(), nullptr});
    for (int c = 0; c < components && place.value >= 0; ++c) duals[place.value + c] = changes[at(c)];
    for (int i = 0; i < 3 * components && place.gradient >= 0; ++i)
      duals[place.gradient + i] = changes[at(components + i)];
  }
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  Kernel kernel_;
};

using IntegrandPointer = std::shared_ptr<const Integrand>;

/// Call it in one source file per kernel, so that the instantiations are compiled once.
template <class Kernel>
IntegrandPointer make_integrand(Kernel kernel = {}) {
  return std::make_shared<KernelIntegrand<Kernel>>(std::move(kernel));
}

} // namespace adjoule
