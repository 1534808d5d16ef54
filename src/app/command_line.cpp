#include "adjoule/app/command_line.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "adjoule/core/version.hpp"
#include "commands.hpp"
#include "synthesis.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <omp.h>

#include <cstdio>
#include <functional>
#include <limits>
#include <new>
#include <sstream>
#include <string_view>

namespace adjoule {
namespace {

/// The options of all commands and what was chosen.
struct CommandLine {
  CLI::App app{"Adjoule: coupled electrical, thermal and mechanical analysis with gradients", "adjoule"};
  CaseOptions run;
  MeshCommandOptions mesh;
  SynthesisOptions synthesis;
  std::string name, folder, key;
  bool markdown = false;
  std::function<int()> chosen;

  CommandLine();

 private:
  CLI::App* add_case_command(const std::string& command, const std::string& what, int (*action)(const CaseOptions&));
  void add_results(CLI::App& command);
  void add_mesh_command();
  void add_synthesize_command();
  void add_other_commands();
};

CLI::App* CommandLine::add_case_command(const std::string& command, const std::string& what,
                                        int (*action)(const CaseOptions&)) {
  CLI::App* sub = app.add_subcommand(command, what);
  sub->add_option("case", run.file, "Case file (.toml)")->required()->type_name("CASE");
  sub->add_option("--set", run.overrides, "Replace or add a value of the case file; repeatable")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  sub->add_option("--threads", run.threads, "Number of threads")->check(CLI::Range(1, 1024));
  sub->add_flag("--quiet", run.quiet, "No progress and no tables; warnings remain");
  sub->add_flag("--json", run.json, "The summary on standard output and nothing else");
  sub->callback([this, action] { chosen = [this, action] { return action(run); }; });
  return sub;
}

void CommandLine::add_results(CLI::App& command) {
  command.add_option("--output", run.output, "Folder for the results (default: results/<case name>)")->type_name("DIR");
  CLI::Option* picture =
      command.add_option("--picture", run.picture, "Draw the deformed body to this PNG file")->type_name("FILE");
  command.add_option("--color", run.color, "Field of the picture's colours, such as displacement.y")
      ->type_name("FIELD")
      ->needs(picture);
}

void CommandLine::add_mesh_command() {
  CLI::App* sub = app.add_subcommand("mesh", "Groups, element counts and quality of a mesh");
  sub->add_option("file", mesh.file, "Mesh file (.geo, .msh, .step)")->required()->type_name("FILE");
  sub->add_option("--unit", mesh.unit, "Unit of the coordinates: m, mm, um, nm, in, or metres per unit (default: m)");
  sub->add_option("--order", mesh.order, "Element order, 1 or 2 (.geo, .step)")->check(CLI::Range(1, 2));
  sub->add_option("--size", mesh.size, "Target element size in file units (.geo, .step)")->check(CLI::PositiveNumber);
  sub->add_option("--refine", mesh.refine, "Uniform splits")->check(CLI::Range(0, 8));
  sub->add_option("--parameter", mesh.parameters, "Value of a DefineConstant number of the .geo; repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  sub->add_option("--output", mesh.output, "Write the mesh as .msh or .vtu")->type_name("FILE");
  sub->add_flag("--quiet", mesh.quiet, "No table; warnings remain");
  sub->add_flag("--json", mesh.json, "The table as JSON");
  sub->callback([this] { chosen = [this] { return command_mesh(mesh); }; });
}

void CommandLine::add_synthesize_command() {
  CLI::App* sub = add_case_command("synthesize", "Make data with noise from a case whose numbers are known", nullptr);
  sub->add_option("--points", synthesis.points, "CSV file with columns x, y, z (m): where displacements are measured")
      ->type_name("FILE");
  sub->add_option("--on", synthesis.group, "Instead: at the nodes of this group")->type_name("GROUP");
  sub->add_option("--noise", synthesis.noise, "Standard deviation of the displacements: m, or % of the largest")
      ->type_name("S");
  sub->add_option("--quantity", synthesis.quantities,
                  "Write a quantity too, with this standard deviation: SI, or % of the largest value; repeatable")
      ->type_name("NAME=NOISE")
      ->allow_extra_args(false);
  sub->add_option("--seed", synthesis.seed, "Of the noise (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(0, std::numeric_limits<int>::max()));
  sub->add_option("--output", run.output, "Folder for the data (default: results/<case name>)")->type_name("DIR");
  sub->callback([this] {
    chosen = [this] {
      synthesis.run = run;
      return command_synthesize(synthesis);
    };
  });
}

void CommandLine::add_other_commands() {
  CLI::App* start = app.add_subcommand("new", "Write a starter case and its geometry");
  start->add_option("name", name, "Name of the case")->required()->type_name("NAME");
  start->add_option("--output", folder, "Folder to write to (default: this one)")->type_name("DIR");
  start->add_flag("--quiet", run.quiet, "Say nothing");
  start->callback([this] { chosen = [this] { return command_new(name, folder, run.quiet); }; });

  CLI::App* help = app.add_subcommand("help", "Explain a key of the case file, or list its sections");
  help->add_option("key", key, "Key or section, such as thermal.convection")->type_name("KEY");
  help->add_flag("--markdown", markdown, "The reference page of all keys");
  help->callback([this] { chosen = [this] { return command_help(key, markdown); }; });
}

CommandLine::CommandLine() {
  app.set_version_flag("--version", std::string("adjoule ") + version());
  app.require_subcommand(1);
  add_results(*add_case_command("solve", "Solve a case and write the results", command_solve));
  add_results(*add_case_command("gradient", "Solve, and differentiate the quantities", command_gradient));
  add_results(*add_case_command("identify", "Fit numbers of a case to measured data", command_identify));
  CLI::App* optimize = add_case_command("optimize", "Find the design that [optimize] asks for", command_optimize);
  add_results(*optimize);
  optimize->add_flag("--resume", run.resume, "Go on where an earlier run with the same --output stopped");
  add_case_command("check", "Everything short of solving", command_check)
      ->add_option("--output", run.output, "Folder for check.json (default: none is written)")
      ->type_name("DIR");
  add_synthesize_command();
  add_mesh_command();
  add_other_commands();
}

int fail(int status, const std::string& message) {
  fmt::print(stderr, "error: {}\n", message);
  return status;
}

int run_guarded(const std::function<int()>& work) {
  try {
    return work();
  } catch (const InputError& error) {
    return fail(2, error.what());
  } catch (const AnalysisError& error) {
    return fail(1, error.what());
  } catch (const std::bad_alloc&) {
    return fail(1, "out of memory: use a coarser mesh (mesh.size), linear elements (mesh.order = 1), or a machine with "
                   "more memory");
  } catch (const std::exception& error) {
    // The words of std::thread and of TBB, whose exceptions have no type in common.
    const std::string_view words = error.what();
    if (words.find("pthread_create") != words.npos || words.find("Resource temporarily unavailable") != words.npos)
      return fail(1, "no further thread can be started, for lack of memory or by a limit: use fewer threads (--threads "
                     "1), or give the process more memory (ulimit -v) and more threads (ulimit -u)");
    return fail(1, fmt::format("internal error: {}: please report it together with the case file", words));
  } catch (...) {
    return fail(1, "internal error: please report it together with the case file");
  }
}

} // namespace

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) != 0 || !written)
    throw AnalysisError("standard output cannot be written (is its disk full, or its reader gone?)");
}

int run_command_line(int argc, const char* const* argv) {
  clear_warnings();
  CommandLine line;
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      std::ostringstream text;
      line.app.exit(error, text, text);
      return run_guarded([&] {
        print(text.str());
        return 0;
      });
    }
    const std::vector<std::string> commands{"solve", "gradient", "identify", "optimize", "synthesize",
                                            "check", "mesh",     "new",      "help"};
    const std::string first = argc > 1 ? argv[1] : "";
    const bool unknown = line.app.get_subcommands().empty() && !first.empty() && !first.starts_with('-');
    if (!unknown) return fail(2, fmt::format("{}: see adjoule --help", error.what()));
    const std::string hint = nearest_name(first, commands);
    return fail(2, fmt::format("unknown command '{}'{}: see adjoule --help", first,
                               hint.empty() ? "" : fmt::format(": did you mean '{}'?", hint)));
  }
  set_quiet(line.run.quiet || line.mesh.quiet);
  if (line.run.threads > 0) omp_set_num_threads(line.run.threads);
  return run_guarded(line.chosen);
}

} // namespace adjoule
