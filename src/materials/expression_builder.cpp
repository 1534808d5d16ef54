#include "expression_builder.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numbers>

namespace adjoule {
namespace {

struct Function {
  const char* name;
  OperationCode code;
  std::size_t arguments;
};
constexpr std::array functions = {
    Function{"if", OperationCode::select, 3}, Function{"exp", OperationCode::exp, 1},
    Function{"log", OperationCode::log, 1},   Function{"sqrt", OperationCode::sqrt, 1},
    Function{"sin", OperationCode::sin, 1},   Function{"cos", OperationCode::cos, 1},
    Function{"tan", OperationCode::tan, 1},   Function{"sinh", OperationCode::sinh, 1},
    Function{"cosh", OperationCode::cosh, 1}, Function{"tanh", OperationCode::tanh, 1},
    Function{"abs", OperationCode::abs, 1},   Function{"min", OperationCode::min, 2},
    Function{"max", OperationCode::max, 2},
};
const std::vector<std::string> variables = {"T", "x", "y", "z", "pi"};
const std::string time = "t";

const Function* find_function(const std::string& name) {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return name == f.name; });
  return found == functions.end() ? nullptr : &*found;
}

bool is_variable(const std::string& name) {
  return std::find(variables.begin(), variables.end(), name) != variables.end();
}

/// Repeated multiplication is quicker than the general power, and at least as accurate, up to here.
constexpr double largest_integer_power = 16.0;

} // namespace

bool is_reserved_in_expressions(const std::string& name) {
  return is_variable(name) || name == time || find_function(name);
}

void throw_expression_error(const std::string& text, std::size_t position, const std::string& message) {
  // Characters, each with its UTF-8 continuation bytes: columns count these.
  std::vector<std::string> characters;
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U && !characters.empty();
    if (continues)
      characters.back() += text[i];
    else
      characters.emplace_back(1, text[i] == '\n' || text[i] == '\r' || text[i] == '\t' ? ' ' : text[i]);
    if (i < position) column = characters.size();
  }
  // Of a long text, what stands around the fault.
  constexpr std::size_t before = 60, after = 40;
  const std::size_t first = column > before ? column - before : 0;
  const std::size_t last = std::min(column + after, characters.size());
  std::string shown = first > 0 ? "..." : "";
  const std::size_t caret = shown.size() + column - first;
  for (std::size_t i = first; i < last; ++i) shown += characters[i];
  if (last < characters.size()) shown += "...";
  throw InputError(fmt::format("{} in the expression \"{}\", column {}\n    {}\n    {}^", message, shown, column + 1,
                               shown, std::string(caret, ' ')));
}

ExpressionBuilder::ExpressionBuilder(const std::string& text, const std::vector<std::string>& constant_names)
    : text_(text), constant_names_(constant_names) {
  for (const std::string& name : constant_names)
    if (is_reserved_in_expressions(name) && name != time)
      throw InputError(
          fmt::format("the constant '{}' has the name of a variable or function of expressions: rename it", name));
}

void ExpressionBuilder::unknown(const char* what, const std::string& name, std::vector<std::string> known,
                                std::size_t position) const {
  const std::string nearest = nearest_name(name, known);
  throw_expression_error(text_, position,
                         fmt::format("unknown {} '{}'{} (known: {})", what, name,
                                     nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest),
                                     join_names(known)));
}

int ExpressionBuilder::append(Operation operation) {
  for (const int argument : {operation.first, operation.second, operation.third})
    if (operation.code != OperationCode::position && operation.code != OperationCode::constant && argument >= 0)
      operation.varies |= program_.operations[static_cast<std::size_t>(argument)].varies;
  program_.operations.push_back(operation);
  return static_cast<int>(program_.operations.size()) - 1;
}

int ExpressionBuilder::input(const std::string& name, Operation operation) {
  operation.varies = true;
  return inputs_[name] = append(operation);
}

int ExpressionBuilder::number(double value) {
  return append({.code = OperationCode::number, .number = value});
}

int ExpressionBuilder::name(const std::string& name, std::size_t position) {
  if (const auto known = inputs_.find(name); known != inputs_.end()) return known->second;
  if (name == "pi") return number(std::numbers::pi);
  if (name == "T") {
    program_.reads_temperature = true;
    return input(name, {.code = OperationCode::temperature});
  }
  if (name == "x" || name == "y" || name == "z") {
    program_.reads_position = true;
    return input(name, {.code = OperationCode::position, .first = name[0] - 'x'});
  }
  if (std::find(constant_names_.begin(), constant_names_.end(), name) != constant_names_.end()) {
    program_.used_constants.push_back(name);
    return input(name,
                 {.code = OperationCode::constant, .first = static_cast<int>(program_.used_constants.size()) - 1});
  }
  if (name == time) throw_expression_error(text_, position, "there is no time 't' here");
  if (find_function(name))
    throw_expression_error(text_, position, fmt::format("expected '(' after the function '{}'", name));
  std::vector<std::string> known = variables;
  known.insert(known.end(), constant_names_.begin(), constant_names_.end());
  unknown("name", name, known, position);
}

int ExpressionBuilder::unary_minus(int argument) {
  return append({.code = OperationCode::negate, .first = argument});
}

int ExpressionBuilder::binary(OperationCode code, int first, int second) {
  return append({.code = code, .first = first, .second = second});
}

int ExpressionBuilder::power(int base, int exponent) {
  // A literal exponent may stand behind signs: look through them.
  double sign = 1.0;
  const Operation* operation = &program_.operations[static_cast<std::size_t>(exponent)];
  while (operation->code == OperationCode::negate) {
    sign = -sign;
    operation = &program_.operations[static_cast<std::size_t>(operation->first)];
  }
  const double value = sign * operation->number;
  if (operation->code == OperationCode::number && value == std::trunc(value) &&
      std::abs(value) <= largest_integer_power)
    return append({.code = OperationCode::integer_power, .first = base, .number = value});
  return binary(OperationCode::power, base, exponent);
}

void ExpressionBuilder::require_function(const std::string& function, std::size_t position) const {
  if (find_function(function)) return;
  if (is_variable(function) ||
      std::find(constant_names_.begin(), constant_names_.end(), function) != constant_names_.end())
    throw_expression_error(text_, position, fmt::format("'{}' is not a function: write '*' to multiply", function));
  std::vector<std::string> known;
  for (const Function& f : functions) known.emplace_back(f.name);
  unknown("function", function, known, position);
}

int ExpressionBuilder::call(const std::string& name, const std::vector<int>& arguments, std::size_t position) {
  const Function& function = *find_function(name);
  if (arguments.size() != function.arguments)
    throw_expression_error(text_, position,
                           fmt::format("'{}' takes {} argument{}, not {},", name, function.arguments,
                                       function.arguments == 1 ? "" : "s", arguments.size()));
  Operation operation{.code = function.code, .first = arguments[0]};
  if (arguments.size() > 1) operation.second = arguments[1];
  if (arguments.size() > 2) operation.third = arguments[2];
  return append(operation);
}

} // namespace adjoule
