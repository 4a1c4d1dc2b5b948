#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

/// A log-linear latency histogram, the same here and in
/// schema/src/documents/histogram.ts; fixtures/vectors/histogram.json holds both to it.
///
/// Bucket 0 holds everything under 512 ns. Above that every power of two is divided into 32 buckets
/// of equal width, up to 2^37 ns (137 s). A bucket is at most 1/32 of its lower edge wide and
/// stands for its middle, so a value read back is at most 1/64 off.
namespace opfsmark {

inline constexpr int kSubBucketBits = 5;
inline constexpr std::uint64_t kSubBuckets = 1U << kSubBucketBits;
inline constexpr int kMinExponent = 9;
inline constexpr int kOctaves = 28;
inline constexpr std::size_t kBucketCount = 1 + kOctaves * kSubBuckets;
/// First value that does not fit.
inline constexpr std::uint64_t kRangeNs = std::uint64_t{1} << (kMinExponent + kOctaves);

using Counts = std::array<std::uint32_t, kBucketCount>;

/// The bucket a latency falls into; latencies beyond the range share the last one.
[[nodiscard]] constexpr std::size_t bucket_of(std::uint64_t ns) noexcept {
  if (ns < (std::uint64_t{1} << kMinExponent)) return 0;
  if (ns >= kRangeNs) return kBucketCount - 1;
  const int exponent = static_cast<int>(std::bit_width(ns)) - 1;
  const std::uint64_t sub = (ns >> (exponent - kSubBucketBits)) - kSubBuckets;
  return 1 + static_cast<std::size_t>(exponent - kMinExponent) * kSubBuckets + sub;
}

/// Lower edge of a bucket. That of kBucketCount is the end of the range.
[[nodiscard]] constexpr std::uint64_t bucket_lower_ns(std::size_t bucket) noexcept {
  if (bucket == 0) return 0;
  const std::size_t i = bucket - 1;
  return (kSubBuckets + i % kSubBuckets) << (i / kSubBuckets + kMinExponent - kSubBucketBits);
}

/// What a bucket stands for: its middle. Exact in a double.
[[nodiscard]] constexpr double bucket_value_ns(std::size_t bucket) noexcept {
  return static_cast<double>(bucket_lower_ns(bucket) + bucket_lower_ns(bucket + 1)) / 2;
}

/// Counts one latency. Returns false when it lies beyond the range, which the caller counts as
/// dropped.
[[nodiscard]] constexpr bool record(Counts& counts, std::uint64_t ns) noexcept {
  ++counts[bucket_of(ns)];
  return ns < kRangeNs;
}

/// Adds `from` to `into`: exact, in any order.
constexpr void merge(Counts& into, const Counts& from) noexcept {
  for (std::size_t i = 0; i < kBucketCount; ++i) into[i] += from[i];
}

[[nodiscard]] std::uint64_t total_count(const Counts& counts) noexcept;

/// The bucket of the smallest value that has at least `fraction` of all values at or below it
/// (nearest rank); kBucketCount when there are none.
[[nodiscard]] std::size_t percentile_bucket(const Counts& counts, double fraction) noexcept;

}  // namespace opfsmark
