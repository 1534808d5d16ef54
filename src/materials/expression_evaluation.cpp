#include "adjoule/core/batch_exponential.hpp"
#include "expression_program.hpp"

#include <cmath>
#include <limits>

namespace adjoule {
namespace {

double integer_power(double base, int exponent) {
  double result = 1.0, square = base;
  for (int n = std::abs(exponent); n > 0; n /= 2) {
    if (n % 2 == 1) result *= square;
    square *= square;
  }
  return exponent < 0 ? 1.0 / result : result;
}

Batch integer_power(Batch base, int exponent) {
  return map_lanes(base, [=](double x) { return integer_power(x, exponent); });
}

/// 0 or 1; what is not a number stays so, that nobody takes it for "no".
template <class Comparison>
Batch compare(Batch a, Batch b, Comparison comparison) {
  return map_lanes(a, b, [&](double x, double y) {
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
    return comparison(x, y) ? 1.0 : 0.0;
  });
}

// Which of two arguments min and max return; the first one on a tie, and whatever is not a number.
bool min_takes_first(double x, double y) {
  return x <= y || std::isnan(x);
}
bool max_takes_first(double x, double y) {
  return x >= y || std::isnan(x);
}

/// d(x^y)/dy. Its limit at x = 0 is 0 for every positive y.
double power_derivative_to_exponent(double x, double y, double power) {
  return x == 0.0 && y > 0.0 ? 0.0 : power * std::log(x);
}
double power_derivative_to_base(double x, double y) {
  return y == 0.0 ? 0.0 : y * std::pow(x, y - 1.0);
}

/// The lanes of a batch, one bit each.
using LaneSet = unsigned;
constexpr LaneSet all_lanes = (1U << Batch::lanes) - 1U;

template <class Predicate>
LaneSet lanes_where(Predicate predicate) {
  LaneSet set = 0;
  for (int lane = 0; lane < Batch::lanes; ++lane)
    if (predicate(lane)) set |= 1U << lane;
  return set;
}

/// The reverse sweep. A lane that a branch did not take is not reached there at all: its infinite derivatives must not
/// meet a zero factor.
class ReverseSweep {
 public:
  ReverseSweep(const ExpressionProgram& program, const std::vector<Batch>& registers)
      : program_(program), registers_(registers), adjoints_(registers.size(), Batch(0.0)),
        reached_(registers.size(), 0U) {}

  void run(Expression::Derivative& derivative);

 private:
  Batch value(int index) const { return registers_[static_cast<std::size_t>(index)]; }

  void add(int argument, Batch amount, LaneSet lanes) {
    const auto index = static_cast<std::size_t>(argument);
    if (!program_.operations[index].varies) return;
    reached_[index] |= lanes;
    if (lanes == all_lanes) {
      adjoints_[index] += amount;
      return;
    }
    for (int lane = 0; lane < Batch::lanes; ++lane)
      if (lanes & (1U << lane)) adjoints_[index].set(lane, adjoints_[index][lane] + amount[lane]);
  }

  void arithmetic(const Operation& operation, Batch result, Batch adjoint, LaneSet lanes);
  void function(const Operation& operation, Batch result, Batch adjoint, LaneSet lanes);
  void branch(const Operation& operation, Batch adjoint, LaneSet lanes);

  const ExpressionProgram& program_;
  const std::vector<Batch>& registers_;
  std::vector<Batch> adjoints_;
  std::vector<LaneSet> reached_;
};

void ReverseSweep::arithmetic(const Operation& operation, Batch result, Batch adjoint, LaneSet lanes) {
  const int a = operation.first, b = operation.second;
  switch (operation.code) {
    case OperationCode::add:
      add(a, adjoint, lanes);
      add(b, adjoint, lanes);
      break;
    case OperationCode::subtract:
      add(a, adjoint, lanes);
      add(b, -adjoint, lanes);
      break;
    case OperationCode::multiply:
      add(a, adjoint * value(b), lanes);
      add(b, adjoint * value(a), lanes);
      break;
    case OperationCode::divide:
      add(a, adjoint / value(b), lanes);
      add(b, -adjoint * result / value(b), lanes);
      break;
    case OperationCode::power: {
      const auto& operations = program_.operations;
      if (operations[static_cast<std::size_t>(a)].varies)
        add(a, adjoint * map_lanes(value(a), value(b), power_derivative_to_base), lanes);
      if (operations[static_cast<std::size_t>(b)].varies)
        for (int lane = 0; lane < Batch::lanes; ++lane)
          add(b, adjoint[lane] * power_derivative_to_exponent(value(a)[lane], value(b)[lane], result[lane]),
              lanes & (1U << lane));
      break;
    }
    case OperationCode::integer_power: {
      const int exponent = static_cast<int>(operation.number);
      if (exponent != 0) add(a, adjoint * operation.number * integer_power(value(a), exponent - 1), lanes);
      break;
    }
    case OperationCode::negate:
      add(a, -adjoint, lanes);
      break;
    default:
      function(operation, result, adjoint, lanes);
  }
}

void ReverseSweep::function(const Operation& operation, Batch result, Batch adjoint, LaneSet lanes) {
  const Batch x = value(operation.first);
  const auto chain = [&](Batch derivative) { add(operation.first, adjoint * derivative, lanes); };
  switch (operation.code) {
    case OperationCode::exp:
      chain(result);
      break;
    case OperationCode::log:
      chain(Batch(1.0) / x);
      break;
    case OperationCode::sqrt:
      chain(Batch(0.5) / result);
      break;
    case OperationCode::sin:
      chain(cos(x));
      break;
    case OperationCode::cos:
      chain(-sin(x));
      break;
    case OperationCode::tan:
      chain(1.0 + result * result);
      break;
    case OperationCode::sinh:
      chain(cosh(x));
      break;
    case OperationCode::cosh:
      chain(sinh(x));
      break;
    case OperationCode::tanh:
      chain(1.0 - result * result);
      break;
    default:
      branch(operation, adjoint, lanes);
  }
}

void ReverseSweep::branch(const Operation& operation, Batch adjoint, LaneSet lanes) {
  const Batch first = value(operation.first);
  switch (operation.code) {
    case OperationCode::abs:
      add(operation.first, adjoint * map_lanes(first, [](double x) { return x < 0.0 ? -1.0 : 1.0; }), lanes);
      break;
    case OperationCode::min:
    case OperationCode::max: {
      const Batch second = value(operation.second);
      const auto takes_first = operation.code == OperationCode::min ? min_takes_first : max_takes_first;
      const LaneSet taken = lanes_where([&](int lane) { return takes_first(first[lane], second[lane]); });
      add(operation.first, adjoint, lanes & taken);
      add(operation.second, adjoint, lanes & ~taken);
      break;
    }
    case OperationCode::select: {
      const LaneSet taken = lanes_where([&](int lane) { return first[lane] != 0.0; });
      add(operation.second, adjoint, lanes & taken);
      add(operation.third, adjoint, lanes & ~taken);
      break;
    }
    default:
      break; // comparisons are piecewise constant
  }
}

void ReverseSweep::run(Expression::Derivative& derivative) {
  adjoints_.back() = 1.0;
  reached_.back() = all_lanes;
  for (std::size_t index = registers_.size(); index-- > 0;) {
    const Operation& operation = program_.operations[index];
    if (!operation.varies || reached_[index] == 0U) continue;
    const Batch adjoint = adjoints_[index];
    switch (operation.code) {
      case OperationCode::temperature:
        derivative.temperature += adjoint;
        break;
      case OperationCode::position:
        derivative.position[operation.first] += adjoint;
        break;
      case OperationCode::constant:
        derivative.constants[static_cast<std::size_t>(operation.first)] += adjoint;
        break;
      default:
        arithmetic(operation, registers_[index], adjoint, reached_[index]);
    }
  }
}

Batch select(Batch condition, Batch yes, Batch no) {
  Batch result;
  for (int lane = 0; lane < Batch::lanes; ++lane)
    result.set(lane, std::isnan(condition[lane]) ? condition[lane] : condition[lane] != 0.0 ? yes[lane] : no[lane]);
  return result;
}

} // namespace

void run_forward(const ExpressionProgram& program, const ExpressionInputs& inputs, std::vector<Batch>& registers) {
  registers.resize(program.operations.size());
  for (std::size_t index = 0; index < registers.size(); ++index) {
    const Operation& operation = program.operations[index];
    const auto argument = [&](int number) { return registers[static_cast<std::size_t>(number)]; };
    const auto a = [&] { return argument(operation.first); };
    const auto b = [&] { return argument(operation.second); };
    Batch& result = registers[index];
    switch (operation.code) {
      case OperationCode::number:
        result = operation.number;
        break;
      case OperationCode::temperature:
        result = inputs.temperature;
        break;
      case OperationCode::position:
        result = inputs.position[operation.first];
        break;
      case OperationCode::constant:
        result = inputs.constants[static_cast<std::size_t>(operation.first)];
        break;
      case OperationCode::add:
        result = a() + b();
        break;
      case OperationCode::subtract:
        result = a() - b();
        break;
      case OperationCode::multiply:
        result = a() * b();
        break;
      case OperationCode::divide:
        result = a() / b();
        break;
      case OperationCode::power:
        result = pow(a(), b());
        break;
      case OperationCode::integer_power:
        result = integer_power(a(), static_cast<int>(operation.number));
        break;
      case OperationCode::negate:
        result = -a();
        break;
      case OperationCode::less:
        result = compare(a(), b(), std::less<>());
        break;
      case OperationCode::less_equal:
        result = compare(a(), b(), std::less_equal<>());
        break;
      case OperationCode::greater:
        result = compare(a(), b(), std::greater<>());
        break;
      case OperationCode::greater_equal:
        result = compare(a(), b(), std::greater_equal<>());
        break;
      case OperationCode::equal:
        result = compare(a(), b(), std::equal_to<>());
        break;
      case OperationCode::not_equal:
        result = compare(a(), b(), std::not_equal_to<>());
        break;
      case OperationCode::select:
        result = select(a(), b(), argument(operation.third));
        break;
      case OperationCode::exp:
        result = exp(a());
        break;
      case OperationCode::log:
        result = log(a());
        break;
      case OperationCode::sqrt:
        result = sqrt(a());
        break;
      case OperationCode::sin:
        result = sin(a());
        break;
      case OperationCode::cos:
        result = cos(a());
        break;
      case OperationCode::tan:
        result = tan(a());
        break;
      case OperationCode::sinh:
        result = sinh(a());
        break;
      case OperationCode::cosh:
        result = cosh(a());
        break;
      case OperationCode::tanh:
        result = tanh(a());
        break;
      case OperationCode::abs:
        result = abs(a());
        break;
      case OperationCode::min:
        result = map_lanes(a(), b(), [](double x, double y) { return min_takes_first(x, y) ? x : y; });
        break;
      case OperationCode::max:
        result = map_lanes(a(), b(), [](double x, double y) { return max_takes_first(x, y) ? x : y; });
        break;
    }
  }
}

void run_backward(const ExpressionProgram& program, const std::vector<Batch>& registers,
                  Expression::Derivative& derivative) {
  derivative.temperature = 0.0;
  derivative.position = {};
  derivative.constants.assign(program.used_constants.size(), Batch(0.0));
  ReverseSweep(program, registers).run(derivative);
}

} // namespace adjoule
