/// Gmsh's C++ interface for as long as it is needed: silent, alone, and tidied up.
#pragma once

#include <filesystem>
#include <functional>
#include <locale.h>
#include <mutex>
#include <string>
#include <vector>

namespace adjoule {

/// What a session changes about the process while Gmsh runs: standard output goes to standard error (Gmsh and
/// OpenCASCADE print on their own account), the thread's locale is "C" (Gmsh reads numbers with scanf), an `Exit`
/// in a .geo, which would end the process with status 0, ends it with a message and status 2, and the number of OpenMP
/// threads, which Gmsh sets to one, is put back afterwards.
class ProcessGuard {
 public:
  ProcessGuard();
  ~ProcessGuard();
  ProcessGuard(const ProcessGuard&) = delete;
  ProcessGuard& operator=(const ProcessGuard&) = delete;

  /// Gmsh's initialisation sets the process's locale: puts the former one back.
  void restore_process_locale() const;

 private:
  std::string process_locale_;
  locale_t c_locale_;
  locale_t thread_locale_;
  int standard_output_;
  int threads_;
};

/// Gmsh is global state: one session a process at a time, others wait.
class GmshSession {
 public:
  GmshSession();
  ~GmshSession();
  GmshSession(const GmshSession&) = delete;
  GmshSession& operator=(const GmshSession&) = delete;

  /// Runs calls of Gmsh. What Gmsh throws, or logs as an error, becomes an InputError "<what>: <Gmsh's words>".
  void run(const std::string& what, const std::function<void()>& calls);

  /// Gmsh's warnings so far, without its "Warning: ".
  std::vector<std::string> warnings() const;

 private:
  std::string words_of_failure(const std::string& thrown) const;

  std::unique_lock<std::mutex> lock_;
  ProcessGuard guard_;
};

} // namespace adjoule
