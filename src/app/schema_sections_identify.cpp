#include "schema_sections.hpp"

namespace adjoule {
namespace {

std::vector<SchemaKey> fit_keys() {
  return {
      {.pattern = "identify", .help = "Identification of numbers of this file from measured data."},
      {.pattern = "identify.method",
       .type = ValueType::choice,
       .choices = {{"levenberg_marquardt"}, {"lbfgs"}},
       .default_value = "\"levenberg_marquardt\"",
       .help = "Method of the fit. levenberg_marquardt needs one forward sensitivity an unknown and gives standard "
               "deviations; lbfgs needs one adjoint solution for all of them and is the one for fields of very many "
               "values and for total_variation."},
      {.pattern = "identify.max_iterations",
       .type = ValueType::integer,
       .range = {.lower = 1.0, .upper = 100000.0},
       .default_value = "50",
       .help = "Iterations at most."},
      {.pattern = "identify.tolerance",
       .type = ValueType::number,
       .range = {.lower = 0.0, .upper = 0.1, .lower_open = true},
       .default_value = "1e-10",
       .help = "Relative change of the sum of squares, and of the unknowns, below which the fit has converged."},
      {.pattern = "identify.samples",
       .type = ValueType::integer,
       .range = {.lower = 0.0, .upper = 100000.0},
       .default_value = "0",
       .help = "Refits to data with noise added, as a second estimate of the uncertainty (Monte Carlo); 0: none."},
      {.pattern = "identify.seed",
       .type = ValueType::integer,
       .range = Range::at_least(0.0),
       .default_value = "1",
       .help = "Seed of the added noise. The same seed gives the same samples, whatever the number of threads."},
  };
}

std::vector<SchemaKey> regularization_keys() {
  return {
      {.pattern = "identify.regularization",
       .aliases = {"regularisation"},
       .help = "What the fit prefers where the data leave a choice."},
      {.pattern = "identify.regularization.<path>",
       .help = "Regularisation of one unknown, named by its path as in [identify.unknowns]."},
      {.pattern = "identify.regularization.<path>.kind",
       .type = ValueType::choice,
       .choices = {{"tikhonov"}, {"smoothness"}, {"total_variation"}},
       .required = true,
       .help = "tikhonov holds the values near their start; smoothness holds neighbouring elements alike; "
               "total_variation too, but lets them jump (method = \"lbfgs\"). All three are integrals over the volume, "
               "so that their effect does not depend on the mesh."},
      {.pattern = "identify.regularization.<path>.weight",
       .type = ValueType::number,
       .range = Range::positive(),
       .required = true,
       .help = "Weight beside half the sum of squares of the residuals, for the scaled field: the logarithm of the "
               "values, or the values over their size where the scaling is linear."},
  };
}

std::vector<SchemaKey> experiment_keys() {
  return {
      {.pattern = "identify.experiments",
       .help = "Other cases that are fitted together with this one. Each brings its own mesh, loads, times and "
               "[identify.data]; where it has a number of the path of an unknown, that number follows the unknown."},
      {.pattern = "identify.experiments.<experiment>",
       .type = ValueType::text,
       .is_file = true,
       .help = "The other case's file, beside this file."},
  };
}

} // namespace

std::vector<SchemaKey> identify_keys() {
  std::vector<SchemaKey> keys = fit_keys();
  const auto append = [&keys](std::vector<SchemaKey> more) {
    keys.insert(keys.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  keys.push_back({.pattern = "identify.unknowns", .help = "The numbers to identify, each named by its path."});
  append(variable_keys("identify.unknowns"));
  append(regularization_keys());
  append(experiment_keys());
  return keys;
}

} // namespace adjoule
