#include "gmsh_session.hpp"

#include "gmsh_functions.hpp"

#include "adjoule/core/error.hpp"

#include <new>

namespace adjoule {
namespace {

std::mutex& process_mutex() {
  static std::mutex mutex;
  return mutex;
}

std::vector<std::string> messages_of_level(const std::string& level) {
  std::vector<std::string> log, selected;
  gmsh_functions().logger.get(log);
  for (const std::string& line : log)
    if (line.starts_with(level)) selected.push_back(line.substr(level.size()));
  return selected;
}

} // namespace

GmshSession::GmshSession() : lock_(process_mutex()) {
  const GmshFunctions& gmsh = gmsh_functions();
  gmsh.initialize();
  guard_.restore_process_locale();
  gmsh.option.setNumber("General.Terminal", 0);
  // The ONELAB parameters of an earlier session outlive it.
  gmsh.onelab.clear();
  gmsh.logger.start();
}

GmshSession::~GmshSession() {
  try {
    const GmshFunctions& gmsh = gmsh_functions();
    gmsh.logger.stop();
    gmsh.onelab.clear();
    gmsh.finalize();
  } catch (...) {
    // Nothing is left to tidy up if Gmsh cannot.
  }
}

std::string GmshSession::words_of_failure(const std::string& thrown) const {
  std::string words = thrown;
  for (const std::string& error : messages_of_level("Error: ")) {
    if (error == thrown) continue;
    words += words.empty() ? error : "; " + error;
  }
  const auto log_warnings = warnings();
  if (!log_warnings.empty()) words += " (before that: " + log_warnings.back() + ")";
  return words;
}

void GmshSession::run(const std::string& what, const std::function<void()>& calls) {
  std::string thrown;
  bool failed = false;
  try {
    calls();
  } catch (const InputError&) {
    throw;
  } catch (const AnalysisError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw AnalysisError(what +
                        ": out of memory: ask for fewer elements (a larger size, fewer layers, less refinement)");
  } catch (const std::string& message) {
    failed = true;
    thrown = message;
  } catch (const std::exception& error) {
    failed = true;
    thrown = error.what();
  } catch (...) {
    failed = true;
  }
  const std::string words = failed || !messages_of_level("Error: ").empty() ? words_of_failure(thrown) : "";
  if (failed || !words.empty()) throw InputError(what + ": Gmsh says: " + (words.empty() ? "no reason given" : words));
}

std::vector<std::string> GmshSession::warnings() const {
  return messages_of_level("Warning: ");
}

} // namespace adjoule
