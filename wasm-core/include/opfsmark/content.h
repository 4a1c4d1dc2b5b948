#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "opfsmark/backend.h"
#include "opfsmark/job.h"
#include "opfsmark/result.h"
#include "opfsmark/units.h"

/// The content of files, by which every byte that is read can be verified.
///
/// Random data: a sector (4 KiB) begins with a SectorHeader; the rest is a page of a pool of 1 MiB
/// of incompressible bytes: sector s carries bytes 16..4095 of page s mod 256. So the payload
/// depends on the place alone, only headers change from pass to pass, and a write needs no copying:
/// the block is a window of the pool at the file offset modulo the pool's size, in which headers
/// are stamped in place. No two sectors are alike, so nothing can deduplicate them, and nothing
/// repeats within 1 MiB, more than filesystems compress as one.
///
/// Blocks that are no multiple of a sector fit the same scheme: a block that covers the beginning
/// of a sector stamps its header, one that does not writes payload, which is the same in every
/// generation. Blocks are multiples of 512 bytes, so a header is never cut.
///
/// Zero data: all zeros, without headers.
namespace opfsmark {

/// Little-endian, as WebAssembly and every machine this runs on natively.
struct SectorHeader {
  std::uint32_t file_id;
  std::uint32_t sector;
  std::uint32_t generation;
  /// Made from the seed and the three fields before: a bijection of the generation when the others
  /// are given.
  std::uint32_t check;
};
static_assert(sizeof(SectorHeader) == 16);

struct ContentSpec {
  Data data = Data::kRandom;
  std::uint32_t seed = 0;
  std::uint32_t file_id = 0;
  std::uint32_t generation = 0;

  [[nodiscard]] SectorHeader header(std::uint32_t sector) const noexcept;
};

/// Owns the memory of a job's calls: the pool, repeated as far as the largest window needs, and a
/// block to read into.
class Content {
 public:
  static constexpr std::size_t kPoolBytes = kMiB;

  /// Allocates and fills what is needed; keeps what an earlier call left behind where it still
  /// fits. `block_bytes` is a multiple of 512, at most 16 MiB, which the caller has checked.
  [[nodiscard]] ErrorCode prepare(const ContentSpec& spec, std::size_t block_bytes) noexcept;

  [[nodiscard]] CallMemory memory() const noexcept;
  [[nodiscard]] std::span<std::byte> read_block() const noexcept { return memory().read_block; }

  /// The block of `block_bytes` that belongs at `offset_bytes`, a multiple of it, with headers of
  /// this generation.
  [[nodiscard]] std::span<const std::byte> stamped_block(std::uint64_t offset_bytes) noexcept {
    std::byte* const block = write_region() + offset_bytes % kPoolBytes;
    if (spec_.data == Data::kRandom) stamp({block, block_bytes_}, offset_bytes);
    return {block, block_bytes_};
  }

  /// Writes into `dst` what belongs at `offset_bytes`, a multiple of 512.
  void synthesise(std::span<std::byte> dst, std::uint64_t offset_bytes) const noexcept;

  /// Compares `found`, read at `offset_bytes` (both multiples of 512), with what was written there
  /// in this or any earlier generation; reports the first byte that differs.
  [[nodiscard]] Status verify(std::span<const std::byte> found,
                              std::uint64_t offset_bytes) const noexcept;

 private:
  [[nodiscard]] std::byte* write_region() const noexcept { return begin_ + block_bytes_; }
  [[nodiscard]] std::size_t region_bytes() const noexcept {
    return kPoolBytes - step_bytes_ + block_bytes_;
  }
  void stamp(std::span<std::byte> bytes, std::uint64_t offset_bytes) const noexcept;
  [[nodiscard]] Status verify_header(std::span<const std::byte> found,
                                     std::uint64_t offset_bytes) const noexcept;

  struct Free {
    void operator()(std::byte* memory) const noexcept;
  };
  ContentSpec spec_;
  std::size_t block_bytes_ = 0;
  /// Windows begin at multiples of it: the greatest common divisor of block and pool.
  std::size_t step_bytes_ = 0;
  std::size_t capacity_bytes_ = 0;
  std::unique_ptr<std::byte, Free> memory_;
  /// In memory_, page-aligned: [block to read into][pool, repeated].
  std::byte* begin_ = nullptr;
};

}  // namespace opfsmark
