// SPDX-License-Identifier: Apache-2.0
// The one way bad input is reported: an InputError whose text is one clear line.
#pragma once

#include <stdexcept>
#include <string>

namespace passung {

// Bad arguments, files or scenes. what() is one line: "file: place: what is wrong; what would be right".
// Empty parts are left out. The command line prints it and exits with status 2; the window shows it.
class InputError : public std::runtime_error {
 public:
  InputError(const std::string& file, const std::string& place, const std::string& wrong, const std::string& right = {})
      : std::runtime_error(join(file, place, wrong, right)) {}

 private:
  static std::string join(const std::string& file, const std::string& place, const std::string& wrong,
                          const std::string& right) {
    std::string text;
    for (const std::string& part : {file, place}) {
      if (!part.empty()) text += part + ": ";
    }
    text += wrong;
    if (!right.empty()) text += "; " + right;
    for (char& c : text) {
      if (c == '\n' || c == '\r') c = ' ';
    }
    return text;
  }
};

}  // namespace passung
