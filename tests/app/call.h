// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the command line, with what they print.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/cli/dispatch.h"

namespace passung::app::test {

struct Outcome {
  int status = 0;
  std::string out, err;
};

inline Outcome call(const std::vector<std::string>& args) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.status = dispatch(args, {});
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

}  // namespace passung::app::test
