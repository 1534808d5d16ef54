/// The table of every key of the case file: the single source of validation, help and reference.
#pragma once

#include "adjoule/app/schema_key.hpp"
#include "adjoule/app/schema_path.hpp"

#include <string>
#include <vector>

namespace adjoule {

class Schema {
 public:
  /// The keys in the order of the reference page; a section stands before its keys.
  explicit Schema(std::vector<SchemaKey> keys);

  const std::vector<SchemaKey>& keys() const { return keys_; }

  /// The key of that path, or null. Names chosen by the user match angle brackets; so does "*".
  const SchemaKey* find(const CasePath& path) const;

  /// Keys directly below a section, given by its pattern; "" gives the top level.
  std::vector<const SchemaKey*> children(const std::string& pattern) const;

  /// The key of a value and what remains of the path: the place inside an array or table ("0", "value.3", "x").
  struct Match {
    const SchemaKey* key = nullptr;
    CasePath component;
  };
  Match match(const CasePath& path) const;

  struct Differentiability {
    bool exists = false;
    std::string reason; ///< one sentence that starts with the path, where no derivative exists
  };
  /// Whether the case file's format has a number of that path, and a derivative to it exists. The value itself need not
  /// be there.
  Differentiability differentiable(const std::string& path) const;

 private:
  std::vector<SchemaKey> keys_;
  std::vector<CasePath> patterns_; ///< segments of each key's pattern
};

/// The key of `keys` whose name, or one of the names that people try instead, is nearest to `name`; null if none is
/// near.
const SchemaKey* nearest_key(const std::string& name, const std::vector<const SchemaKey*>& keys);

/// The case file's schema.
const Schema& case_schema();

} // namespace adjoule
