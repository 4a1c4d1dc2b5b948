#pragma once

#include <cstdint>

#include "opfsmark/hash.h"
#include "opfsmark/job.h"
#include "opfsmark/permutation.h"

namespace opfsmark {

/// Which block a worker visits when: its share of all blocks in file order, or of the one seeded
/// permutation that all workers of a pass have in common, so that no two visit the same block.
class Order {
 public:
  explicit Order(const Request& request) noexcept
      : random_(request.pattern == Pattern::kRandom),
        seed_(request.order_seed),
        first_(static_cast<std::uint64_t>(request.first)),
        stride_(static_cast<std::uint64_t>(request.stride)),
        permutation_(static_cast<std::uint64_t>(request.block_count), request.order_seed) {
    const auto count = permutation_.count();
    visits_ = first_ < count ? (count - first_ - 1) / stride_ + 1 : 0;
  }

  [[nodiscard]] std::uint64_t visits() const noexcept { return visits_; }

  [[nodiscard]] std::uint64_t block(std::uint64_t visit) const noexcept {
    const std::uint64_t index = first_ + visit * stride_;
    return random_ ? permutation_.at(index) : index;
  }

  /// Another order of the same blocks, again the same for all workers.
  void reshuffle() noexcept {
    seed_ = mix32(seed_ + kGolden32);
    permutation_ = Permutation(permutation_.count(), seed_);
  }

 private:
  bool random_;
  std::uint32_t seed_;
  std::uint64_t first_;
  std::uint64_t stride_;
  std::uint64_t visits_;
  Permutation permutation_;
};

/// Read or write, decided call by call: the same sequence for the same seed, file and share,
/// another for other workers.
class Mix {
 public:
  explicit Mix(const Request& request) noexcept
      : threshold_((std::uint64_t{request.read_percent} << 32) / 100),
        state_(mix32(request.order_seed ^
                     mix32(request.file_id ^ mix32(~static_cast<std::uint32_t>(request.first))))) {}

  [[nodiscard]] bool next_is_read() noexcept { return mix32(state_ += kGolden32) < threshold_; }

 private:
  std::uint64_t threshold_;
  std::uint32_t state_;
};

}  // namespace opfsmark
