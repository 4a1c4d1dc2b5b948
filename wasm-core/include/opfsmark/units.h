#pragma once

#include <cstddef>
#include <cstdint>

namespace opfsmark {

inline constexpr std::uint64_t kKiB = 1024;
inline constexpr std::uint64_t kMiB = 1024 * kKiB;

/// Smallest block and granularity of all blocks, so that a block begins or ends inside a sector
/// only at these steps.
inline constexpr std::uint64_t kGrainBytes = 512;
inline constexpr std::uint64_t kMaxBlockBytes = 16 * kMiB;
/// The unit that carries one header and is verified as one: see content.h.
inline constexpr std::uint64_t kSectorBytes = 4 * kKiB;

inline constexpr std::int64_t kNsPerUs = 1'000;
inline constexpr std::int64_t kNsPerMs = 1'000'000;

}  // namespace opfsmark
