// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/energy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace passung::app {

Energy energyOf(const dynamics::WorldDef& def, std::span<const MassProperties> masses,
                std::span<const dynamics::BodyState> states, double shell, double ground) {
  Energy energy;
  const double g = def.gravity.norm();
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (def.bodies[i].motion != dynamics::Motion::kDynamic) continue;
    const MassProperties& m = masses[i];
    const dynamics::BodyState& s = states[i];
    const Vec3 w_B = s.X_WB.q.conjugate() * s.w_WB;
    energy.kinetic += 0.5 * m.mass * s.v_WC.squaredNorm() + 0.5 * w_B.dot(m.inertia * w_B);
    if (g > 0) energy.potential -= m.mass * (def.gravity.dot(s.X_WB * m.com) + g * ground);
  }
  energy.shell = shell;
  return energy;
}

double lowestPoint(const dynamics::WorldDef& def) {
  const double g = def.gravity.norm();
  if (!(g > 0)) return 0;
  const Vec3 up = -def.gravity / g;
  double lowest = std::numeric_limits<double>::infinity();
  for (const dynamics::BodyDef& body : def.bodies) {
    const Aabb box = dynamics::localBounds(body);
    if (box.empty() || !box.lower.allFinite() || !box.upper.allFinite()) continue;
    const Vec3 up_B = body.X_WB.q.conjugate() * up;
    const double reach = up_B.cwiseAbs().dot(0.5 * box.extent());
    lowest = std::min(lowest, up.dot(body.X_WB * box.center()) - reach);
  }
  return std::isfinite(lowest) ? lowest : 0;
}

}  // namespace passung::app
