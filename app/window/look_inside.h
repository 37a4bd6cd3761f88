// SPDX-License-Identifier: GPL-3.0-or-later
// What opens the assembly to the eye: the section plane, the exploded view, the opacity of single parts and how far
// hidden marks show through. State only; the panel and the commands change it.
#pragma once

#include <QObject>
#include <QSettings>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/overlays/explosion.h"
#include "app/overlays/overlays.h"
#include "app/session/session.h"

namespace passung::app {

class LookInside : public QObject {
  Q_OBJECT
 public:
  explicit LookInside(QSettings& settings, QObject* parent = nullptr);

  // Of the scene that opens, at its first frame. `same`: an edited one, whose section and explosion stay where they
  // are.
  void open(const SessionFrame& frame, bool same);
  // Every tick. The directions of the exploded view are found again when a run stops.
  void follow(const SessionFrame& frame);
  void addTo(OverlayOptions& options) const;

  // --- Section. What lies on the side of the normal is taken away.
  [[nodiscard]] bool cuts() const { return cuts_; }
  [[nodiscard]] const Vec3& normal() const { return normal_; }
  // Along the axis: the normal, turned so that its largest component is positive. So the offset of a section across x
  // is the coordinate x [m].
  [[nodiscard]] Vec3 axis() const;
  [[nodiscard]] double offset() const { return offset_; }
  // Of the parts along the axis [m], lower and upper.
  [[nodiscard]] std::pair<double, double> range() const;
  [[nodiscard]] bool hatched() const { return hatched_; }
  [[nodiscard]] bool sparesSelected() const { return sparesSelected_; }
  void setCuts(bool on);
  // The plane across `axis` (of any length but 0), at the offset [m] or through the middle of the parts; what it takes
  // away faces `toEye`, where it is given.
  void setPlane(const Vec3& axis, std::optional<double> offset, std::optional<Vec3> toEye);
  // Across another axis (of any length but 0), through the point over the middle of the parts that was cut.
  void turnTo(const Vec3& axis);
  void setOffset(double offset);
  void flip();
  void setHatched(bool on);
  void setSparesSelected(bool on);

  // --- Exploded view
  [[nodiscard]] double explosion() const { return explosion_; }  // 0 .. 1
  [[nodiscard]] ExplosionMode explosionMode() const { return mode_; }
  [[nodiscard]] Vec3 explosionOf(int body) const;  // as shown [m]
  void setExplosion(double share);
  void setExplosionMode(ExplosionMode mode);

  // --- Opacity of single parts, 0 (neither seen nor clicked) .. 1. Kept by name as long as the scene is open.
  [[nodiscard]] double partOpacity(const std::string& part) const;
  [[nodiscard]] bool anyTransparent() const { return !opacities_.empty(); }
  void setPartOpacity(const std::string& part, double opacity);
  void makeAllSolid();
  // The part that panel and commands speak of; empty: none.
  [[nodiscard]] const std::string& selected() const { return selected_; }
  void select(const std::string& part);

  // --- Marks behind parts
  [[nodiscard]] double hiddenMarks() const { return hiddenMarks_; }  // opacity, 0 .. 1
  void setHiddenMarks(double opacity);

 signals:
  void changed();

 private:
  void findOffsets(const SessionFrame& frame);

  QSettings& settings_;
  Aabb bounds_;  // of all parts [m], W
  bool cuts_ = false, hatched_ = true, sparesSelected_ = false;
  Vec3 normal_ = Vec3::UnitX();
  double offset_ = 0;
  double explosion_ = 0;
  ExplosionMode mode_ = ExplosionMode::kAxes;
  std::vector<Vec3> offsets_;  // of a full explosion
  bool findOffsets_ = true, played_ = false;
  std::vector<std::string> parts_;           // names, one a body
  std::map<std::string, double> opacities_;  // of those that are not 1
  std::string selected_;
  double hiddenMarks_ = render::kHiddenMarks;
};

}  // namespace passung::app
