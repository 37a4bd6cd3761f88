// SPDX-License-Identifier: Apache-2.0
#include "tests/benchmark/front_benchmark.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "gpu/references/tree_device.h"
#include "gpu/references/tree_front.h"
#include "tests/benchmark/figures.h"

namespace passung::gpu {
bool benchmarkFronts(std::span<const TreeScene> scenes, int threads, int runs) {
  Jobs jobs(threads);
  const TreeDeviceChoice choice = makeTreeDevice(jobs);
  std::printf(
      "\nfronts, turned by 1 mrad from call to call\n"
      "| scene | items | node tests a call | contacts | cpu all [ms] | cuda, its clock [ms] | cuda, call [ms] |\n"
      "|---|---|---|---|---|---|---|\n");
  bool equal = true;
  for (const TreeScene& s : scenes) {
    const TreeModel a(s.a, &jobs), b(s.b, &jobs);
    TreeFront host(a, b, s.distance);
    int front = -1;
    if (choice.device)
      front = choice.device->openFront(choice.device->build(s.a), choice.device->build(s.b), s.distance);
    std::vector<double> processor, clock, call;
    FrontReport report;
    bool same = true;
    for (int i = 0; i <= runs; ++i) {
      const Transform turn{Quat(Eigen::AngleAxisd(1e-3 * i, Vec3::UnitZ())), Vec3::Zero()};
      const Transform X{(s.X_AB.q * turn.q).normalized(), s.X_AB.p};
      const FrontResult& expected = host.run(X, jobs);
      report = expected.report;
      if (i > 0) processor.push_back(report.seconds);
      if (front < 0) continue;
      const TreeDeviceResult& found = choice.device->moveFront(front, X);
      const TreeDeviceReport& r = found.report;
      same &= r.fallback.empty() && r.nodeTests == report.nodeTests && r.front.items == report.items &&
              std::ranges::equal(found.contacts, expected.contacts, [](const FaceContact& x, const FaceContact& y) {
                return x.pair == y.pair && x.squared == y.squared;
              });
      if (i == 0) continue;
      clock.push_back(r.usage.walk + r.usage.exact + r.usage.sort);
      call.push_back(r.wall);
    }
    std::printf("| %-28s | %7lld | %8lld | %7lld | %8.3f | %8s | %8s |\n", s.name, report.items, report.nodeTests,
                report.contacts, 1e3 * median(processor), milliseconds(median(clock)).c_str(),
                milliseconds(median(call)).c_str());
    std::fflush(stdout);
    if (!same) std::printf("  DIFFERENT: the device's front\n");
    equal &= same;
  }
  if (!choice.device) std::printf("%s\n", choice.line.c_str());
  return equal;
}

}  // namespace passung::gpu
