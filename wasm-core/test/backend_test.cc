/// What every backend has in common: one suite, run against each.
#include "opfsmark/backend.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "opfsmark/backends/memory.h"
#include "opfsmark/backends/posix.h"
#include "opfsmark/backends/scripted.h"
#include "opfsmark/clock.h"
#include "opfsmark/content.h"

namespace opfsmark {
namespace {

constexpr ContentSpec kSpec{.data = Data::kRandom, .seed = 1, .file_id = 1, .generation = 1};
constexpr std::size_t kBlock = 4096;

struct MemoryFile {
  explicit MemoryFile(const Content& /*content*/) {}
  MemoryBackend backend;
};

struct ScriptedFile {
  explicit ScriptedFile(const Content& content) : backend(clock, content) {}
  ScriptedClock clock;
  ScriptedBackend backend;
};

struct PosixFile {
  explicit PosixFile(const Content& /*content*/) : backend(make()) {}
  static int make() {
    std::string path = (std::filesystem::temp_directory_path() / "opfsmark-XXXXXX").string();
    const int descriptor = mkstemp(path.data());
    EXPECT_GE(descriptor, 0);
    std::filesystem::remove(path);  // gone with its descriptor
    return descriptor;
  }
  PosixBackend backend;
};

static_assert(Backend<MemoryBackend> && Backend<PosixBackend> && Backend<ScriptedBackend>);
static_assert(Clock<SteadyClock> && Clock<ScriptedClock>);

template <typename File>
class BackendSuite : public testing::Test {
 protected:
  BackendSuite() {
    EXPECT_EQ(content_.prepare(kSpec, kBlock), ErrorCode::kNone);
    EXPECT_EQ(file_.backend.bind(content_.memory()), ErrorCode::kNone);
  }
  auto& backend() { return file_.backend; }
  void write_block(std::uint64_t offset) {
    const auto moved = backend().write_at(content_.stamped_block(offset), offset);
    ASSERT_TRUE(moved.ok());
    ASSERT_EQ(moved.value(), kBlock);
  }

  Content content_;
  File file_{content_};
};

using Files = testing::Types<MemoryFile, PosixFile, ScriptedFile>;
TYPED_TEST_SUITE(BackendSuite, Files);

TYPED_TEST(BackendSuite, ReadsBackWhatWasWritten) {
  for (const std::uint64_t block : {0, 1, 2, 3}) this->write_block(block * kBlock);
  for (const std::uint64_t block : {3, 0, 2, 1}) {
    const auto dst = this->content_.read_block();
    const auto moved = this->backend().read_at(dst, block * kBlock);
    ASSERT_TRUE(moved.ok());
    ASSERT_EQ(moved.value(), kBlock);
    EXPECT_TRUE(this->content_.verify(dst, block * kBlock).ok()) << block;
  }
}

TYPED_TEST(BackendSuite, ReadsAndWritesPartsOfABlock) {
  this->write_block(0);
  const auto part = this->content_.stamped_block(0).subspan(1024, 512);
  const auto written = this->backend().write_at(part, 1024);
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(written.value(), 512U);
  const auto dst = this->content_.read_block().first(512);
  const auto moved = this->backend().read_at(dst, 1024);
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(moved.value(), 512U);
  EXPECT_TRUE(this->content_.verify(dst, 1024).ok());
}

TYPED_TEST(BackendSuite, ReadingNothingMovesNothing) {
  this->write_block(0);
  const auto moved = this->backend().read_at(this->content_.read_block().first(0), 0);
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(moved.value(), 0U);
}

TYPED_TEST(BackendSuite, Flushes) {
  EXPECT_EQ(this->backend().flush(), ErrorCode::kNone);
  this->write_block(0);
  EXPECT_EQ(this->backend().flush(), ErrorCode::kNone);
}

TYPED_TEST(BackendSuite, TellsItsSize) { EXPECT_TRUE(this->backend().size_bytes().ok()); }

/// The scripted drive stores nothing and has no size; these hold for files that do.
template <typename File>
class StoringSuite : public BackendSuite<File> {};
using StoringFiles = testing::Types<MemoryFile, PosixFile>;
TYPED_TEST_SUITE(StoringSuite, StoringFiles);

TYPED_TEST(StoringSuite, GrowsByWriting) {
  EXPECT_EQ(this->backend().size_bytes().value(), 0U);
  this->write_block(2 * kBlock);
  EXPECT_EQ(this->backend().size_bytes().value(), 3 * kBlock);
  this->write_block(0);
  EXPECT_EQ(this->backend().size_bytes().value(), 3 * kBlock);
}

TYPED_TEST(StoringSuite, ReadsAreShortAtTheEndAndEmptyBeyondIt) {
  this->write_block(0);
  const auto dst = this->content_.read_block();
  EXPECT_EQ(this->backend().read_at(dst, kBlock - 512).value(), 512U);
  EXPECT_EQ(this->backend().read_at(dst, kBlock).value(), 0U);
  EXPECT_EQ(this->backend().read_at(dst, 9 * kBlock).value(), 0U);
}

TYPED_TEST(StoringSuite, HolesReadAsZeros) {
  this->write_block(2 * kBlock);
  const auto dst = this->content_.read_block();
  ASSERT_EQ(this->backend().read_at(dst, 0).value(), kBlock);
  for (const std::byte byte : dst) ASSERT_EQ(byte, std::byte{0});
}

TEST(PosixBackend, TranslatesErrors) {
  PosixBackend closed(-1);
  Content content;
  ASSERT_EQ(content.prepare(kSpec, kBlock), ErrorCode::kNone);
  EXPECT_EQ(closed.bind(content.memory()), ErrorCode::kHandleLost);
  EXPECT_EQ(closed.read_at(content.read_block(), 0).error(), ErrorCode::kHandleLost);
  EXPECT_EQ(closed.write_at(content.stamped_block(0), 0).error(), ErrorCode::kHandleLost);
  EXPECT_EQ(closed.flush(), ErrorCode::kHandleLost);
  EXPECT_EQ(closed.size_bytes().error(), ErrorCode::kHandleLost);
}

TEST(PosixBackend, SaysWhenTheDiskIsFull) {
  const int descriptor = open("/dev/full", O_RDWR | O_CLOEXEC);
  if (descriptor < 0) GTEST_SKIP() << "this system has no /dev/full";
  PosixBackend full(descriptor);
  Content content;
  ASSERT_EQ(content.prepare(kSpec, kBlock), ErrorCode::kNone);
  EXPECT_EQ(full.write_at(content.stamped_block(0), 0).error(), ErrorCode::kDiskFull);
}

TEST(ScriptedBackend, TakesExactlyAsLongAsTheScriptSays) {
  Content content;
  ASSERT_EQ(content.prepare(kSpec, kBlock), ErrorCode::kNone);
  ScriptedClock clock;
  ScriptedBackend drive(clock, content);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(drive.read_at(content.read_block(), 0).ok());
  EXPECT_EQ(clock.now_ns(), 100 * 25 * kNsPerUs);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(drive.write_at(content.stamped_block(0), 0).ok());
  EXPECT_EQ(clock.now_ns(), 100 * (25 + 50) * kNsPerUs);
  ASSERT_EQ(drive.flush(), ErrorCode::kNone);
  EXPECT_EQ(clock.now_ns(), (7500 + 1000) * kNsPerUs);
  ASSERT_EQ(drive.flush(), ErrorCode::kNone);
  EXPECT_EQ(clock.now_ns(), (7500 + 1000 + 10) * kNsPerUs);
}

}  // namespace
}  // namespace opfsmark
