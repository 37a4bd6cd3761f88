// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts of faces as few points that bear the same: the reduction of the contact policy `reduced`.
#pragma once

#include <span>
#include <vector>

#include "dynamics/contacts/contact_point.h"
#include "gpu/pipeline/conglomerate_pairs.h"

namespace passung::app {

// Of each pair of objects the closest points of all contacts, reduced by the directions of their normals to the corners
// of their support. One job a pair of objects; frames are those of A. Contacts in the order of gpu::PairResult.
[[nodiscard]] std::vector<std::vector<dynamics::ContactPoint>> contactPatches(
    std::span<const gpu::ObjectPair> objects, std::span<const gpu::FaceContact> contacts, Jobs& jobs);

}  // namespace passung::app
