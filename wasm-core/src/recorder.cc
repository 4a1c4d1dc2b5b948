#include "opfsmark/recorder.h"

#include <array>

namespace opfsmark {
namespace {

using Bins = std::array<double, kMaxBins>;

template <typename Combine>
void halve(Bins& bins, Combine combine) noexcept {
  for (std::size_t i = 0; i < kMaxBins / 2; ++i) bins[i] = combine(bins[2 * i], bins[2 * i + 1]);
  std::fill(bins.begin() + kMaxBins / 2, bins.end(), 0.0);
}

}  // namespace

std::int64_t Recorder::cross_bins(Side& side, std::int64_t begin_ns, std::int64_t end_ns) noexcept {
  while (end_ns >= bin_end_ns_) {
    side.bin_busy_ns[bin_] += static_cast<double>(bin_end_ns_ - begin_ns);
    begin_ns = bin_end_ns_;
    next_bin();
  }
  return begin_ns;
}

void Recorder::next_bin() noexcept {
  if (++bin_ == kMaxBins) widen();
  bin_end_ns_ = start_ns_ + static_cast<std::int64_t>(bin_ + 1) * bin_ns_;
}

void Recorder::widen() noexcept {
  const auto add = [](double a, double b) { return a + b; };
  const auto larger = [](double a, double b) { return std::max(a, b); };
  for (Side* side : {&outcome_.read, &outcome_.write}) {
    halve(side->bin_ops, add);
    halve(side->bin_busy_ns, add);
    halve(side->bin_max_ns, larger);
  }
  bin_ = kMaxBins / 2;
  bin_ns_ *= 2;
}

}  // namespace opfsmark
