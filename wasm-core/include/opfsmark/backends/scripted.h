#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "opfsmark/backend.h"
#include "opfsmark/clock.h"
#include "opfsmark/content.h"
#include "opfsmark/result.h"
#include "opfsmark/units.h"

namespace opfsmark {

/// A fault of one call of a scripted drive.
struct Fault {
  enum class Kind : std::uint8_t { kShort, kError };
  Kind kind = Kind::kShort;
  /// Reads and writes are counted together, from 0.
  std::uint64_t call = 0;
  /// kShort: how many bytes are moved; 0 is a call that moves nothing.
  std::size_t bytes = 0;
  ErrorCode error = ErrorCode::kIoError;
};

/// How long calls take: `base_ns` and `sector_ns` for each sector begun, and `stall_ns` more every
/// `stall_every`-th call of that direction (the 100th, 200th, ...).
struct CallTimes {
  std::int64_t base_ns = 0;
  std::int64_t sector_ns = 0;
  std::int64_t stall_ns = 0;
  std::uint64_t stall_every = 100;

  [[nodiscard]] std::int64_t of(std::size_t bytes, std::uint64_t nth) const noexcept;
};

/// The defaults are a made-up drive with round means, which display tests rely on:
///   read  4 KiB: 20 us, every 100th 520 us: mean 25 us, 40,000 IOPS, 163.84 MB/s
///   read  1 MiB: 1,295 us, every 100th 1,795 us: mean 1,300 us
///   write 4 KiB: 40 us, every 100th 1,040 us: mean 50 us, 20,000 IOPS, 81.92 MB/s
///   write 1 MiB: 2,590 us, every 100th 3,590 us: mean 2,600 us
///   flush: 1 ms after a write, 10 us after none; size: nothing
/// Each worker has a drive of its own, so N workers are N times as fast.
struct Script {
  CallTimes read{.base_ns = 15 * kNsPerUs, .sector_ns = 5 * kNsPerUs, .stall_ns = 500 * kNsPerUs};
  CallTimes write{
      .base_ns = 30 * kNsPerUs, .sector_ns = 10 * kNsPerUs, .stall_ns = 1000 * kNsPerUs};
  std::int64_t dirty_flush_ns = 1000 * kNsPerUs;
  std::int64_t clean_flush_ns = 10 * kNsPerUs;
  std::span<const Fault> faults;
};

/// A made-up drive: its calls move a scripted clock by exactly the script's times and store
/// nothing, and reads return the content that the job expects. It is as large as needed.
class ScriptedBackend {
 public:
  ScriptedBackend(ScriptedClock& clock, const Content& content) noexcept
      : clock_(clock), content_(content) {}
  ScriptedBackend(ScriptedClock& clock, const Content& content, const Script& script) noexcept
      : clock_(clock), content_(content), script_(script) {}

  /// Starts the script over: results do not depend on the jobs before.
  [[nodiscard]] ErrorCode bind(const CallMemory& memory) noexcept;
  [[nodiscard]] Result<std::size_t> read_at(std::span<std::byte> dst,
                                            std::uint64_t offset_bytes) noexcept;
  [[nodiscard]] Result<std::size_t> write_at(std::span<const std::byte> src,
                                             std::uint64_t offset_bytes) noexcept;
  [[nodiscard]] ErrorCode flush() noexcept;
  [[nodiscard]] Result<std::uint64_t> size_bytes() noexcept;

 private:
  [[nodiscard]] Result<std::size_t> next_call(std::size_t bytes) noexcept;

  ScriptedClock& clock_;
  const Content& content_;
  Script script_;
  std::uint64_t reads_ = 0;
  std::uint64_t writes_ = 0;
  bool dirty_ = false;
};

}  // namespace opfsmark
