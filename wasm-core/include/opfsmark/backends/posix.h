#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "opfsmark/backend.h"
#include "opfsmark/result.h"

namespace opfsmark {

/// A file of the operating system: pread, pwrite, fdatasync. The native reference that browsers are
/// compared with.
class PosixBackend {
 public:
  /// Takes over `descriptor` and closes it.
  explicit PosixBackend(int descriptor) noexcept : descriptor_(descriptor) {}
  PosixBackend(const PosixBackend&) = delete;
  PosixBackend& operator=(const PosixBackend&) = delete;
  PosixBackend(PosixBackend&& other) noexcept;
  PosixBackend& operator=(PosixBackend&&) = delete;
  ~PosixBackend();

  [[nodiscard]] ErrorCode bind(const CallMemory& memory) noexcept;
  [[nodiscard]] Result<std::size_t> read_at(std::span<std::byte> dst,
                                            std::uint64_t offset_bytes) noexcept;
  [[nodiscard]] Result<std::size_t> write_at(std::span<const std::byte> src,
                                             std::uint64_t offset_bytes) noexcept;
  [[nodiscard]] ErrorCode flush() noexcept;
  [[nodiscard]] Result<std::uint64_t> size_bytes() noexcept;

 private:
  int descriptor_;
};

}  // namespace opfsmark
