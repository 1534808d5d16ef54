#include "adjoule/app/help.hpp"

#include "adjoule/app/schema.hpp"
#include "help_facts.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

constexpr const char* introduction = R"(# The case file

One TOML file describes one analysis. This page is made from the program's own table of keys (`adjoule help --markdown`);
`adjoule help KEY` shows the same for one key.

- **Units are SI**: m, kg, s, A, K, and V, Pa, W, N, ohm from them. Only mesh coordinates (`mesh.unit`) and
  the columns of measured data (`units`) have units of their own.
- **Boundaries and regions are named by the mesh's physical groups**: `[electrical.potential]` with `anchor_hot = 5.0`. In the
  tables below such names stand in angle brackets. A name with a dot or a space stands in quotes.
- **An unknown key is an error**, with the line and the nearest key that exists. A key marked "not yet" is known and refused.
- **There are no physical defaults**: what a physics needs and the file lacks is an error. Numerical settings have defaults.
- **Numbers marked "yes" under "derivative" are parameters of the gradient**, named by their path:
  `electrical.potential.anchor_hot`, `mechanical.traction.tip.1` (entries from 0), `mechanical.displacement.wall.x`,
  `materials.silicon.thermal_conductivity.value.0` (an entry of a table), `materials.rubber.elasticity.mu.0` (a term of a
  list). `--set PATH=VALUE` takes the same paths. A number that is `inf` has no derivative.
- **The order of the file counts** where two groups share nodes: the first listed wins.

A property is a number, or one of

| form | meaning |
|---|---|
| `"34 * (300 / T)^1.2"` | an expression in `T` (K), `x`, `y`, `z` (m, reference configuration), with `[time]` also `t` (s), and the names of `[constants]` |
| `{ temperature = [300, 600], value = [34, 22] }` | a table, piecewise linear in temperature, constant outside |
| `{ elements = "sigma.csv" }` | one value an element of the material's regions, in mesh order, from the column `value` |
| `{ elements = "design.vtu", array = "sigma" }` | the same from a cell array |

A load, a prescribed or an ambient value is a number or such an expression; of these only loads may read `T`.
)";

/// Table cells may not hold a bar; angle brackets would be taken for HTML.
std::string code(const std::string& text) {
  return "`" + text + "`";
}

std::string row(const SchemaKey& key) {
  std::string otherwise = key.default_value.empty() ? default_text(key) : code(key.default_value);
  const std::string condition = condition_text(key);
  if (!condition.empty()) otherwise += (otherwise.empty() ? "" : "; ") + condition;
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", code(key.name()), key.type_text(), key.unit,
                     key.range.text(), otherwise, key.differentiable ? "yes" : "",
                     is_supported(key.stage) ? "" : "not yet", key.help);
}

std::string table_of(const std::vector<const SchemaKey*>& keys) {
  std::string rows;
  for (const SchemaKey* key : keys) {
    if (key->type != ValueType::section) rows += row(*key);
  }
  if (rows.empty()) return {};
  return "\n| key | value | unit | range | default or condition | derivative | status | meaning |\n"
         "|---|---|---|---|---|---|---|---|\n" +
         rows;
}

} // namespace

std::string reference_page() {
  const Schema& schema = case_schema();
  std::string page = introduction;
  page += "\n## Top level\n" + table_of(schema.children(""));
  for (const SchemaKey& key : schema.keys()) {
    if (key.type != ValueType::section) continue;
    const bool is_top = key.pattern.find('.') == std::string::npos;
    page += fmt::format("\n{} {}\n\n{}{}\n", is_top ? "##" : "###", code("[" + key.pattern + "]"), key.help,
                        is_supported(key.stage) ? "" : " Not supported yet.");
    page += table_of(schema.children(key.pattern));
  }
  return page;
}

} // namespace adjoule
