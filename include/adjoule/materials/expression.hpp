/// Properties written as formulae.
#pragma once

#include "adjoule/fem/coefficient.hpp"

#include <map>
#include <string>

namespace adjoule {

/// A formula in T (K), x, y, z (m) and named constants: `+ - * / ^`, comparisons (`< <= > >= == !=`), `if(c, a, b)`,
/// exp log sqrt sin cos tan sinh cosh tanh abs min max, pi. Time is a constant of the name t. `^` binds tighter than
/// unary minus and to the right.
class Expression {
 public:
  /// Throws InputError with the text, the column and what was expected or which names are known.
  Expression(const std::string& text, const std::vector<std::string>& constant_names);
  ~Expression();
  Expression(const Expression&);
  Expression& operator=(const Expression&);

  /// The constants that occur.
  const std::vector<std::string>& used_constants() const;
  bool reads_temperature() const;
  bool reads_position() const;

  struct Derivative {
    Batch temperature;
    Vector3<Batch> position;
    std::vector<Batch> constants; ///< in the order of used_constants()
  };
  /// `constants` in the order of used_constants().
  Batch value(Batch temperature, const Vector3<Batch>& position, std::span<const Batch> constants) const;
  /// Value and exact derivatives by a reverse sweep over the parsed operations.
  Batch linearize(Batch temperature, const Vector3<Batch>& position, std::span<const Batch> constants,
                  Derivative& derivative) const;

 private:
  struct Program;
  std::unique_ptr<Program> program_;
};

/// Whether the name is that of a variable or function of expressions, or of time: no constant of the user may have it.
bool is_reserved_in_expressions(const std::string& name);

/// The formula as a coefficient; `constants` maps every name that may occur to its scalar parameter.
CoefficientPointer expression_coefficient(const Parameters& parameters, const std::string& text,
                                          const std::map<std::string, Parameter>& constants);

} // namespace adjoule
