/// One term of a weak form or one functional: an integrand over a domain with the properties it reads.
#pragma once

#include "adjoule/fem/coefficient.hpp"
#include "adjoule/fem/domain.hpp"
#include "adjoule/fem/integrand.hpp"
#include "adjoule/fem/section.hpp"

#include <string>
#include <vector>

namespace adjoule {

struct Integral {
  std::string name; ///< for messages, such as "heat conduction in 'arm'"
  IntegrandPointer integrand;
  std::shared_ptr<const Domain> domain;
  int test_field = -1;        ///< field whose residual this adds to; -1: a functional
  std::vector<int> fields;    ///< fields of the model, in the order of the integrand's uses
  int temperature_field = -1; ///< field that temperature-dependent properties read
  std::vector<CoefficientPointer> properties;
  Section section{};
  bool storage = false; ///< reads rates or accelerations only: left out of a steady problem
};

/// Whether some property reads the temperature.
bool reads_temperature(const Integral& integral);
/// Every field whose value matters, the temperature of properties included; ascending.
std::vector<int> fields_read(const Integral& integral);
/// Every parameter that matters.
std::vector<Parameter> parameters_read(const Integral& integral);

} // namespace adjoule
