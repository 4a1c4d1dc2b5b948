#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "opfsmark/backend.h"
#include "opfsmark/clock.h"
#include "opfsmark/content.h"
#include "opfsmark/hash.h"
#include "opfsmark/job.h"
#include "opfsmark/order.h"
#include "opfsmark/result.h"
#include "opfsmark/runner.h"

/// Tasks that are no pass: verification, the cost of empty calls, the clock. None of them runs
/// inside a timed window.
namespace opfsmark {

/// A stop is noticed after this many sectors: within a few ms on a healthy drive.
inline constexpr std::uint64_t kSectorsPerPoll = 64;

/// Reads sectors of the share, or the parts of them that smaller blocks cover, and compares them.
/// `request.sectors` of them, one from each of as many equal parts of the share, or all.
template <Backend B, Host H>
[[nodiscard]] Status verify_share(const Request& request, Outcome& outcome, B& backend,
                                  Content& content, H& host) noexcept {
  const Order order(request);
  const auto block_bytes = static_cast<std::uint64_t>(request.block_bytes);
  const std::uint64_t unit_bytes = std::min(block_bytes, kSectorBytes);
  const std::uint64_t units_per_block = (block_bytes + unit_bytes - 1) / unit_bytes;
  const std::uint64_t units = order.visits() * units_per_block;
  const std::uint64_t wanted =
      request.sectors == 0 ? units : std::min<std::uint64_t>(request.sectors, units);

  for (std::uint64_t i = 0; i < wanted; ++i) {
    // Somewhere in the i-th of `wanted` parts, not at its beginning, which would be the same sector
    // of every block.
    const std::uint64_t part_begin = i * units / wanted;
    const std::uint64_t part_units = (i + 1) * units / wanted - part_begin;
    const std::uint64_t unit =
        part_begin + mix32(request.order_seed ^ static_cast<std::uint32_t>(i)) % part_units;
    const std::uint64_t within = unit % units_per_block * unit_bytes;
    const std::uint64_t offset = order.block(unit / units_per_block) * block_bytes + within;
    const auto dst = content.read_block().first(std::min(unit_bytes, block_bytes - within));
    for (std::size_t done = 0; done < dst.size();) {
      const Result<std::size_t> moved = backend.read_at(dst.subspan(done), offset + done);
      if (!moved.ok()) return {moved.error(), offset + done};
      if (moved.value() == 0) return {ErrorCode::kShortRead, offset + done};
      done += moved.value();
    }
    if (const Status status = content.verify(dst, offset); !status.ok()) return status;
    outcome.sectors += 1;
    if (i % kSectorsPerPoll == kSectorsPerPoll - 1 && host.poll()) return {};
  }
  return {};
}

/// Mean duration of `call`, repeated for 20 ms or 1,000 times, whichever is less; at least once.
template <Clock C, typename Call>
[[nodiscard]] Result<double> mean_ns(C& clock, Call call) noexcept {
  const std::int64_t start_ns = clock.now_ns();
  std::int64_t now_ns = start_ns;
  int calls = 0;
  while (calls < 1'000 && now_ns - start_ns < 20 * kNsPerMs) {
    // Ten calls per reading of the clock: one call may take less than the clock's step.
    for (int i = 0; i < (calls == 0 ? 1 : 10); ++i, ++calls) {
      if (const ErrorCode error = call(); error != ErrorCode::kNone) return error;
    }
    now_ns = clock.now_ns();
  }
  return static_cast<double>(now_ns - start_ns) / calls;
}

/// Times a read of no bytes, a query of the size and a flush with nothing to flush.
template <Clock C, Backend B>
[[nodiscard]] Status measure_call_costs(Outcome& outcome, C& clock, B& backend,
                                        const Content& content) noexcept {
  const std::span<std::byte> nothing = content.read_block().first(0);
  const Result<double> empty_read =
      mean_ns(clock, [&] { return backend.read_at(nothing, 0).error(); });
  if (!empty_read.ok()) return {empty_read.error(), 0};
  const Result<double> get_size = mean_ns(clock, [&] { return backend.size_bytes().error(); });
  if (!get_size.ok()) return {get_size.error(), 0};
  const ErrorCode made_clean = backend.flush();
  if (made_clean != ErrorCode::kNone) return {made_clean, 0};
  const Result<double> clean_flush = mean_ns(clock, [&] { return backend.flush(); });
  if (!clean_flush.ok()) return {clean_flush.error(), 0};
  outcome.empty_read_ns = empty_read.value();
  outcome.get_size_ns = get_size.value();
  outcome.clean_flush_ns = clean_flush.value();
  return {};
}

/// The smallest difference the clock shows, and the cost of a reading; 0 for a clock that does not
/// move.
template <Clock C>
void measure_clock(Outcome& outcome, C& clock) noexcept {
  constexpr int kReadings = 4'000;
  constexpr int kSteps = 20;
  constexpr int kMaxReadings = 1'000'000;  // enough to see even a clock of 100 ms step once
  constexpr std::int64_t kMaxNs = 100 * kNsPerMs;
  const std::int64_t start_ns = clock.now_ns();
  std::int64_t last_ns = start_ns;
  std::int64_t step_ns = 0;
  int readings = 0;
  int steps = 0;
  const auto seen_enough = [&] {
    return readings >= kReadings &&
           (steps >= kSteps || readings >= kMaxReadings || last_ns - start_ns >= kMaxNs);
  };
  for (; !seen_enough(); ++readings) {
    const std::int64_t now_ns = clock.now_ns();
    if (now_ns == last_ns) continue;
    step_ns = steps == 0 ? now_ns - last_ns : std::min(step_ns, now_ns - last_ns);
    last_ns = now_ns;
    ++steps;
  }
  outcome.clock_step_ns = static_cast<double>(step_ns);
  outcome.clock_call_ns = static_cast<double>(last_ns - start_ns) / readings;
}

}  // namespace opfsmark
