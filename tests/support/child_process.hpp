/// The command in a process of its own, which can be interrupted and killed.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

extern char** environ;

namespace support {

class ChildProcess {
 public:
  /// Starts the command; what it says goes to the file.
  ChildProcess(std::vector<std::string> arguments, const std::filesystem::path& output) {
    arguments.insert(arguments.begin(), ADJOULE_COMMAND);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    started_ = posix_spawn(&id_, ADJOULE_COMMAND, &actions, nullptr, argv.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
  }
  ~ChildProcess() {
    if (!started_ || ended_) return;
    send(SIGKILL);
    wait();
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits until the file is there, or the process has ended. Whether the file is there.
  bool wait_for(const std::filesystem::path& file) {
    while (started_ && !std::filesystem::exists(file) && !has_ended())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return std::filesystem::exists(file);
  }
  void send(int signal) const {
    if (started_ && !ended_) kill(id_, signal);
  }
  /// The exit status; 128 + the signal's number if one ended it.
  int wait() {
    if (started_ && !ended_) {
      waitpid(id_, &status_, 0);
      ended_ = true;
    }
    return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
  }

 private:
  bool has_ended() {
    if (!ended_ && waitpid(id_, &status_, WNOHANG) == id_) ended_ = true;
    return ended_;
  }

  pid_t id_ = -1;
  int status_ = 0;
  bool started_ = false, ended_ = false;
};

} // namespace support
