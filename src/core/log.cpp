#include "adjoule/core/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <mutex>

namespace adjoule {
namespace {

struct Journal {
  std::mutex mutex;
  std::vector<std::string> warnings;
  bool quiet = false;
  std::shared_ptr<spdlog::logger> logger = [] {
    auto created = std::make_shared<spdlog::logger>("adjoule", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    created->set_pattern("%^%v%$");
    return created;
  }();
};

Journal& journal() {
  static Journal instance;
  return instance;
}

} // namespace

void warn(const std::string& message) {
  Journal& j = journal();
  const std::lock_guard lock(j.mutex);
  if (std::find(j.warnings.begin(), j.warnings.end(), message) != j.warnings.end()) return;
  j.warnings.push_back(message);
  j.logger->warn("warning: {}", message);
}

void note(const std::string& message) {
  Journal& j = journal();
  const std::lock_guard lock(j.mutex);
  if (!j.quiet) j.logger->info("{}", message);
}

void set_quiet(bool quiet) {
  Journal& j = journal();
  const std::lock_guard lock(j.mutex);
  j.quiet = quiet;
}

bool is_quiet() {
  Journal& j = journal();
  const std::lock_guard lock(j.mutex);
  return j.quiet;
}

std::vector<std::string> warnings() {
  Journal& j = journal();
  const std::lock_guard lock(j.mutex);
  return j.warnings;
}

void clear_warnings() {
  Journal& j = journal();
  const std::lock_guard lock(j.mutex);
  j.warnings.clear();
}

} // namespace adjoule
