// SPDX-License-Identifier: Apache-2.0
#include "core/output_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/error.h"

namespace passung {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("passung_output_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  [[nodiscard]] static std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::ptrdiff_t entries() const { return std::distance(fs::directory_iterator(folder_), {}); }
  fs::path folder_;
};

TEST_F(OutputFileTest, appearsWholeAtCommit) {
  OutputFile file(path("a"));
  file.write("one ");
  EXPECT_FALSE(fs::exists(path("a")));
  file.write("two");
  file.commit();
  EXPECT_EQ(content(path("a")), "one two");
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFileTest, leavesTheOldFileAndNoRestsWithoutCommit) {
  writeFile(path("a"), "old");
  { OutputFile(path("a")).write("new"); }
  EXPECT_EQ(content(path("a")), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFileTest, writesThroughALinkAndKeepsIt) {
  writeFile(path("a"), "old");
  fs::create_symlink("a", path("link"));
  writeFile(path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("a")), "new");
}

TEST_F(OutputFileTest, refusesAMissingFolderAFolderAndAnEmptyName) {
  for (const std::string& bad : {path("none/a"), folder_.string(), std::string()}) {
    try {
      OutputFile file(bad);
      FAIL() << bad;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      EXPECT_NE(std::string(error.what()).find(bad), std::string::npos);
    }
  }
}

// /dev/full accepts the open and refuses the data, as a full disk does.
TEST_F(OutputFileTest, reportsAFullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  OutputFile file("/dev/full");
  EXPECT_THROW(
      {
        file.write("x");
        file.commit();
      },
      InputError);
}

}  // namespace
}  // namespace passung
