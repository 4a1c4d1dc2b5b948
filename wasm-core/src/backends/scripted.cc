#include "opfsmark/backends/scripted.h"

#include <algorithm>

namespace opfsmark {

std::int64_t CallTimes::of(std::size_t bytes, std::uint64_t nth) const noexcept {
  const auto sectors = static_cast<std::int64_t>((bytes + kSectorBytes - 1) / kSectorBytes);
  const bool stalls = stall_every != 0 && nth % stall_every == 0;
  return base_ns + sectors * sector_ns + (stalls ? stall_ns : 0);
}

ErrorCode ScriptedBackend::bind(const CallMemory& /*memory*/) noexcept {
  reads_ = 0;
  writes_ = 0;
  dirty_ = false;
  return ErrorCode::kNone;
}

Result<std::size_t> ScriptedBackend::next_call(std::size_t bytes) noexcept {
  const std::uint64_t call = reads_ + writes_;
  for (const Fault& fault : script_.faults) {
    if (fault.call != call) continue;
    if (fault.kind == Fault::Kind::kError) return fault.error;
    return std::min(fault.bytes, bytes);
  }
  return bytes;
}

Result<std::size_t> ScriptedBackend::read_at(std::span<std::byte> dst,
                                             std::uint64_t offset_bytes) noexcept {
  const Result<std::size_t> moved = next_call(dst.size());
  clock_.advance(script_.read.of(dst.size(), ++reads_));
  if (moved.ok()) content_.synthesise(dst.first(moved.value()), offset_bytes);
  return moved;
}

Result<std::size_t> ScriptedBackend::write_at(std::span<const std::byte> src,
                                              std::uint64_t /*offset_bytes*/) noexcept {
  const Result<std::size_t> moved = next_call(src.size());
  clock_.advance(script_.write.of(src.size(), ++writes_));
  dirty_ = true;
  return moved;
}

ErrorCode ScriptedBackend::flush() noexcept {
  clock_.advance(dirty_ ? script_.dirty_flush_ns : script_.clean_flush_ns);
  dirty_ = false;
  return ErrorCode::kNone;
}

Result<std::uint64_t> ScriptedBackend::size_bytes() noexcept { return std::uint64_t{0}; }

}  // namespace opfsmark
