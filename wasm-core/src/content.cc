#include "opfsmark/content.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "opfsmark/hash.h"

namespace opfsmark {
namespace {

/// Direct I/O wants pages.
constexpr std::size_t kAlignBytes = 4096;
/// The most that a block up to 1 MiB needs (1 MiB - 512: itself, the pool, and the pool once more).
/// Allocated at once, so that changing block sizes do not fragment memory; untouched pages cost
/// nothing.
constexpr std::size_t kUsualBytes = 3 * kMiB;

/// splitmix64 by Sebastiano Vigna (public domain): passes every test for randomness we could fail,
/// two multiplications.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

void fill_pool(std::span<std::byte> pool, const ContentSpec& spec) noexcept {
  if (spec.data == Data::kZero) {
    std::fill(pool.begin(), pool.end(), std::byte{0});
    return;
  }
  SplitMix64 random(spec.seed);
  for (std::size_t i = 0; i < pool.size(); i += sizeof(std::uint64_t)) {
    const std::uint64_t word = random.next();
    std::memcpy(&pool[i], &word, sizeof word);
  }
}

/// How many leading bytes of two spans of one length are alike.
std::size_t common_prefix(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
  if (std::memcmp(a.data(), b.data(), a.size()) == 0)
    return a.size();  // nearly always, and many times faster
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
}

/// Distance from `offset_bytes` to the next beginning of a sector, 0 at one.
std::size_t to_sector(std::uint64_t offset_bytes) noexcept {
  return static_cast<std::size_t>((kSectorBytes - offset_bytes % kSectorBytes) % kSectorBytes);
}

std::uint32_t sector_at(std::uint64_t offset_bytes) noexcept {
  return static_cast<std::uint32_t>(offset_bytes / kSectorBytes);
}

}  // namespace

SectorHeader ContentSpec::header(std::uint32_t sector) const noexcept {
  const std::uint32_t place = mix32(seed ^ mix32(file_id * kGolden32) ^ sector);
  return {.file_id = file_id,
          .sector = sector,
          .generation = generation,
          .check = mix32(place ^ generation)};
}

void Content::Free::operator()(std::byte* memory) const noexcept { std::free(memory); }

ErrorCode Content::prepare(const ContentSpec& spec, std::size_t block_bytes) noexcept {
  const bool same_pool =
      memory_ && block_bytes == block_bytes_ && spec.data == spec_.data && spec.seed == spec_.seed;
  spec_ = spec;
  if (same_pool) return ErrorCode::kNone;

  block_bytes_ = block_bytes;
  step_bytes_ = std::gcd(block_bytes, kPoolBytes);
  if (const std::size_t needed = block_bytes_ + region_bytes(); needed > capacity_bytes_) {
    const std::size_t capacity = std::max(needed, kUsualBytes);
    capacity_bytes_ = 0;
    memory_.reset();  // before the new one is taken, so that both never count at once
    // Not aligned_alloc: Emscripten's small allocator takes twice the memory for it.
    memory_.reset(static_cast<std::byte*>(std::malloc(capacity + kAlignBytes)));
    if (!memory_) return ErrorCode::kNoMemory;
    capacity_bytes_ = capacity;
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
    begin_ = memory_.get() + (kAlignBytes - address % kAlignBytes) % kAlignBytes;
  }
  std::byte* const region = write_region();
  fill_pool({region, kPoolBytes}, spec_);
  for (std::size_t done = kPoolBytes; done < region_bytes(); done += kPoolBytes) {
    std::memcpy(region + done, region, std::min(kPoolBytes, region_bytes() - done));
  }
  std::memset(begin_, 0, block_bytes_);
  return ErrorCode::kNone;
}

CallMemory Content::memory() const noexcept {
  return {.read_block = {begin_, block_bytes_},
          .write_region = {write_region(), region_bytes()},
          .block_bytes = block_bytes_,
          .step_bytes = step_bytes_};
}

void Content::stamp(std::span<std::byte> bytes, std::uint64_t offset_bytes) const noexcept {
  for (std::size_t i = to_sector(offset_bytes); i < bytes.size(); i += kSectorBytes) {
    const SectorHeader header = spec_.header(sector_at(offset_bytes + i));
    std::memcpy(&bytes[i], &header, sizeof header);
  }
}

void Content::synthesise(std::span<std::byte> dst, std::uint64_t offset_bytes) const noexcept {
  for (std::size_t done = 0; done < dst.size();) {
    const std::size_t from = (offset_bytes + done) % kPoolBytes;
    const std::size_t length = std::min(dst.size() - done, kPoolBytes - from);
    std::memcpy(&dst[done], write_region() + from, length);
    done += length;
  }
  if (spec_.data == Data::kRandom) stamp(dst, offset_bytes);
}

Status Content::verify_header(std::span<const std::byte> found,
                              std::uint64_t offset_bytes) const noexcept {
  SectorHeader header{};
  std::memcpy(&header, found.data(), sizeof header);
  ContentSpec spec = spec_;
  spec.generation = header.generation;
  SectorHeader expected = spec.header(sector_at(offset_bytes));
  const bool known = header.generation <= spec_.generation;
  if (known && std::memcmp(&header, &expected, sizeof header) == 0) return {};
  // Either the generation is wrong or the check value is: if the check value is that of a
  // generation there was, it is the generation. This is the way to the error message, so looking
  // through all of them is fast enough.
  expected.generation = known ? header.generation : spec_.generation;
  for (spec.generation = 0; spec.generation <= spec_.generation; ++spec.generation) {
    if (spec.header(expected.sector).check == header.check) expected = spec.header(expected.sector);
    if (spec.generation == spec_.generation) break;
  }
  const auto bytes = std::as_bytes(std::span(&expected, 1));
  return {ErrorCode::kVerifyFailed,
          offset_bytes + common_prefix(bytes, found.first(sizeof header))};
}

Status Content::verify(std::span<const std::byte> found,
                       std::uint64_t offset_bytes) const noexcept {
  const std::span<const std::byte> pool{write_region(), kPoolBytes};
  for (std::size_t done = 0; done < found.size();) {
    const std::uint64_t offset = offset_bytes + done;
    const std::size_t length =
        std::min<std::size_t>(found.size() - done, kSectorBytes - offset % kSectorBytes);
    const auto part = found.subspan(done, length);
    const bool has_header = spec_.data == Data::kRandom && offset % kSectorBytes == 0;
    const std::size_t skip = has_header ? sizeof(SectorHeader) : 0;
    if (has_header) {
      if (const Status status = verify_header(part, offset); !status.ok()) return status;
    }
    const auto expected = pool.subspan(offset % kPoolBytes, length).subspan(skip);
    const std::size_t alike = common_prefix(expected, part.subspan(skip));
    if (alike < expected.size()) return {ErrorCode::kVerifyFailed, offset + skip + alike};
    done += length;
  }
  return {};
}

}  // namespace opfsmark
