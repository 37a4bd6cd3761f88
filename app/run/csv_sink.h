// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a table: one row per body and sample.
#pragma once

#include <string>
#include <vector>

#include "app/run/run_types.h"
#include "core/output_file.h"

namespace passung::app {

// Columns: t,body,px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,turns_x,turns_y,turns_z,contacts,max_penetration.
// Position and velocity are those of the body's origin; every number has as many digits as its bits need. The file
// appears in finish(). Throws InputError when it cannot be written.
class CsvSink : public RunSink {
 public:
  CsvSink(const std::string& path, const dynamics::Engine& engine);
  void sample(const RunSample& sample) override;
  void finish() override { file_.commit(); }

 private:
  OutputFile file_;
  std::vector<std::string> names_;  // quoted where CSV asks for it
  std::vector<Vec3> com_B_;
};

}  // namespace passung::app
