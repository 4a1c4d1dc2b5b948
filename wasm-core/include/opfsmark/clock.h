#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <thread>

#include "opfsmark/units.h"

namespace opfsmark {

// Version 14 breaks these lines.
// clang-format off
/// Monotonic nanoseconds since an arbitrary moment. Differences only: workers' clocks begin at
/// different times.
template <typename C>
concept Clock = requires(C& clock) {
  { clock.now_ns() } noexcept -> std::same_as<std::int64_t>;
};

/// A clock by which calls can be begun at a time.
template <typename C>
concept WaitableClock = Clock<C> && requires(C& clock, std::int64_t until_ns) {
  /// Returns at that time or just after it, and the time then.
  { clock.wait_until(until_ns) } noexcept -> std::same_as<std::int64_t>;
};
// clang-format on

/// Sleeps until shortly before, because sleep ends late, and then looks at the clock over and over.
template <typename C, typename Sleep>
std::int64_t sleep_then_spin(const C& clock, std::int64_t until_ns, std::int64_t spin_ns,
                             Sleep sleep) noexcept {
  std::int64_t now_ns = clock.now_ns();
  if (until_ns - now_ns > spin_ns) sleep(until_ns - now_ns - spin_ns);
  do now_ns = clock.now_ns();
  while (now_ns < until_ns);
  return now_ns;
}

class SteadyClock {
 public:
  [[nodiscard]] std::int64_t now_ns() const noexcept {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
  }
  [[nodiscard]] std::int64_t wait_until(std::int64_t until_ns) const noexcept {
    return sleep_then_spin(*this, until_ns, 200 * kNsPerUs, [](std::int64_t ns) {
      std::this_thread::sleep_for(std::chrono::nanoseconds(ns));
    });
  }
};

/// Moves only when the scripted backend or a test moves it.
class ScriptedClock {
 public:
  [[nodiscard]] std::int64_t now_ns() const noexcept { return now_ns_; }
  std::int64_t wait_until(std::int64_t until_ns) noexcept {
    return now_ns_ = std::max(now_ns_, until_ns);
  }
  void advance(std::int64_t ns) noexcept { now_ns_ += ns; }

 private:
  std::int64_t now_ns_ = 0;
};

}  // namespace opfsmark
