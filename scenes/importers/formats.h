// SPDX-License-Identifier: Apache-2.0
// The file formats that can be read, and how one is told from another.
#pragma once

#include <span>
#include <string>

namespace passung::scenes {

enum class Reader { kObj, kAssimp, kStep, kIges, kBrep };

struct FileFormat {
  const char* name;        // as shown: "STEP"
  const char* extensions;  // lower case, with dots, separated by blanks
  Reader reader;
  bool singlePrecision;  // coordinates come as float
};

[[nodiscard]] std::span<const FileFormat> fileFormats();

// By extension, else by the first bytes; null when it is none of them. Throws InputError when the file cannot be read.
[[nodiscard]] const FileFormat* formatOf(const std::string& path);
[[nodiscard]] const FileFormat* formatNamed(const std::string& name);

// "STEP (.step .stp), IGES (.iges .igs), ...".
[[nodiscard]] std::string readableFormats();

// The extension in lower case with its dot; "" without one.
[[nodiscard]] std::string extensionOf(const std::string& path);

}  // namespace passung::scenes
