#include "history.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/csv_writer.hpp"

#include <limits>

namespace adjoule {

void History::add(const Model& model, const LoadStep& step) {
  if (step.systems.find("mechanical") == std::string::npos) return;
  factors_.push_back(step.factor);
  iterations_.push_back(step.iterations);
  quantities_.resize(model.quantities.size());
  const Evaluation at = model.system->evaluation(step.fields);
  for (std::size_t q = 0; q < quantities_.size(); ++q) {
    double value = std::numeric_limits<double>::quiet_NaN();
    try {
      value = model.quantities[q].objective->value(at);
    } catch (const AnalysisError&) {
      // An aggregate of a field that has the wrong sign at this load has no value there.
    }
    quantities_[q].push_back(value);
  }
}

void History::write(const Model& model, const std::filesystem::path& file) const {
  std::vector<CsvColumn> columns{{"load_factor", factors_}, {"newton_iterations", iterations_}};
  for (std::size_t q = 0; q < quantities_.size(); ++q)
    columns.push_back({model.quantities[q].spec.name, quantities_[q]});
  write_csv(file, columns);
}

} // namespace adjoule
