#include "point_sweep.hpp"

#include "to_size.hpp"

#include <numbers>

namespace adjoule {
namespace {

// The elements of a batch: node numbers, positions and the values of what is read, a lane an element.
class BatchPoints {
 public:
  BatchPoints(const Evaluation& at, const Integral& integral)
      : at_(at), integral_(integral), reads_temperature_(reads_temperature(integral)), values_(integral.fields.size()) {
  }

  void gather(const ElementBatch& batch) {
    batch_ = &batch;
    tabulation_ = &integral_.domain->tabulations()[to_size(batch.tabulation)];
    nodes_.resize(to_size(tabulation_->nodes * Batch::lanes));
    positions_.resize(to_size(tabulation_->nodes));
    for (int lane = 0; lane < Batch::lanes; ++lane) {
      const std::span<const Index> element = at_.mesh.element_nodes(batch.element[to_size(lane)]);
      for (int i = 0; i < tabulation_->nodes; ++i) {
        nodes_[to_size(i * Batch::lanes + lane)] = element[to_size(i)];
        const std::array<double, 3>& x = at_.mesh.coordinates()[to_size(element[to_size(i)])];
        for (int d = 0; d < 3; ++d) positions_[to_size(i)][d].set(lane, x[to_size(d)]);
      }
    }
    for (std::size_t f = 0; f < integral_.fields.size(); ++f) gather_field(integral_.fields[f], values_[f]);
    if (reads_temperature_) gather_field(integral_.temperature_field, temperature_);
  }

  // Sets slots() and weight() at a point.
  void evaluate(int q) {
    shape_ = tabulation_->shape.data() + static_cast<std::ptrdiff_t>(q) * tabulation_->nodes;
    evaluate_geometry(q);
    evaluate_properties();
    for (std::size_t f = 0; f < integral_.fields.size(); ++f) {
      const FieldSlots& place = integral_.integrand->field_slots()[f];
      const int components = at_.fields[to_size(integral_.fields[f])].components;
      for (int c = 0; c < components; ++c) {
        if (place.value >= 0) slots_[to_size(place.value + c)] = interpolate(values_[f], components, c);
        for (int d = 0; d < 3 && place.gradient >= 0; ++d) {
          Batch slope = 0.0;
          for (int i = 0; i < tabulation_->nodes; ++i) {
            slope += gradient_[to_size(i)][d] * values_[f][to_size(i * components + c)];
          }
          slots_[to_size(place.gradient + 3 * c + d)] = slope;
        }
      }
    }
    for (int d = 0; d < 3; ++d) {
      if (integral_.integrand->position_slot() >= 0)
        slots_[to_size(integral_.integrand->position_slot() + d)] = position_[d];
      if (integral_.integrand->normal_slot() >= 0) slots_[to_size(integral_.integrand->normal_slot() + d)] = normal_[d];
    }
  }

  const Batch* slots() const { return slots_.data(); }
  Batch weight() const { return weight_; }
  const Tabulation& tabulation() const { return *tabulation_; }

 private:
  void gather_field(int field, std::vector<Batch>& gathered) const {
    const int components = at_.fields[to_size(field)].components;
    const std::vector<double>& nodal = at_.state.values[to_size(field)];
    gathered.resize(to_size(tabulation_->nodes * components));
    for (int i = 0; i < tabulation_->nodes; ++i) {
      for (int lane = 0; lane < Batch::lanes; ++lane) {
        const Index first = nodes_[to_size(i * Batch::lanes + lane)] * components;
        for (int c = 0; c < components; ++c) gathered[to_size(i * components + c)].set(lane, nodal[to_size(first + c)]);
      }
    }
  }

  Batch interpolate(const std::vector<Batch>& values, int components, int component) const {
    Batch sum = 0.0;
    for (int i = 0; i < tabulation_->nodes; ++i) sum += shape_[i] * values[to_size(i * components + component)];
    return sum;
  }

  void evaluate_geometry(int q) {
    const double* reference = tabulation_->gradient.data() + static_cast<std::ptrdiff_t>(q) * tabulation_->nodes * 3;
    const int dimension = at_.mesh.dimension();
    Tensor2<Batch> jacobian; // the identity in missing dimensions
    for (int d = dimension; d < 3; ++d) jacobian(d, d) = 1.0;
    position_ = {};
    for (int i = 0; i < tabulation_->nodes; ++i) {
      position_ += Batch(shape_[i]) * positions_[to_size(i)];
      for (int k = 0; k < 3; ++k) {
        for (int d = 0; d < dimension; ++d) jacobian(k, d) += reference[3 * i + d] * positions_[to_size(i)][k];
      }
    }
    const Tensor2<Batch> cofactors = cofactor(jacobian);
    const Batch volume = determinant(jacobian);
    gradient_.resize(to_size(tabulation_->nodes));
    for (int i = 0; i < tabulation_->nodes; ++i) {
      for (int k = 0; k < 3; ++k) {
        Batch sum = 0.0;
        for (int d = 0; d < dimension; ++d) sum += cofactors(k, d) * reference[3 * i + d];
        gradient_[to_size(i)][k] = sum / volume;
      }
    }
    weight_ = tabulation_->weights[to_size(q)];
    if (integral_.domain->kind() == DomainKind::volume) {
      weight_ *= volume;
      return;
    }
    const double* tangents = tabulation_->tangents.data() + static_cast<std::ptrdiff_t>(q) * 6;
    Vector3<Batch> s, t;
    for (int k = 0; k < 3; ++k) {
      for (int d = 0; d < 3; ++d) {
        s[k] += tangents[d] * jacobian(k, d);
        t[k] += tangents[3 + d] * jacobian(k, d);
      }
    }
    const Vector3<Batch> area = cross(s, t);
    const Batch length = sqrt(dot(area, area));
    normal_ = (1.0 / length) * area;
    weight_ *= length;
  }

  void evaluate_properties() {
    shape_batches_.assign(shape_, shape_ + tabulation_->nodes);
    PointContext context;
    context.element = batch_->element;
    context.position = position_;
    if (reads_temperature_) context.temperature = interpolate(temperature_, 1, 0);
    context.shape = shape_batches_;
    context.nodes = nodes_;
    for (std::size_t p = 0; p < integral_.properties.size(); ++p) {
      slots_[to_size(integral_.integrand->property_slot()) + p] =
          integral_.properties[p]->value(context, at_.parameters);
    }
    const Section& section = integral_.section;
    if (section.kind == SectionKind::axisymmetric) weight_ *= 2.0 * std::numbers::pi * position_[0];
    if (section.is_plane() && section.thickness) weight_ *= section.thickness->value(context, at_.parameters);
  }

  const Evaluation& at_;
  const Integral& integral_;
  const bool reads_temperature_;
  const ElementBatch* batch_ = nullptr;
  const Tabulation* tabulation_ = nullptr;
  std::vector<Index> nodes_;
  std::vector<Vector3<Batch>> positions_, gradient_;
  std::vector<std::vector<Batch>> values_;
  std::vector<Batch> temperature_, shape_batches_;
  const double* shape_ = nullptr;
  Vector3<Batch> position_, normal_;
  Batch weight_;
  std::array<Batch, maximum_slots> slots_;
};

} // namespace

std::array<double, 3> SweptPoint::xi() const {
  const ElementTopology& reference = topology(tabulation->type);
  std::array<double, 3> xi{};
  for (int i = 0; i < tabulation->nodes; ++i) {
    const double shape = tabulation->shape[to_size(point * tabulation->nodes + i)];
    for (std::size_t d = 0; d < 3; ++d) xi[d] += shape * reference.node_coordinates[to_size(i)][d];
  }
  return xi;
}

void sweep_points(const Evaluation& at, const Integral& integral, const std::vector<IntegrandPointer>& integrands,
                  const std::function<void(const SweptPoint&)>& visit) {
  BatchPoints points(at, integral);
  std::vector<Batch> outputs(integrands.size());
  std::vector<double> lane_outputs(integrands.size());
  for (int part = 0; part <= integral.domain->parts(); ++part) {
    for (const ElementBatch& batch : integral.domain->batches(part)) {
      points.gather(batch);
      for (int q = 0; q < points.tabulation().points; ++q) {
        points.evaluate(q);
        for (std::size_t i = 0; i < integrands.size(); ++i) integrands[i]->evaluate(points.slots(), &outputs[i]);
        for (int lane = 0; lane < batch.count; ++lane) {
          for (std::size_t i = 0; i < integrands.size(); ++i) lane_outputs[i] = outputs[i][lane];
          visit({batch.element[to_size(lane)], &points.tabulation(), q, points.weight()[lane], lane_outputs.data()});
        }
      }
    }
  }
}

} // namespace adjoule
