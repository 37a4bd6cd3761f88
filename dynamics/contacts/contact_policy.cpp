// SPDX-License-Identifier: Apache-2.0
#include "dynamics/contacts/contact_policy.h"

#include <array>

namespace passung::dynamics {
namespace {

constexpr std::array<ContactPolicyEntry, kContactPolicyCount> kPolicies{{
    {ContactPolicy::kAll, "all", "every closest pair of features"},
    {ContactPolicy::kReduced, "reduced", "per direction of normals the deepest point and the support polygon"},
    {ContactPolicy::kPersistent4, "persistent-4", "four points kept over steps: the deepest, then the largest area"},
    {ContactPolicy::kMinimal6, "minimal-6", "one new point a step, at most six a pair"},
}};

}  // namespace

std::span<const ContactPolicyEntry> contactPolicies() { return kPolicies; }

std::string_view nameOf(ContactPolicy policy) { return kPolicies[static_cast<std::size_t>(policy)].name; }

}  // namespace passung::dynamics
