#include "opfsmark/backends/memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "opfsmark/units.h"

namespace opfsmark {

void MemoryBackend::Free::operator()(std::byte* memory) const noexcept { std::free(memory); }

ErrorCode MemoryBackend::bind(const CallMemory& /*memory*/) noexcept { return ErrorCode::kNone; }

Result<std::size_t> MemoryBackend::read_at(std::span<std::byte> dst,
                                           std::uint64_t offset_bytes) noexcept {
  if (offset_bytes >= size_bytes_) return std::size_t{0};
  const auto offset = static_cast<std::size_t>(offset_bytes);
  const std::size_t length = std::min(dst.size(), size_bytes_ - offset);
  std::copy_n(memory_.get() + offset, length, dst.begin());
  return length;
}

Result<std::size_t> MemoryBackend::write_at(std::span<const std::byte> src,
                                            std::uint64_t offset_bytes) noexcept {
  if (offset_bytes > std::numeric_limits<std::size_t>::max() - src.size())
    return ErrorCode::kDiskFull;
  const auto offset = static_cast<std::size_t>(offset_bytes);
  const std::size_t end = offset + src.size();
  if (!reserve(end)) return ErrorCode::kDiskFull;
  std::copy(src.begin(), src.end(), memory_.get() + offset);
  size_bytes_ = std::max(size_bytes_, end);
  return src.size();
}

ErrorCode MemoryBackend::flush() noexcept { return ErrorCode::kNone; }

Result<std::uint64_t> MemoryBackend::size_bytes() noexcept { return std::uint64_t{size_bytes_}; }

bool MemoryBackend::reserve(std::size_t bytes) noexcept {
  if (bytes <= capacity_bytes_) return true;
  // By halves, so that a file written in order is moved few times and wastes little.
  const std::size_t wanted = std::max(bytes, capacity_bytes_ + capacity_bytes_ / 2);
  for (const std::size_t capacity : {wanted, bytes}) {
    auto* const larger = static_cast<std::byte*>(std::realloc(memory_.get(), capacity));
    if (larger == nullptr) continue;
    static_cast<void>(memory_.release());  // realloc has taken it
    memory_.reset(larger);
    std::memset(larger + capacity_bytes_, 0, capacity - capacity_bytes_);
    capacity_bytes_ = capacity;
    return true;
  }
  return false;
}

}  // namespace opfsmark
