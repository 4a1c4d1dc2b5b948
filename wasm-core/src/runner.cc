#include "opfsmark/runner.h"

#include <cmath>

#include "opfsmark/permutation.h"
#include "opfsmark/units.h"

namespace opfsmark {
namespace {

/// Sectors are numbered in 32 bits.
constexpr double kMaxFileBytes = 4294967296.0 * static_cast<double>(kSectorBytes);
/// A week: far above any limit, far below where nanoseconds overflow.
constexpr double kMaxNs = 7 * 24 * 3600 * 1e9;

/// False for a NaN, too.
bool whole_within(double value, double min, double max) noexcept {
  return value >= min && value <= max && std::trunc(value) == value;
}

template <typename Enum>
bool at_most(Enum value, Enum last) noexcept {
  return static_cast<std::uint32_t>(value) <= static_cast<std::uint32_t>(last);
}

}  // namespace

ErrorCode validate(const Request& r) noexcept {
  const bool enums = at_most(r.task, Task::kClock) && at_most(r.engine, Engine::kDirect) &&
                     at_most(r.operation, Operation::kMix) &&
                     at_most(r.pattern, Pattern::kRandom) && at_most(r.timing, Timing::kEach) &&
                     at_most(r.flush, Flush::kEach) && at_most(r.data, Data::kZero) &&
                     at_most(r.visits, Visits::kClaimed);
  if (!enums) return ErrorCode::kBadRequest;
  if (r.task == Task::kClock) return ErrorCode::kNone;

  const bool numbers = whole_within(r.block_bytes, kGrainBytes, kMaxBlockBytes) &&
                       std::fmod(r.block_bytes, kGrainBytes) == 0 &&
                       whole_within(r.block_count, 1, Permutation::kMaxCount) &&
                       r.block_bytes * r.block_count <= kMaxFileBytes &&
                       whole_within(r.first, 0, Permutation::kMaxCount) &&
                       whole_within(r.stride, 1, Permutation::kMaxCount) &&
                       whole_within(r.limit_ns, 0, kMaxNs);
  if (!numbers) return ErrorCode::kBadRequest;
  if (r.task != Task::kPass) return ErrorCode::kNone;

  // A batch is of one direction only.
  const bool mix =
      r.operation != Operation::kMix || (r.read_percent <= 100 && r.timing == Timing::kEach);
  // Blocks are claimed one by one.
  const bool claimed = r.visits != Visits::kClaimed || r.timing == Timing::kEach;
  // Calls are due until the limit, and are claimed one by one.
  const bool arrivals = r.arrivals_per_s == 0 ||
                        (r.visits == Visits::kClaimed && r.limit_ns > 0 && r.arrivals_per_s > 0 &&
                         r.arrivals_per_s * r.limit_ns / 1e9 <= Arrivals::kMaxExpected);
  // Without a limit, visits that begin again end by a stop alone.
  return mix && claimed && arrivals && whole_within(r.bin_ns, kNsPerMs, kMaxNs)
             ? ErrorCode::kNone
             : ErrorCode::kBadRequest;
}

}  // namespace opfsmark
