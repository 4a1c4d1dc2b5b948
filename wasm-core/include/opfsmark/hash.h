#pragma once

#include <cstdint>

namespace opfsmark {

/// The 32-bit finaliser of MurmurHash3 by Austin Appleby (public domain): a bijection in which
/// every input bit changes every output bit with a chance of about one half.
[[nodiscard]] constexpr std::uint32_t mix32(std::uint32_t h) noexcept {
  h = (h ^ (h >> 16)) * 0x85ebca6bU;
  h = (h ^ (h >> 13)) * 0xc2b2ae35U;
  return h ^ (h >> 16);
}

/// 2^32 divided by the golden ratio: consecutive multiples are spread evenly.
inline constexpr std::uint32_t kGolden32 = 0x9e3779b9U;

}  // namespace opfsmark
