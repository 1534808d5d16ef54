/// A formula as a flat list of operations. Private to the room.
#pragma once

#include "adjoule/materials/expression.hpp"

#include <cstdint>

namespace adjoule {

enum class OperationCode : std::uint8_t {
  number,
  temperature,
  position, ///< `first` is the component
  constant, ///< `first` is the place in `used_constants`
  add,
  subtract,
  multiply,
  divide,
  power,
  integer_power, ///< exponent in `number`
  negate,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  select, ///< first ? second : third
  exp,
  log,
  sqrt,
  sin,
  cos,
  tan,
  sinh,
  cosh,
  tanh,
  abs,
  min,
  max,
};

/// Operation number i writes register i; its arguments are registers written before.
struct Operation {
  OperationCode code;
  int first = -1, second = -1, third = -1;
  double number = 0.0;
  bool varies = false; ///< depends on a variable or a constant
};

struct ExpressionProgram {
  std::vector<Operation> operations; ///< the last one is the result
  std::vector<std::string> used_constants;
  bool reads_temperature = false;
  bool reads_position = false;
};

/// Throws InputError, see `Expression`.
ExpressionProgram parse_expression(const std::string& text, const std::vector<std::string>& constant_names);

/// What the operations read.
struct ExpressionInputs {
  Batch temperature;
  const Vector3<Batch>& position;
  std::span<const Batch> constants;
};

/// Fills one register an operation.
void run_forward(const ExpressionProgram& program, const ExpressionInputs& inputs, std::vector<Batch>& registers);
/// The derivatives of the last register to all inputs, from the registers of `run_forward`.
void run_backward(const ExpressionProgram& program, const std::vector<Batch>& registers,
                  Expression::Derivative& derivative);

} // namespace adjoule
