#include "opfsmark/content.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace opfsmark {
namespace {

constexpr ContentSpec kContentSpec{.data = Data::kRandom, .seed = 7, .file_id = 3, .generation = 5};

ContentSpec at_generation(std::uint32_t generation) {
  ContentSpec spec = kContentSpec;
  spec.generation = generation;
  return spec;
}

Content prepared(const ContentSpec& spec, std::size_t block_bytes) {
  Content content;
  EXPECT_EQ(content.prepare(spec, block_bytes), ErrorCode::kNone);
  return content;
}

std::vector<std::byte> copy(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

class BlockSizes : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Content, BlockSizes,
                         testing::Values(512, 1024, 1536, 2048, 3584, 4096, 4608, 12'800,
                                         128 * kKiB, kMiB - 512, kMiB, kMiB + 512, 3 * kMiB,
                                         16 * kMiB));

TEST_P(BlockSizes, VerifyAcceptsWhatWasStamped) {
  Content content = prepared(kContentSpec, GetParam());
  for (std::uint64_t block = 0; block < 300; block += 7) {
    const std::uint64_t offset = block * GetParam();
    EXPECT_TRUE(content.verify(content.stamped_block(offset), offset).ok()) << block;
  }
}

TEST_P(BlockSizes, StampedBlocksAreWhatSynthesiseSays) {
  Content content = prepared(kContentSpec, GetParam());
  std::vector<std::byte> expected(GetParam());
  for (const std::uint64_t block : {0, 1, 2, 5, 255, 2049}) {
    content.synthesise(expected, block * GetParam());
    const auto stamped = content.stamped_block(block * GetParam());
    ASSERT_EQ(stamped.size(), expected.size());
    // Not by a loop of this file: with sanitizers it takes seconds.
    EXPECT_EQ(std::memcmp(stamped.data(), expected.data(), expected.size()), 0) << block;
  }
}

TEST_P(BlockSizes, VerifyRefusesAnotherPlace) {
  Content content = prepared(kContentSpec, GetParam());
  const auto block = copy(content.stamped_block(0));
  EXPECT_FALSE(content.verify(block, GetParam()).ok());
}

TEST(Content, FindsEachWrongByteAtItsOffset) {
  constexpr std::uint64_t kOffset = 17 * kSectorBytes;
  Content content = prepared(kContentSpec, kSectorBytes);
  const auto sector = copy(content.stamped_block(kOffset));
  for (std::size_t i = 0; i < sector.size(); ++i) {
    for (const auto flipped : {std::byte{1}, std::byte{0x80}, std::byte{0xff}}) {
      auto wrong = sector;
      wrong[i] ^= flipped;
      const Status status = content.verify(wrong, kOffset);
      EXPECT_EQ(status.error, ErrorCode::kVerifyFailed) << i;
      EXPECT_EQ(status.offset_bytes, kOffset + i);
    }
  }
}

TEST(Content, FindsTheFirstWrongByteOfALongBlock) {
  Content content = prepared(kContentSpec, kMiB);
  auto block = copy(content.stamped_block(3 * kMiB));
  block[500'000] ^= std::byte{4};
  block[700'000] ^= std::byte{4};
  EXPECT_EQ(content.verify(block, 3 * kMiB).offset_bytes, 3 * kMiB + 500'000);
}

TEST(Content, AcceptsEarlierGenerationsOnly) {
  Content old = prepared(at_generation(4), kSectorBytes);
  Content now = prepared(at_generation(5), kSectorBytes);
  Content later = prepared(at_generation(6), kSectorBytes);
  EXPECT_TRUE(now.verify(old.stamped_block(0), 0).ok());
  EXPECT_EQ(now.verify(later.stamped_block(0), 0).offset_bytes, offsetof(SectorHeader, generation));
}

TEST(Content, PayloadIsTheSameInEveryGenerationSoThatPartsOfSectorsFit) {
  Content old = prepared(at_generation(4), 512);
  Content now = prepared(at_generation(5), 512);
  std::vector<std::byte> sector(kSectorBytes);
  for (std::size_t part = 0; part < 8; ++part) {
    const auto block = (part % 2 == 0 ? now : old).stamped_block(part * 512);
    std::ranges::copy(block, sector.begin() + static_cast<std::ptrdiff_t>(part * 512));
  }
  EXPECT_TRUE(now.verify(sector, 0).ok());
}

TEST(Content, RefusesAnotherFileAndAnotherSeed) {
  Content content = prepared(kContentSpec, kSectorBytes);
  ContentSpec other_file = kContentSpec;
  other_file.file_id = 4;
  Content file = prepared(other_file, kSectorBytes);
  EXPECT_EQ(content.verify(file.stamped_block(0), 0).error, ErrorCode::kVerifyFailed);
  ContentSpec other_seed = kContentSpec;
  other_seed.seed = 8;
  Content seed = prepared(other_seed, kSectorBytes);
  EXPECT_EQ(content.verify(seed.stamped_block(0), 0).error, ErrorCode::kVerifyFailed);
}

TEST(Content, RefusesASparseSector) {
  Content content = prepared(kContentSpec, kSectorBytes);
  const std::vector<std::byte> zeros(kSectorBytes);
  EXPECT_EQ(content.verify(zeros, 0).error, ErrorCode::kVerifyFailed);
}

TEST(Content, ZeroDataIsZerosAndVerifiedAsZeros) {
  ContentSpec spec = kContentSpec;
  spec.data = Data::kZero;
  Content content = prepared(spec, kSectorBytes);
  auto block = copy(content.stamped_block(kSectorBytes));
  EXPECT_TRUE(std::ranges::all_of(block, [](std::byte byte) { return byte == std::byte{0}; }));
  EXPECT_TRUE(content.verify(block, kSectorBytes).ok());
  block[0] = std::byte{1};
  EXPECT_EQ(content.verify(block, kSectorBytes).offset_bytes, kSectorBytes);
}

TEST(Content, NoTwoSectorsAreAlike) {
  Content content = prepared(kContentSpec, kSectorBytes);
  std::set<std::string> seen;
  for (std::uint64_t sector = 0; sector < 1024; ++sector) {
    const auto block = content.stamped_block(sector * kSectorBytes);
    seen.emplace(reinterpret_cast<const char*>(block.data()), block.size());
  }
  EXPECT_EQ(seen.size(), 1024U);
}

TEST(Content, PayloadBytesOccurEquallyOften) {
  Content content = prepared(kContentSpec, kMiB);
  std::array<double, 256> counts{};
  const auto block = content.stamped_block(0);
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (i % kSectorBytes >= sizeof(SectorHeader))
      counts.at(static_cast<std::size_t>(block[i])) += 1;
  }
  const double expected = 4096.0 - sizeof(SectorHeader);  // one page of 256 for each of 256 values
  for (const double count : counts) EXPECT_NEAR(count, expected, 6 * std::sqrt(expected));
}

TEST(Content, KeepsAndReplacesItsMemoryBetweenJobs) {
  Content content;
  for (const std::size_t block :
       {kSectorBytes, 16 * kMiB, kSectorBytes, std::uint64_t{512}, kMiB}) {
    ASSERT_EQ(content.prepare(kContentSpec, block), ErrorCode::kNone);
    EXPECT_TRUE(content.verify(content.stamped_block(4 * block), 4 * block).ok()) << block;
    EXPECT_EQ(content.read_block().size(), block);
  }
}

}  // namespace
}  // namespace opfsmark
