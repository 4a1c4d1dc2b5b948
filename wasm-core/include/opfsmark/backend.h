#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "opfsmark/result.h"

namespace opfsmark {

/// The memory that the calls of a job use. Backends that must prepare for it (views, registration)
/// do so in `bind`, because nothing may be allocated in the timed loop.
struct CallMemory {
  /// Reads of a whole block always go here.
  std::span<std::byte> read_block;
  /// Writes of a whole block come from `block_bytes` bytes at a multiple of `step_bytes` in here.
  std::span<std::byte> write_region;
  std::size_t block_bytes = 0;
  /// A power of two.
  std::size_t step_bytes = 0;
  /// The bytes that are read are not used, so a backend may read them into other memory.
  bool reads_are_discarded = false;
};

// Version 14 breaks these lines.
// clang-format off
/// One open file. All calls are synchronous; fewer bytes than asked for is success, not an error.
template <typename B>
concept Backend = requires(B& backend, std::span<std::byte> dst, std::span<const std::byte> src,
                           std::uint64_t offset_bytes, const CallMemory& memory) {
  { backend.bind(memory) } noexcept -> std::same_as<ErrorCode>;
  { backend.read_at(dst, offset_bytes) } noexcept -> std::same_as<Result<std::size_t>>;
  { backend.write_at(src, offset_bytes) } noexcept -> std::same_as<Result<std::size_t>>;
  { backend.flush() } noexcept -> std::same_as<ErrorCode>;
  { backend.size_bytes() } noexcept -> std::same_as<Result<std::uint64_t>>;
};
// clang-format on

}  // namespace opfsmark
