// SPDX-License-Identifier: Apache-2.0
// Runs the program that holds the file libraries, so that their crashes, loops and appetite stay outside.
//
//   this process                      passung-exchange (beside this program, else where it was installed)
//   ------------                      ------------------------------------------------------------
//   spawn with limits as arguments -> set limits on itself, read or write the file
//   poll the pipe until its end    <- answer (raw_file.h) on descriptor 3
//   kill it after the time limit      standard streams go to /dev/null: the libraries print
//   decode, check                     a request that carries meshes comes as descriptor 4
#pragma once

#include <string>
#include <vector>

namespace passung::scenes {

struct ExchangeRequest {
  std::vector<std::string> arguments;  // "read" or "write" and what follows, see scenes/readers/exchange_main.cpp
  std::string meshes;                  // encoded RawFile; empty: none
  double timeLimit = 120;              // [s] of processor time; three times that on the clock
  double memoryLimit = 8e9;            // [byte] of address space
};

// The bytes of the answer. Throws InputError about `path` when there is none: crash, time, memory.
[[nodiscard]] std::string exchange(const std::string& path, const ExchangeRequest& request);

}  // namespace passung::scenes
