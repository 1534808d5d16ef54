/// Turns the parser's findings into operations and checks names. Private to the room.
#pragma once

#include "expression_program.hpp"

#include <map>

namespace adjoule {

/// The InputError for a fault at byte `position` of the text: text, column, caret, message.
[[noreturn]] void throw_expression_error(const std::string& text, std::size_t position, const std::string& message);

class ExpressionBuilder {
 public:
  /// Refuses constants that have the name of something built in.
  ExpressionBuilder(const std::string& text, const std::vector<std::string>& constant_names);

  /// Each returns the register of its result. `position` is the byte where it stands in the text.
  int number(double value);
  int name(const std::string& name, std::size_t position);
  int unary_minus(int argument);
  int power(int base, int exponent);
  int binary(OperationCode code, int first, int second);
  int call(const std::string& function, const std::vector<int>& arguments, std::size_t position);
  /// Refuses unknown functions before their arguments are read.
  void require_function(const std::string& function, std::size_t position) const;

  ExpressionProgram program() const { return program_; }

 private:
  int append(Operation operation);
  int input(const std::string& name, Operation operation);
  [[noreturn]] void unknown(const char* what, const std::string& name, std::vector<std::string> known,
                            std::size_t position) const;

  const std::string& text_;
  const std::vector<std::string>& constant_names_;
  ExpressionProgram program_;
  std::map<std::string, int> inputs_; ///< registers of the variables and constants met so far
};

} // namespace adjoule
