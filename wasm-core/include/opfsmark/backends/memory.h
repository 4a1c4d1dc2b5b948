#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "opfsmark/backend.h"
#include "opfsmark/result.h"

namespace opfsmark {

/// A file in this process's memory: measures the harness without a drive, and can be inspected by
/// tests.
class MemoryBackend {
 public:
  [[nodiscard]] ErrorCode bind(const CallMemory& memory) noexcept;
  [[nodiscard]] Result<std::size_t> read_at(std::span<std::byte> dst,
                                            std::uint64_t offset_bytes) noexcept;
  /// Extends the file where needed; kDiskFull when there is no memory for it.
  [[nodiscard]] Result<std::size_t> write_at(std::span<const std::byte> src,
                                             std::uint64_t offset_bytes) noexcept;
  [[nodiscard]] ErrorCode flush() noexcept;
  [[nodiscard]] Result<std::uint64_t> size_bytes() noexcept;

  [[nodiscard]] std::span<std::byte> bytes() noexcept { return {memory_.get(), size_bytes_}; }

 private:
  [[nodiscard]] bool reserve(std::size_t bytes) noexcept;

  struct Free {
    void operator()(std::byte* memory) const noexcept;
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::size_t size_bytes_ = 0;
  std::size_t capacity_bytes_ = 0;
};

}  // namespace opfsmark
