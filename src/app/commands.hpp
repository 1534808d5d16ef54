// The commands behind the command line. Each returns the exit status 0 or 1, or throws.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace adjoule {

/// Options of the commands that take a case.
struct CaseOptions {
  std::filesystem::path file;
  std::vector<std::string> overrides;
  std::filesystem::path output; ///< empty: results/<case name>
  int threads = 0;              ///< 0: as many as OpenMP gives
  bool quiet = false;
  bool json = false;
  std::filesystem::path picture; ///< empty: none
  std::string color;             ///< empty: chosen by what the model computes
  bool resume = false;           ///< go on with an optimisation
};

struct MeshCommandOptions {
  std::filesystem::path file;
  std::string unit; ///< a name or a number; empty: metres
  std::optional<int> order;
  std::optional<double> size;
  int refine = 0;
  std::vector<std::string> parameters; ///< NAME=VALUE
  std::filesystem::path output;        ///< .msh or .vtu; empty: none
  bool quiet = false;
  bool json = false;
};

int command_solve(const CaseOptions& options);
int command_gradient(const CaseOptions& options);
int command_identify(const CaseOptions& options);
int command_optimize(const CaseOptions& options);
int command_check(const CaseOptions& options);
int command_mesh(const MeshCommandOptions& options);
int command_new(const std::string& name, const std::filesystem::path& folder, bool quiet);
int command_help(const std::string& key, bool markdown);

/// Puts a text on standard output.
void print(const std::string& text);

} // namespace adjoule
