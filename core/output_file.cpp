// SPDX-License-Identifier: Apache-2.0
#include "core/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace passung {
namespace {

// The file a chain of links leads to, so that replacing it keeps the links.
std::string linkTarget(const std::string& path) {
  std::error_code error;
  std::filesystem::path target = path;
  for (int depth = 0; depth < 32 && std::filesystem::is_symlink(target, error); ++depth) {
    const std::filesystem::path next = std::filesystem::read_symlink(target, error);
    if (error) break;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(linkTarget(path_)) {
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (path_.empty()) throw InputError("", "", "the name of a file to write is empty", "give a path");
  if (exists && S_ISDIR(status.st_mode)) fail("cannot write", EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    file_ = std::fopen(target_.c_str(), "wb");
    if (file_ == nullptr) fail("cannot write", errno);
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail("cannot write", errno);

  // A hidden neighbour, so that the final rename stays within one file system.
  const std::filesystem::path target(target_);
  std::string name = (target.parent_path() / ("." + target.filename().string() + ".XXXXXX")).string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) fail("cannot write", errno);
  temporary_ = name;

  // mkstemp makes the file private; give it the rights of the old file or of any new one.
  mode_t mode = status.st_mode & 07777;
  if (!exists) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    mode = 0666 & ~mask;
  }
  ::fchmod(descriptor, mode);
  file_ = ::fdopen(descriptor, "wb");
  if (file_ == nullptr) {
    const int code = errno;
    ::close(descriptor);
    ::unlink(temporary_.c_str());
    fail("cannot write", code);
  }
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(const void* data, std::size_t size) {
  if (size == 0) return;
  if (file_ == nullptr || std::fwrite(data, 1, size, file_) != size) fail("writing failed", errno);
  size_ += size;
}

void OutputFile::commit() {
  if (file_ == nullptr) return;
  // A full disk may show only when the last buffer leaves.
  std::FILE* file = std::exchange(file_, nullptr);
  const bool flushed = std::fflush(file) == 0;
  const int flushError = errno;
  if (std::fclose(file) != 0 || !flushed) fail("writing failed", flushed ? errno : flushError);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot write", errno);
  temporary_.clear();
}

void OutputFile::fail(const char* what, int code) const {
  throw InputError(path_, "", std::string(what) + ": " + std::strerror(code),
                   "give a path in an existing folder that you may write to, on a disk with space left");
}

void writeFile(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace passung
