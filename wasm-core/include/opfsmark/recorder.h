#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "opfsmark/histogram.h"
#include "opfsmark/job.h"

namespace opfsmark {

/// Writes the calls of the timed loop into an Outcome: totals, histogram, time series. Never
/// allocates; bins are fixed in number and become wider when they run out.
///
/// A call counts in the bin in which it ended; the time spent in it is divided among all bins it
/// touched, so that a stall of a second is seen as ten busy bins and not as one that is busier than
/// it is long.
class Recorder {
 public:
  Recorder(Outcome& outcome, std::int64_t start_ns, std::int64_t bin_ns) noexcept
      : outcome_(outcome), start_ns_(start_ns), bin_ns_(bin_ns), bin_end_ns_(start_ns + bin_ns) {}

  /// Calls of one direction that together lasted from `begin_ns`, when the ones before had ended,
  /// to `end_ns`.
  void batch(Side& side, std::uint32_t ops, std::uint64_t bytes, std::int64_t begin_ns,
             std::int64_t end_ns) noexcept {
    side.ops += ops;
    side.bytes += static_cast<double>(bytes);
    side.busy_ns += static_cast<double>(end_ns - begin_ns);
    if (end_ns >= bin_end_ns_) [[unlikely]]
      begin_ns = cross_bins(side, begin_ns, end_ns);
    side.bin_ops[bin_] += ops;
    side.bin_busy_ns[bin_] += static_cast<double>(end_ns - begin_ns);
  }

  /// One call timed by itself.
  void call(Side& side, std::uint64_t bytes, std::int64_t begin_ns, std::int64_t end_ns) noexcept {
    batch(side, 1, bytes, begin_ns, end_ns);
    const std::int64_t ns = end_ns - begin_ns;
    const auto latency_ns = static_cast<double>(ns);
    if (!record(side.counts, static_cast<std::uint64_t>(ns))) side.dropped += 1;
    side.min_ns = side.ops > 1 ? std::min(side.min_ns, latency_ns) : latency_ns;
    side.max_ns = std::max(side.max_ns, latency_ns);
    side.bin_max_ns[bin_] = std::max(side.bin_max_ns[bin_], latency_ns);
  }

  /// Nothing is under way until `until_ns`.
  void idle(std::int64_t until_ns) noexcept {
    while (until_ns >= bin_end_ns_) next_bin();
  }

  void finish() noexcept {
    outcome_.bin_ns = static_cast<double>(bin_ns_);
    outcome_.bins = static_cast<double>(bin_ + 1);
  }

 private:
  /// Moves on to the bin of `end_ns`; returns where the part of the time that belongs there begins.
  std::int64_t cross_bins(Side& side, std::int64_t begin_ns, std::int64_t end_ns) noexcept;
  void next_bin() noexcept;
  void widen() noexcept;

  Outcome& outcome_;
  std::int64_t start_ns_;
  std::int64_t bin_ns_;
  std::int64_t bin_end_ns_;
  std::size_t bin_ = 0;
};

}  // namespace opfsmark
