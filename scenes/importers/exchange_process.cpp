// SPDX-License-Identifier: Apache-2.0
#include "scenes/importers/exchange_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/error.h"

extern char** environ;

namespace passung::scenes {
namespace {

constexpr const char* kProgram = "passung-exchange";
constexpr int kAnswerDescriptor = 3;
constexpr int kMeshesDescriptor = 4;

// An owned file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset();
    fd_ = std::exchange(other.fd_, -1);
    return *this;
  }
  ~Descriptor() { reset(); }
  [[nodiscard]] int get() const { return fd_; }
  void reset() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

[[noreturn]] void systemFailure(const std::string& what) {
  throw InputError("", "", what + ": " + std::strerror(errno));
}

// A descriptor above those that the child is given, so that placing one never overwrites another.
Descriptor above(int fd) {
  Descriptor low(fd);
  Descriptor high(::fcntl(fd, F_DUPFD_CLOEXEC, 10));
  if (high.get() < 0) systemFailure("no free file descriptor");
  return high;
}

std::string programPath() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const std::filesystem::path beside = self.parent_path() / kProgram;
    if (std::filesystem::exists(beside, error)) return beside.string();
  }
#ifdef PASSUNG_EXCHANGE_DIR
  const std::filesystem::path installed = std::filesystem::path(PASSUNG_EXCHANGE_DIR) / kProgram;
  if (std::filesystem::exists(installed, error)) return installed.string();
#endif
  throw InputError("", "", std::string("the program ") + kProgram + " is missing",
                   "it belongs beside " + self.filename().string());
}

Descriptor memoryFile(const std::string& bytes) {
  Descriptor file = above(::memfd_create("passung meshes", MFD_CLOEXEC));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(file.get(), bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) systemFailure("no memory for the meshes to write");
    done += static_cast<std::size_t>(n);
  }
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

pid_t spawn(const std::vector<std::string>& arguments, int answer, int meshes) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, answer, kAnswerDescriptor);
  if (meshes >= 0) posix_spawn_file_actions_adddup2(&actions, meshes, kMeshesDescriptor);

  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  pid_t child = -1;
  const int error = ::posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    errno = error;
    systemFailure(std::string("cannot start ") + kProgram);
  }
  return child;
}

// Everything the child sends until it closes the pipe; false when the time was over first.
bool readAll(int fd, double seconds, std::string& bytes) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e6)));
  std::vector<char> buffer(std::size_t{1} << 18);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    pollfd p{fd, POLLIN, 0};
    const int ready = ::poll(&p, 1, static_cast<int>(std::min<long long>(left, 60000)));
    if (ready < 0 && errno != EINTR) systemFailure("cannot wait for the importer");
    if (ready <= 0) continue;
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno != EINTR) systemFailure("cannot read from the importer");
    if (n == 0) return true;
    if (n > 0) bytes.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

int waitFor(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string numberText(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", x);
  return text.data();
}

}  // namespace

std::string exchange(const std::string& path, const ExchangeRequest& request) {
  std::vector<std::string> arguments = {programPath(), std::to_string(request.timeLimit),
                                        std::to_string(request.memoryLimit)};
  arguments.insert(arguments.end(), request.arguments.begin(), request.arguments.end());

  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) systemFailure("no pipe");
  Descriptor input = above(ends[0]);
  Descriptor output = above(ends[1]);
  Descriptor meshes;
  if (!request.meshes.empty()) meshes = memoryFile(request.meshes);
  const pid_t child = spawn(arguments, output.get(), meshes.get());
  output.reset();

  std::string answer;
  bool inTime = false;
  try {
    inTime = readAll(input.get(), 3 * request.timeLimit, answer);
  } catch (...) {
    ::kill(child, SIGKILL);
    waitFor(child);
    throw;
  }
  if (!inTime) ::kill(child, SIGKILL);
  const int status = waitFor(child);

  const bool byTime = !inTime || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU);
  if (byTime) {
    throw InputError(path, "", "took longer than the limit of " + numberText(request.timeLimit) + " s",
                     "the file may be damaged, or too large");
  }
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    throw InputError(path, "",
                     std::string("the file library crashed on it (") +
                         (signal == SIGKILL ? "killed, perhaps out of memory" : ::strsignal(signal)) + ")",
                     "the file is damaged, or of a kind that the library does not handle");
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw InputError(path, "",
                     "the importer ended without an answer (status " + std::to_string(WEXITSTATUS(status)) + ")",
                     "the file is damaged, or of a kind that the library does not handle");
  }
  return answer;
}

}  // namespace passung::scenes
