// Quantities of the case file that are formulae of others.
#include "support/bar_command.hpp"

#include <gtest/gtest.h>

namespace {

using namespace support;

class ExpressionQuantity : public BarCommand {
 protected:
  static std::string formula(const std::string& name, const std::string& value) {
    return "[quantities." + name + "]\nkind = \"expression\"\nvalue = \"" + value + "\"\n";
  }
  /// The refusal of a case with these quantities more.
  std::string refusal(const std::string& more) {
    const CommandResult result = run("check", bar_case() + more, {});
    EXPECT_EQ(result.status, 2);
    return result.errors;
  }

  // 0.02 m / (4.3478e4 S/m * 2e-6 m^2)
  static constexpr double resistance = 0.02 / (4.3478e4 * 2e-6);
  const std::string volts_ = "[quantities.volts]\nkind = \"average\"\nfield = \"potential\"\non = \"left\"\n";
};

TEST_F(ExpressionQuantity, TheResistanceOfTheBarIsVoltsByAmps) {
  // It may stand before the quantities that it reads.
  const std::string text =
      with(bar_case(), "[quantities.current]", formula("ohms", "volts / current") + volts_ + "[quantities.current]");
  const CommandResult result = differentiate(text + "[gradient]\nof = [\"ohms\"]\n[gradient.check]\nenabled = true\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NEAR(summary()["quantities"]["ohms"].get<double>(), resistance, 1e-9 * resistance);
  const nlohmann::json gradient = summary()["gradients"]["ohms"];
  EXPECT_NEAR(gradient["materials.silicon.electrical_conductivity"].get<double>(), -resistance / 4.3478e4,
              1e-9 * resistance / 4.3478e4);
  EXPECT_NEAR(gradient["electrical.potential.left"].get<double>(), 0.0, 1e-8 * resistance)
      << "twice the volts give twice the amps";
  const std::vector<std::string> unreached = summary()["does_not_reach"]["ohms"];
  EXPECT_NE(std::find(unreached.begin(), unreached.end(), "materials.silicon.thermal_conductivity"), unreached.end());
  EXPECT_EQ(std::find(unreached.begin(), unreached.end(), "electrical.potential.left"), unreached.end());
  expect_words(result.output, {"derivatives of ohms = 0.23000138"});
}

TEST_F(ExpressionQuantity, ReadsConstantsAndOtherExpressions) {
  const std::string more = "[constants]\nprice = 0.25\n" + volts_ + formula("watts", "volts * current") +
                           formula("cost", "price * watts^2") +
                           "[gradient]\nof = \"cost\"\nwrt = \"constants.price\"\n";
  const CommandResult result = differentiate(bar_case() + more);
  ASSERT_EQ(result.status, 0) << result.errors;
  const double watts = 1.0 / resistance;
  EXPECT_NEAR(summary()["quantities"]["cost"].get<double>(), 0.25 * watts * watts, 1e-9 * watts * watts);
  EXPECT_NEAR(summary()["gradients"]["cost"]["constants.price"].get<double>(), watts * watts, 1e-9 * watts * watts);
}

TEST_F(ExpressionQuantity, FaultsAreNamedWithTheirPlace) {
  expect_words(refusal(formula("a", "curent * 2")),
               {"bar.toml:", "unknown name 'curent', did you mean 'current'?", "column 1"});
  expect_words(refusal(formula("a", "b + 1") + formula("b", "2 * c") + formula("c", "a")),
               {"bar.toml:", "the quantity a needs itself: a -> b -> c -> a; break the circle"});
  expect_words(refusal(formula("a", "current + a")), {"the quantity a needs itself: a -> a"});
  expect_words(refusal("[constants]\ncurrent = 1\n" + formula("a", "current")),
               {"is that of a quantity and of a constant", "rename"});
  expect_words(refusal("[quantities.a]\nkind = \"expression\"\n"), {"value", "kind = \"expression\" needs"});
}

TEST_F(ExpressionQuantity, WithoutAFiniteValueTheRunFails) {
  const CommandResult result = solve(bar_case() + formula("bad", "1 / (current - current)"));
  EXPECT_EQ(result.status, 1);
  expect_words(result.errors, {"quantity 'bad'", "is inf at current = "});
}

} // namespace
