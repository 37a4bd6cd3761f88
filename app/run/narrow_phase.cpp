// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/narrow_phase.h"

#include "core/error.h"
#include "gpu/pipeline/conglomerate_source.h"

namespace passung::app {

void checkNarrowPhase(const Variant& variant) {
  const std::string& name = variant.narrowPhase;
  if (!name.empty() && name != kHierarchies && name != kConglomerates) {
    throw InputError("", "narrow phase", "there is no narrow phase '" + name + "'",
                     std::string("the narrow phases are ") + kHierarchies + ", " + kConglomerates);
  }
  if (!name.empty() && variant.engine != "native") {
    throw InputError("", "narrow phase", "the engine " + variant.engine + " has its own",
                     "leave it out, or take the engine native");
  }
  if (variant.backend.empty()) return;
  if (variant.backend != "cpu" && variant.backend != "cuda")
    throw InputError("", "backend", "there is no backend '" + variant.backend + "'", "the backends are cpu, cuda");
  if (name != kConglomerates) {
    throw InputError("", "backend", "only the narrow phase conglomerates has one to choose",
                     "take the narrow phase conglomerates, or leave the backend out");
  }
}

std::shared_ptr<collision::FacePairSource> makeFacePairs(const Variant& variant, int threads) {
  checkNarrowPhase(variant);
  if (variant.narrowPhase != kConglomerates) return nullptr;
  gpu::SourceSettings settings;
  settings.backend = variant.backend == "cuda" ? gpu::Backend::kCuda : gpu::Backend::kCpu;
  settings.threads = threads;
  return std::make_shared<gpu::ConglomerateSource>(settings);
}

}  // namespace passung::app
