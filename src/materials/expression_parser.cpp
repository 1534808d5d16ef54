#include "expression_builder.hpp"

#include <charconv>
#include <fmt/core.h>
#include <tao/pegtl.hpp>

namespace adjoule {
namespace {

namespace peg = tao::pegtl;

/// What the grammar's actions work on. Every rule that combines operands opens a frame, so that nesting needs no
/// bookkeeping.
struct ParseState {
  struct Operand {
    int result;
    bool negative;
  };
  struct Call {
    std::string name;
    std::size_t position;
    std::vector<int> arguments;
  };
  ExpressionBuilder builder;
  const std::string& text;
  std::vector<int> results;                 ///< of the complete sub-expressions
  std::vector<bool> signs;                  ///< of the operands being read
  std::vector<std::vector<Operand>> powers; ///< a ^ b ^ c being read
  std::vector<Call> calls;
  std::string name; ///< read last
  std::size_t name_position = 0;

  int pop() {
    const int result = results.back();
    results.pop_back();
    return result;
  }
};

// The grammar. Each alternative is recognised by its first characters, so that actions never have to be undone.
struct space : peg::star<peg::space> {};
struct digits : peg::plus<peg::digit> {};
struct exponent : peg::seq<peg::one<'e', 'E'>, peg::opt<peg::one<'+', '-'>>, digits> {};
struct mantissa
    : peg::sor<peg::seq<digits, peg::opt<peg::one<'.'>, peg::opt<digits>>>, peg::seq<peg::one<'.'>, digits>> {};
struct number : peg::seq<mantissa, peg::opt<exponent>> {};
struct name : peg::identifier {};

struct expression;
struct open : peg::one<'('> {};
struct close : peg::one<')'> {};
struct parenthesis : peg::if_must<open, space, expression, close> {};
struct open_call : peg::one<'('> {};
struct argument : peg::seq<expression> {};
struct close_call : peg::one<')'> {};
struct call
    : peg::if_must<open_call, space, argument, peg::star<peg::if_must<peg::one<','>, space, argument>>, close_call> {};
struct bare_name : peg::success {};
struct named : peg::seq<name, space, peg::sor<call, bare_name>> {};
struct primary : peg::sor<number, named, parenthesis> {};

struct begin_operand : peg::success {};
struct minus_sign : peg::one<'-'> {};
struct plus_sign : peg::one<'+'> {};
struct signs : peg::star<peg::sor<minus_sign, plus_sign>, space> {};
struct operand : peg::seq<begin_operand, signs, peg::must<primary>, space> {};
struct begin_power : peg::success {};
struct power : peg::seq<begin_power, operand, peg::star<peg::if_must<peg::one<'^'>, space, operand>>> {};
struct times : peg::if_must<peg::one<'*'>, space, power> {};
struct over : peg::if_must<peg::one<'/'>, space, power> {};
struct product : peg::seq<power, peg::star<peg::sor<times, over>>> {};
struct plus : peg::if_must<peg::one<'+'>, space, product> {};
struct minus : peg::if_must<peg::one<'-'>, space, product> {};
struct sum : peg::seq<product, peg::star<peg::sor<plus, minus>>> {};
struct less_equal : peg::if_must<peg::string<'<', '='>, space, sum> {};
struct greater_equal : peg::if_must<peg::string<'>', '='>, space, sum> {};
struct equal : peg::if_must<peg::string<'=', '='>, space, sum> {};
struct not_equal : peg::if_must<peg::string<'!', '='>, space, sum> {};
struct less : peg::if_must<peg::one<'<'>, space, sum> {};
struct greater : peg::if_must<peg::one<'>'>, space, sum> {};
struct expression : peg::seq<sum, peg::opt<peg::sor<less_equal, greater_equal, equal, not_equal, less, greater>>> {};
struct end : peg::eof {};
struct formula : peg::must<space, expression, end> {};

template <class Rule>
struct action {};

template <>
struct action<number> {
  template <class Input>
  static void apply(const Input& in, ParseState& state) {
    double value = 0.0;
    const auto [stop, fault] = std::from_chars(in.begin(), in.end(), value);
    if (fault != std::errc() || stop != in.end())
      throw_expression_error(state.text, in.position().byte,
                             fmt::format("the number {} is too large or too small", in.string()));
    state.results.push_back(state.builder.number(value));
  }
};
template <>
struct action<name> {
  template <class Input>
  static void apply(const Input& in, ParseState& state) {
    state.name = in.string();
    state.name_position = in.position().byte;
  }
};
template <>
struct action<bare_name> {
  static void apply0(ParseState& state) {
    state.results.push_back(state.builder.name(state.name, state.name_position));
  }
};
template <>
struct action<open_call> {
  static void apply0(ParseState& state) {
    state.builder.require_function(state.name, state.name_position);
    state.calls.push_back({state.name, state.name_position, {}});
  }
};
template <>
struct action<argument> {
  static void apply0(ParseState& state) { state.calls.back().arguments.push_back(state.pop()); }
};
template <>
struct action<close_call> {
  static void apply0(ParseState& state) {
    const ParseState::Call& made = state.calls.back();
    state.results.push_back(state.builder.call(made.name, made.arguments, made.position));
    state.calls.pop_back();
  }
};
template <>
struct action<begin_operand> {
  static void apply0(ParseState& state) { state.signs.push_back(false); }
};
template <>
struct action<minus_sign> {
  static void apply0(ParseState& state) { state.signs.back() = !state.signs.back(); }
};
template <>
struct action<operand> {
  static void apply0(ParseState& state) {
    state.powers.back().push_back({state.pop(), state.signs.back()});
    state.signs.pop_back();
  }
};
template <>
struct action<begin_power> {
  static void apply0(ParseState& state) { state.powers.emplace_back(); }
};
// -a ^ -b ^ c is -(a ^ (-(b ^ c))): from the right, each operand's sign acts on the power it begins.
template <>
struct action<power> {
  static void apply0(ParseState& state) {
    const auto& operands = state.powers.back();
    int result = -1;
    for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand) {
      result = result < 0 ? operand->result : state.builder.power(operand->result, result);
      if (operand->negative) result = state.builder.unary_minus(result);
    }
    state.powers.pop_back();
    state.results.push_back(result);
  }
};
template <OperationCode code>
struct binary_action {
  static void apply0(ParseState& state) {
    const int second = state.pop(), first = state.pop();
    state.results.push_back(state.builder.binary(code, first, second));
  }
};
template <>
struct action<times> : binary_action<OperationCode::multiply> {};
template <>
struct action<over> : binary_action<OperationCode::divide> {};
template <>
struct action<plus> : binary_action<OperationCode::add> {};
template <>
struct action<minus> : binary_action<OperationCode::subtract> {};
template <>
struct action<less> : binary_action<OperationCode::less> {};
template <>
struct action<less_equal> : binary_action<OperationCode::less_equal> {};
template <>
struct action<greater> : binary_action<OperationCode::greater> {};
template <>
struct action<greater_equal> : binary_action<OperationCode::greater_equal> {};
template <>
struct action<equal> : binary_action<OperationCode::equal> {};
template <>
struct action<not_equal> : binary_action<OperationCode::not_equal> {};

constexpr const char* operand_expected = "expected a number, a name or '('";
template <class Rule>
inline constexpr const char* expectation = operand_expected;
template <>
inline constexpr const char* expectation<close> = "expected an operator or ')'";
template <>
inline constexpr const char* expectation<close_call> = "expected an operator, ',' or ')'";
template <>
inline constexpr const char* expectation<end> = "expected an operator or the end";

/// Says what `must` rules expected.
template <class Rule>
struct control : peg::normal<Rule> {
  template <class Input, class... States>
  [[noreturn]] static void raise(const Input& in, States&&...) {
    throw peg::parse_error(expectation<Rule>, in);
  }
};

/// Bounds the recursion of the grammar.
void check_nesting(const std::string& text) {
  constexpr int deepest = 100;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' && ++depth > deepest)
      throw_expression_error(text, i, fmt::format("parentheses are nested more than {} deep", deepest));
    if (text[i] == ')') --depth;
  }
}

/// Says more about common slips than what the grammar expected.
std::string explain(const std::string& text, std::size_t position, const std::string& expected) {
  if (position >= text.size()) return expected + ", found the end";
  const char found = text[position];
  if (found == '=') return expected + ": equality is written '=='";
  if (found == '*' && position > 0 && text[position - 1] == '*') return expected + ": powers are written '^'";
  if (found == ',') return expected + ": decimals are written with a point";
  if (found == '<' || found == '>' || (found == '!' && text.compare(position, 2, "!=") == 0))
    return expected + ": comparisons do not chain, multiply two of them instead";
  return expected;
}

} // namespace

ExpressionProgram parse_expression(const std::string& text, const std::vector<std::string>& constant_names) {
  check_nesting(text);
  ParseState state{ExpressionBuilder(text, constant_names), text, {}, {}, {}, {}, {}};
  peg::memory_input input(text, "expression");
  try {
    peg::parse<formula, action, control>(input, state);
  } catch (const peg::parse_error& error) {
    const std::size_t position = error.positions().front().byte;
    throw_expression_error(text, position, explain(text, position, std::string(error.message())));
  }
  return state.builder.program();
}

} // namespace adjoule
