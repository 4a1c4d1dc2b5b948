#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "opfsmark/hash.h"

namespace opfsmark {

/// The order of random access: a seeded permutation of 0..count-1 that needs no memory, the same
/// here and in schema/src/documents/permutation.ts; fixtures/vectors/permutation.json holds both to
/// it.
///
/// A four-round Feistel network over the smallest 2^bits >= count. `bits` is split into a low half
/// (floor) and a high half (ceil); results outside the range are permuted again until one falls
/// inside (cycle walking: under two rounds on average, because 2^bits < 2 * count).
class Permutation {
 public:
  static constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 32;

  /// `count` is 1..kMaxCount, which the caller has checked.
  constexpr Permutation(std::uint64_t count, std::uint32_t seed) noexcept : count_(count) {
    const int needed = static_cast<int>(std::bit_width(count - 1));
    const int bits = needed < 2 ? 2 : needed;
    low_bits_ = bits / 2;
    low_mask_ = (1U << low_bits_) - 1;
    high_mask_ = (1U << (bits - low_bits_)) - 1;
    for (std::uint32_t round = 0; round < kRounds; ++round)
      keys_[round] = mix32(seed ^ ((round + 1) * kGolden32));
  }

  [[nodiscard]] constexpr std::uint64_t count() const noexcept { return count_; }

  /// Where the `index`-th visit goes; `index` < count.
  [[nodiscard]] constexpr std::uint64_t at(std::uint64_t index) const noexcept {
    std::uint64_t value = index;
    do value = permute(value);
    while (value >= count_);
    return value;
  }

 private:
  static constexpr std::uint32_t kRounds = 4;

  [[nodiscard]] constexpr std::uint64_t permute(std::uint64_t value) const noexcept {
    std::uint32_t low = static_cast<std::uint32_t>(value) & low_mask_;
    std::uint32_t high = static_cast<std::uint32_t>(value >> low_bits_) & high_mask_;
    for (std::uint32_t round = 0; round < kRounds; round += 2) {
      high = (high ^ mix32(low ^ keys_[round])) & high_mask_;
      low = (low ^ mix32(high ^ keys_[round + 1])) & low_mask_;
    }
    return (std::uint64_t{high} << low_bits_) | low;
  }

  std::uint64_t count_;
  int low_bits_;
  std::uint32_t low_mask_;
  std::uint32_t high_mask_;
  std::array<std::uint32_t, kRounds> keys_{};
};

}  // namespace opfsmark
