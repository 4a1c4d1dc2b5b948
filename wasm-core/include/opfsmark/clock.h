#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>

namespace opfsmark {

/// Monotonic nanoseconds since an arbitrary moment. Differences only: workers' clocks begin at
/// different times.
template <typename C>
concept Clock = requires(C& clock) {
  { clock.now_ns() }
  noexcept->std::same_as<std::int64_t>;
};

class SteadyClock {
 public:
  [[nodiscard]] std::int64_t now_ns() const noexcept {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
  }
};

/// Moves only when the scripted backend or a test moves it.
class ScriptedClock {
 public:
  [[nodiscard]] std::int64_t now_ns() const noexcept { return now_ns_; }
  void advance(std::int64_t ns) noexcept { now_ns_ += ns; }

 private:
  std::int64_t now_ns_ = 0;
};

}  // namespace opfsmark
