#include "opfsmark/histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace opfsmark {

std::uint64_t total_count(const Counts& counts) noexcept {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::size_t percentile_bucket(const Counts& counts, double fraction) noexcept {
  const std::uint64_t total = total_count(counts);
  if (total == 0) return kBucketCount;
  const double rank = std::max(1.0, std::ceil(fraction * static_cast<double>(total)));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < kBucketCount; ++bucket) {
    seen += counts[bucket];
    if (static_cast<double>(seen) >= rank) return bucket;
  }
  return kBucketCount - 1;
}

}  // namespace opfsmark
