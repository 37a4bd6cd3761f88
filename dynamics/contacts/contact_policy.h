// SPDX-License-Identifier: Apache-2.0
// The contact manager's policies: which of the contact points found between two parts a solver gets to see.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace passung::dynamics {

enum class ContactPolicy {
  kAll,          // every closest pair of features
  kReduced,      // per direction of the normals: the deepest point and the corners of the support polygon
  kPersistent4,  // four points a pair, kept over steps: the deepest, then those that span the largest area
  kMinimal6      // one new point a step, at most six a pair
};
inline constexpr std::size_t kContactPolicyCount = 4;

struct ContactPolicyEntry {
  ContactPolicy policy;
  std::string_view name, purpose;
};
// In the order of ContactPolicy.
[[nodiscard]] std::span<const ContactPolicyEntry> contactPolicies();
[[nodiscard]] std::string_view nameOf(ContactPolicy policy);

}  // namespace passung::dynamics
