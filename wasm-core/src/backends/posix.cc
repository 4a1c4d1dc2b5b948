#include "opfsmark/backends/posix.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace opfsmark {
namespace {

ErrorCode code_of(int error) noexcept {
  switch (error) {
    case ENOSPC:
    case EFBIG:
      return ErrorCode::kDiskFull;
    case EDQUOT:
      return ErrorCode::kQuotaExceeded;
    case EBADF:
      return ErrorCode::kHandleLost;
    case EACCES:
    case EPERM:
    case EROFS:
      return ErrorCode::kNotAllowed;
    default:
      return ErrorCode::kIoError;
  }
}

/// Repeats a call that a signal interrupted.
template <typename Call>
auto uninterrupted(Call call) noexcept {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

Result<std::size_t> count(ssize_t moved) noexcept {
  if (moved < 0) return code_of(errno);
  return static_cast<std::size_t>(moved);
}

}  // namespace

PosixBackend::PosixBackend(PosixBackend&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

PosixBackend::~PosixBackend() {
  if (descriptor_ >= 0) close(descriptor_);
}

ErrorCode PosixBackend::bind(const CallMemory& /*memory*/) noexcept {
  return descriptor_ >= 0 ? ErrorCode::kNone : ErrorCode::kHandleLost;
}

Result<std::size_t> PosixBackend::read_at(std::span<std::byte> dst,
                                          std::uint64_t offset_bytes) noexcept {
  return count(uninterrupted([&] {
    return pread(descriptor_, dst.data(), dst.size(), static_cast<off_t>(offset_bytes));
  }));
}

Result<std::size_t> PosixBackend::write_at(std::span<const std::byte> src,
                                           std::uint64_t offset_bytes) noexcept {
  return count(uninterrupted([&] {
    return pwrite(descriptor_, src.data(), src.size(), static_cast<off_t>(offset_bytes));
  }));
}

ErrorCode PosixBackend::flush() noexcept {
  // As browsers do: on macOS only F_FULLFSYNC reaches the medium.
#ifdef F_FULLFSYNC
  const int result = uninterrupted([&] { return fcntl(descriptor_, F_FULLFSYNC); });
#else
  const int result = uninterrupted([&] { return fdatasync(descriptor_); });
#endif
  return result < 0 ? code_of(errno) : ErrorCode::kNone;
}

Result<std::uint64_t> PosixBackend::size_bytes() noexcept {
  struct stat status = {};
  if (fstat(descriptor_, &status) < 0) return code_of(errno);
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace opfsmark
