/// What the commands print for people.
#pragma once

#include "adjoule/app/gradient_task.hpp"
#include "adjoule/app/model_builder.hpp"

#include <string>
#include <utility>
#include <vector>

namespace adjoule {

/// Extent in metres, mesh, quadrature, materials.
std::string model_report(const Model& model);

/// Convergence, terminals, power, deviations of prescribed values, extremes.
std::string solution_report(const Model& model, const State& state);

/// Values of the quantities with units.
std::string quantity_report(const Model& model, const std::vector<std::pair<std::string, double>>& values);

/// A table for each quantity: derivative, and % of the quantity per % of the parameter, largest first.
std::string gradient_report(const Model& model, const GradientResult& result);

/// The warnings so far; empty without any.
std::string warning_report();

} // namespace adjoule
