// SPDX-License-Identifier: Apache-2.0
// Files that are written whole or not at all.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace passung {

// Writes to a hidden file beside `path` and gives it its name in commit(). Without commit() nothing is left behind and
// an older file of that name stays as it was. A path that is no regular file (a pipe, /dev/stdout) is written directly.
// Every call throws InputError with one line when the path cannot be written or the disk is full.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(const void* data, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit();

  [[nodiscard]] const std::string& path() const { return path_; }
  // Bytes written so far.
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  [[noreturn]] void fail(const char* what, int code) const;
  std::string path_, target_, temporary_;
  std::FILE* file_ = nullptr;
  std::size_t size_ = 0;
};

// The whole of a small file in one call.
void writeFile(const std::string& path, std::string_view text);

}  // namespace passung
