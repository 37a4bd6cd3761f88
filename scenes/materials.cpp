// SPDX-License-Identifier: Apache-2.0
#include "scenes/materials.h"

#include <algorithm>
#include <array>

namespace passung::scenes {
namespace {

// density [kg/m^3], friction, restitution. A pair of materials takes the geometric mean of the two frictions, so each
// value is the one that meets handbook values against machined steel (0.2), at most 1.
// clang-format off
constexpr std::array kMaterials{
    EngineeringMaterial{"steel",           "Steel",                   {7850, 0.20, 0.50}},
    EngineeringMaterial{"stainless_steel", "Stainless steel 1.4301",  {7900, 0.25, 0.50}},
    EngineeringMaterial{"cast_iron",       "Grey cast iron",          {7200, 0.22, 0.40}},
    EngineeringMaterial{"aluminium",       "Aluminium alloy",         {2700, 0.45, 0.40}},
    EngineeringMaterial{"titanium",        "Titanium Ti-6Al-4V",      {4430, 0.45, 0.50}},
    EngineeringMaterial{"magnesium",       "Magnesium AZ91",          {1810, 0.40, 0.40}},
    EngineeringMaterial{"copper",          "Copper",                  {8940, 0.31, 0.30}},
    EngineeringMaterial{"brass",           "Brass CuZn39Pb3",         {8470, 0.31, 0.35}},
    EngineeringMaterial{"bronze",          "Bronze CuSn8",            {8800, 0.18, 0.40}},
    EngineeringMaterial{"zinc",            "Zinc die casting ZP5",    {6700, 0.30, 0.30}},
    EngineeringMaterial{"lead",            "Lead",                    {11340, 0.60, 0.10}},
    EngineeringMaterial{"tungsten",        "Tungsten",                {19250, 0.25, 0.50}},
    EngineeringMaterial{"PA6",             "Polyamide 6",             {1140, 0.60, 0.50}},
    EngineeringMaterial{"POM",             "Polyoxymethylene",        {1410, 0.31, 0.50}},
    EngineeringMaterial{"PTFE",            "Polytetrafluoroethylene", {2180, 0.05, 0.30}},
    EngineeringMaterial{"PE_HD",           "Polyethylene PE-HD",      {950, 0.31, 0.40}},
    EngineeringMaterial{"PP",              "Polypropylene",           {905, 0.45, 0.40}},
    EngineeringMaterial{"ABS",             "ABS",                     {1050, 0.45, 0.50}},
    EngineeringMaterial{"PLA",             "PLA, printed",            {1240, 0.45, 0.40}},
    EngineeringMaterial{"PC",              "Polycarbonate",           {1200, 0.45, 0.60}},
    EngineeringMaterial{"PMMA",            "Acrylic glass",           {1190, 0.60, 0.50}},
    EngineeringMaterial{"PEEK",            "PEEK",                    {1310, 0.45, 0.50}},
    EngineeringMaterial{"rubber",          "Rubber, vulcanised",      {1150, 1.00, 0.70}},
    EngineeringMaterial{"glass",           "Glass, soda-lime",        {2500, 0.40, 0.70}},
    EngineeringMaterial{"ceramic",         "Alumina ceramic",         {3900, 0.40, 0.60}},
    EngineeringMaterial{"oak",             "Oak, along the grain",    {700, 0.60, 0.40}},
    EngineeringMaterial{"concrete",        "Concrete",                {2400, 0.90, 0.30}},
};
// clang-format on

}  // namespace

std::span<const EngineeringMaterial> engineeringMaterials() { return kMaterials; }

const EngineeringMaterial* engineeringMaterial(const std::string& name) {
  const auto* found =
      std::find_if(kMaterials.begin(), kMaterials.end(), [&](const EngineeringMaterial& m) { return name == m.name; });
  return found == kMaterials.end() ? nullptr : found;
}

}  // namespace passung::scenes
