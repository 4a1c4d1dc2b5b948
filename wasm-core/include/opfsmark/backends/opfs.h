#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "opfsmark/backend.h"
#include "opfsmark/clock.h"
#include "opfsmark/result.h"
#include "opfsmark/units.h"

/// The imports that js/storage.lib.js implements. `slot` names a view of wasm memory made
/// beforehand. Calls that move bytes return how many, or an ErrorCode as a negative number. Offsets
/// are f64: no BigInt in the loop.
extern "C" {
double opfsmark_now_ms(void) noexcept;
void opfsmark_sleep(double ms) noexcept;
void opfsmark_view(std::int32_t slot, const void* memory, std::uint32_t bytes) noexcept;
void opfsmark_own_buffer(std::int32_t slot, std::uint32_t bytes) noexcept;
std::int32_t opfsmark_read(std::int32_t slot, double offset_bytes) noexcept;
std::int32_t opfsmark_write(std::int32_t slot, double offset_bytes) noexcept;
/// The same for memory without a slot. Allocates a view: only for calls that are rare or not timed.
std::int32_t opfsmark_read_part(void* memory, std::uint32_t bytes, double offset_bytes) noexcept;
std::int32_t opfsmark_write_part(const void* memory, std::uint32_t bytes,
                                 double offset_bytes) noexcept;
std::int32_t opfsmark_flush(void) noexcept;
double opfsmark_size(void) noexcept;
}

namespace opfsmark {

/// The browser's clock: performance.now() counts ms in steps of 5 us or more.
class PageClock {
 public:
  [[nodiscard]] std::int64_t now_ns() const noexcept {
    return static_cast<std::int64_t>(opfsmark_now_ms() * static_cast<double>(kNsPerMs) + 0.5);
  }
  [[nodiscard]] std::int64_t wait_until(std::int64_t until_ns) const noexcept {
    return sleep_then_spin(*this, until_ns, kNsPerMs, [](std::int64_t ns) {
      opfsmark_sleep(static_cast<double>(ns) / static_cast<double>(kNsPerMs));
    });
  }
};

/// A FileSystemSyncAccessHandle, which JavaScript holds. In the header, so that the loop makes one
/// call per operation.
class OpfsBackend {
 public:
  /// Direct I/O wants memory at the address of a page, which a buffer of JavaScript need not have.
  enum class ReadInto { kWhatIsFastest, kCoreMemory };
  explicit OpfsBackend(ReadInto read_into = ReadInto::kWhatIsFastest) noexcept
      : read_into_(read_into) {}

  [[nodiscard]] ErrorCode bind(const CallMemory& memory) noexcept {
    memory_ = memory;
    step_bits_ = std::countr_zero(memory.step_bytes);
    const auto block_bytes = static_cast<std::uint32_t>(memory.block_bytes);
    opfsmark_own_buffer(kNothingSlot, 0);
    // Chromium takes an ArrayBuffer 0.1 us sooner than a view of one. Larger blocks gain nothing.
    if (read_into_ == ReadInto::kWhatIsFastest && memory.reads_are_discarded &&
        block_bytes <= kMaxOwnBufferBytes)
      opfsmark_own_buffer(kReadSlot, block_bytes);
    else
      opfsmark_view(kReadSlot, memory.read_block.data(), block_bytes);
    std::int32_t slot = kFirstWriteSlot;
    for (std::size_t at = 0; at + memory.block_bytes <= memory.write_region.size();
         at += memory.step_bytes) {
      opfsmark_view(slot++, memory.write_region.data() + at, block_bytes);
    }
    return ErrorCode::kNone;
  }

  [[nodiscard]] Result<std::size_t> read_at(std::span<std::byte> dst,
                                            std::uint64_t offset_bytes) const noexcept {
    const auto offset = static_cast<double>(offset_bytes);
    if (dst.size() == memory_.block_bytes) return count(opfsmark_read(kReadSlot, offset));
    if (dst.empty()) return count(opfsmark_read(kNothingSlot, offset));
    return count(opfsmark_read_part(dst.data(), static_cast<std::uint32_t>(dst.size()), offset));
  }

  [[nodiscard]] Result<std::size_t> write_at(std::span<const std::byte> src,
                                             std::uint64_t offset_bytes) const noexcept {
    const auto offset = static_cast<double>(offset_bytes);
    if (src.size() == memory_.block_bytes) {
      const std::ptrdiff_t step = (src.data() - memory_.write_region.data()) >> step_bits_;
      return count(opfsmark_write(kFirstWriteSlot + static_cast<std::int32_t>(step), offset));
    }
    return count(opfsmark_write_part(src.data(), static_cast<std::uint32_t>(src.size()), offset));
  }

  [[nodiscard]] ErrorCode flush() const noexcept { return count(opfsmark_flush()).error(); }

  [[nodiscard]] Result<std::uint64_t> size_bytes() const noexcept {
    const double size = opfsmark_size();
    if (size < 0) return static_cast<ErrorCode>(-size);
    return static_cast<std::uint64_t>(size);
  }

 private:
  static constexpr std::uint32_t kMaxOwnBufferBytes = 64 * kKiB;
  static constexpr std::int32_t kNothingSlot = 0;
  static constexpr std::int32_t kReadSlot = 1;
  static constexpr std::int32_t kFirstWriteSlot = 2;

  [[nodiscard]] static Result<std::size_t> count(std::int32_t answer) noexcept {
    if (answer < 0) [[unlikely]]
      return static_cast<ErrorCode>(-answer);
    return static_cast<std::size_t>(answer);
  }

  ReadInto read_into_;
  CallMemory memory_;
  int step_bits_ = 0;
};

}  // namespace opfsmark
