#pragma once

#include <cstdint>

namespace opfsmark {

/// Why a call failed. Crosses the ABI as a number: append only, and mirror in ts/worker/abi.ts.
enum class ErrorCode : std::uint32_t {
  kNone = 0,
  kAbiMismatch = 1,
  kBadRequest = 2,
  kNoMemory = 3,
  kQuotaExceeded = 4,
  kDiskFull = 5,
  kHandleLost = 6,
  kNotAllowed = 7,
  kIoError = 8,
  kShortRead = 9,
  kShortWrite = 10,
  kVerifyFailed = 11,
};

/// A value or the reason why there is none. (libc++ of Emscripten 3.1.6 has no std::expected.)
template <typename T>
class [[nodiscard]] Result {
 public:
  // Implicit, so that `return bytes;` and `return ErrorCode::kIoError;` both compile.
  constexpr Result(T value) noexcept : value_(value) {}
  constexpr Result(ErrorCode error) noexcept : error_(error) {}

  [[nodiscard]] constexpr bool ok() const noexcept { return error_ == ErrorCode::kNone; }
  [[nodiscard]] constexpr ErrorCode error() const noexcept { return error_; }
  /// Call only when ok(); anything else is a bug and ends the program, in release too.
  [[nodiscard]] constexpr T value() const noexcept {
    if (!ok()) [[unlikely]]
      __builtin_trap();
    return value_;
  }
  [[nodiscard]] constexpr T value_or(T otherwise) const noexcept {
    return ok() ? value_ : otherwise;
  }

 private:
  T value_{};
  ErrorCode error_ = ErrorCode::kNone;
};

/// An error, and the byte of the file where it occurred.
struct [[nodiscard]] Status {
  ErrorCode error = ErrorCode::kNone;
  std::uint64_t offset_bytes = 0;

  [[nodiscard]] constexpr bool ok() const noexcept { return error == ErrorCode::kNone; }
};

}  // namespace opfsmark
