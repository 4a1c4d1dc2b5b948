#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <numbers>

#include "opfsmark/hash.h"
#include "opfsmark/job.h"
#include "opfsmark/result.h"

namespace opfsmark {

/// An exponentially distributed number with mean 1 from 32 random bits: -ln((bits + 1/2) / 2^32) to
/// 13 digits. By the same sums on every system, so that a seed has one schedule; and smaller than
/// the C library's.
[[nodiscard]] constexpr double exponential(std::uint32_t bits) noexcept {
  const std::uint64_t odd = 2 * std::uint64_t{bits} + 1;
  int exponent = static_cast<int>(std::bit_width(odd)) - 1;
  double mantissa = static_cast<double>(odd) / static_cast<double>(std::uint64_t{1} << exponent);
  if (mantissa > std::numbers::sqrt2) {
    mantissa /= 2;
    ++exponent;
  }
  // ln(m) = 2 artanh((m - 1) / (m + 1))
  const double s = (mantissa - 1) / (mantissa + 1);
  double sum = 0;
  for (int n = 17; n >= 1; n -= 2) sum = sum * s * s + 1.0 / n;
  return (33 - exponent) * std::numbers::ln2 - 2 * s * sum;
}

/// When the calls of an open loop are due: a Poisson process, whose gaps are exponential, from the
/// seed of the order. All workers compute the same, and each call is claimed by one of them.
class Arrivals {
 public:
  /// So many fit into a request: 32 MiB of times.
  static constexpr double kMaxExpected = 4e6;

  /// Allocates, so before views of memory are made; nothing for a closed loop. The caller has
  /// checked the request.
  [[nodiscard]] ErrorCode prepare(const Request& request) noexcept {
    window_ns_ = static_cast<std::int64_t>(request.limit_ns);
    if (request.task != Task::kPass || request.arrivals_per_s == 0) return ErrorCode::kNone;
    const double mean_gap_ns = 1e9 / request.arrivals_per_s;
    const auto each = [&](auto visit) {
      std::uint32_t state = mix32(request.order_seed);
      std::uint64_t index = 0;
      const auto gap_ns = [&] { return mean_gap_ns * exponential(mix32(state += kGolden32)); };
      double ns = gap_ns();
      while (ns < request.limit_ns) {
        visit(index++, static_cast<std::int64_t>(ns));
        ns += gap_ns();
      }
      return index;
    };
    count_ = each([](std::uint64_t, std::int64_t) {});
    if (count_ == 0) return ErrorCode::kNone;
    due_ns_.reset(new (std::nothrow) std::int64_t[count_]);
    if (!due_ns_) return ErrorCode::kNoMemory;
    each([&](std::uint64_t index, std::int64_t ns) { due_ns_[index] = ns; });
    return ErrorCode::kNone;
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  /// Since the window began; `index` < count().
  [[nodiscard]] std::int64_t due_ns(std::uint64_t index) const noexcept { return due_ns_[index]; }
  /// In which calls become due.
  [[nodiscard]] std::int64_t window_ns() const noexcept { return window_ns_; }

 private:
  std::int64_t window_ns_ = 0;
  std::uint64_t count_ = 0;
  std::unique_ptr<std::int64_t[]> due_ns_;
};

}  // namespace opfsmark
