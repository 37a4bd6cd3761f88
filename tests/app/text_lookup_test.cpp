// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/text_lookup.h"

#include <gtest/gtest.h>

namespace passung::app {
namespace {

std::string shout(const char* context, const char* text) { return std::string(context) + "! %2 %1 " + text; }

class TextLookup : public ::testing::Test {
 protected:
  void TearDown() override { setTextLookup(nullptr); }
};

TEST_F(TextLookup, WithoutALanguageTextsStayAsTheyAre) {
  EXPECT_EQ(lookedUp("Any", "plain"), "plain");
  EXPECT_EQ(lookedUp("Any", "%2 of %1, %3 and 100 %", {"a", "b"}), "b of a, %3 and 100 %");
}

TEST_F(TextLookup, ArgumentsAreNotLookedAtAgain) { EXPECT_EQ(lookedUp("Any", "%1 %2", {"%2", "b"}), "%2 b"); }

TEST_F(TextLookup, ALanguageMayPutArgumentsInAnotherOrder) {
  setTextLookup(shout);
  EXPECT_EQ(lookedUp("Any", "text", {"a", "b"}), "Any! b a text");
}

}  // namespace
}  // namespace passung::app
