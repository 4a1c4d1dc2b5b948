#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "opfsmark/arrivals.h"
#include "opfsmark/backend.h"
#include "opfsmark/clock.h"
#include "opfsmark/content.h"
#include "opfsmark/job.h"
#include "opfsmark/order.h"
#include "opfsmark/recorder.h"
#include "opfsmark/result.h"

namespace opfsmark {

// Version 14 breaks these lines.
// clang-format off
/// The loop's hooks: one at its start, one about every 10 ms, and one per call of a claimed share.
template <typename H>
concept Host = requires(H& host) {
  /// Everything is prepared; returns when the window begins.
  { host.begin() } noexcept;
  /// Called about every 10 ms, with the outcome up to date; true: leave the loop.
  { host.poll() } noexcept -> std::same_as<bool>;
  /// The next visit of the common share: 0, 1, 2, ..., each given to one worker only.
  { host.claim() } noexcept -> std::same_as<std::uint64_t>;
  /// An open loop: of all workers one at a time waits for the next call to be due. Those that look
  /// at the clock over and over would take the processor from those that make calls.
  { host.lock() } noexcept;
  { host.unlock() } noexcept;
};
// clang-format on

/// Validates a request from outside; all later code relies on it.
[[nodiscard]] ErrorCode validate(const Request& request) noexcept;

/// One timed window.
///
/// Per call: the next block, one call of the backend, a comparison of the count, and a reading of
/// the clock per call (`each`) or per batch (`batched`: 64 calls, fewer where a batch would last
/// longer than 10 ms).
/// One reading ends a call and begins the next, so no time is lost between them. Nothing in the
/// loop allocates, logs or posts.
template <WaitableClock C, Backend B, Host H>
class PassRunner {
 public:
  PassRunner(const Request& request, Outcome& outcome, C& clock, B& backend, Content& content,
             H& host, const Arrivals& arrivals) noexcept
      : request_(request),
        outcome_(outcome),
        clock_(clock),
        backend_(backend),
        content_(content),
        host_(host),
        arrivals_(arrivals),
        order_(request),
        mix_(request),
        block_bytes_(static_cast<std::uint64_t>(request.block_bytes)) {}

  [[nodiscard]] Status run() noexcept {
    host_.begin();
    const std::int64_t start_ns = clock_.now_ns();
    Recorder recorder(outcome_, start_ns, static_cast<std::int64_t>(request_.bin_ns));
    const bool open = request_.arrivals_per_s > 0;
    const std::int64_t end_ns = open ? open_loop(recorder, start_ns) : loop(recorder, start_ns);
    recorder.finish();
    outcome_.elapsed_ns = static_cast<double>(end_ns - start_ns);
    outcome_.total_ns = outcome_.elapsed_ns;
    // A stopped pass counts nowhere, so nobody needs to wait for its flush.
    if (!status_.ok() || request_.flush != Flush::kEnd || outcome_.ended == Ended::kStopped)
      return status_;
    if (const ErrorCode error = backend_.flush(); error != ErrorCode::kNone) return {error, 0};
    const std::int64_t flushed_ns = clock_.now_ns();
    outcome_.flush_ns = static_cast<double>(flushed_ns - end_ns);
    outcome_.total_ns = static_cast<double>(flushed_ns - start_ns);
    return {};
  }

 private:
  static constexpr std::uint32_t kMaxBatch = 64;
  static constexpr std::int64_t kPollNs = 10 * kNsPerMs;

  /// Returns when the last call ended.
  std::int64_t loop(Recorder& recorder, std::int64_t start_ns) noexcept {
    const bool each = request_.timing == Timing::kEach;
    const bool claimed = request_.visits == Visits::kClaimed;
    const std::int64_t deadline_ns = start_ns + static_cast<std::int64_t>(request_.limit_ns);
    std::int64_t now_ns = start_ns;
    std::int64_t next_poll_ns = start_ns;
    std::uint64_t visit = 0;
    std::uint32_t batch = 1;

    while (true) {
      if (claimed) visit = host_.claim();
      if (visit >= order_.visits()) {
        outcome_.ended = Ended::kVisited;
        if (request_.visits != Visits::kAgain || visit == 0) return now_ns;
        order_.reshuffle();
        visit = 0;
      }
      const std::uint64_t left = order_.visits() - visit;
      const auto ops = static_cast<std::uint32_t>(std::min<std::uint64_t>(batch, left));
      const bool write = next_is_write();
      for (std::uint32_t i = 0; i < ops; ++i, ++visit) {
        if (!transfer(write, order_.block(visit) * block_bytes_)) [[unlikely]]
          return now_ns;
      }
      const std::int64_t begin_ns = now_ns;
      now_ns = clock_.now_ns();
      Side& side = write ? outcome_.write : outcome_.read;
      if (each) {
        recorder.call(side, block_bytes_, begin_ns, now_ns);
      } else {
        recorder.batch(side, ops, ops * block_bytes_, begin_ns, now_ns);
        batch =
            now_ns - begin_ns > kPollNs ? std::max(1U, batch / 2) : std::min(kMaxBatch, batch * 2);
      }
      if (request_.limit_ns > 0 && now_ns >= deadline_ns) [[unlikely]] {
        outcome_.ended = Ended::kLimit;
        return now_ns;
      }
      if (now_ns >= next_poll_ns) [[unlikely]] {
        if (host_.poll()) {
          outcome_.ended = Ended::kStopped;
          return now_ns;
        }
        next_poll_ns = now_ns + kPollNs;
      }
    }
  }

  /// Each call begins when it is due, or as soon after that as a worker is free, and its latency
  /// counts from when it was due: a call that keeps others waiting is in theirs too. Ends when all
  /// have been made; what is still left after twice the window is left out.
  std::int64_t open_loop(Recorder& recorder, std::int64_t start_ns) noexcept {
    // The limit of a worker that left the barrier late was shortened by that.
    const std::int64_t first_ns =
        start_ns - (arrivals_.window_ns() - static_cast<std::int64_t>(request_.limit_ns));
    const std::int64_t deadline_ns = first_ns + 2 * arrivals_.window_ns();
    const std::uint64_t calls = std::min(arrivals_.count(), order_.visits());
    outcome_.arrivals = static_cast<double>(calls);
    std::int64_t now_ns = start_ns;
    std::int64_t next_poll_ns = start_ns;

    while (true) {
      const std::int64_t free_ns = now_ns;
      host_.lock();
      now_ns = clock_.now_ns();
      const std::uint64_t visit = host_.claim();
      const std::int64_t due_ns = visit < calls ? first_ns + arrivals_.due_ns(visit) : first_ns;
      const bool stopped = !wait_until_due(due_ns, now_ns, next_poll_ns);
      host_.unlock();
      if (stopped || visit >= calls || now_ns >= deadline_ns) {
        outcome_.ended = stopped          ? Ended::kStopped
                         : visit >= calls ? Ended::kVisited
                                          : Ended::kLimit;
        return now_ns;
      }
      if (free_ns < due_ns) {
        outcome_.late_ns += static_cast<double>(now_ns - due_ns);
        recorder.idle(due_ns);
      }
      const bool write = next_is_write();
      if (!transfer(write, order_.block(visit) * block_bytes_)) [[unlikely]]
        return now_ns;
      now_ns = clock_.now_ns();
      recorder.call(write ? outcome_.write : outcome_.read, block_bytes_, due_ns, now_ns);
    }
  }

  /// False where the page says stop.
  [[nodiscard]] bool wait_until_due(std::int64_t due_ns, std::int64_t& now_ns,
                                    std::int64_t& next_poll_ns) noexcept {
    while (true) {
      if (now_ns >= next_poll_ns) {
        if (host_.poll()) return false;
        next_poll_ns = now_ns + kPollNs;
      }
      if (now_ns >= due_ns) return true;
      now_ns = clock_.wait_until(std::min(due_ns, next_poll_ns));
    }
  }

  [[nodiscard]] bool next_is_write() noexcept {
    if (request_.operation == Operation::kMix) return !mix_.next_is_read();
    return request_.operation == Operation::kWrite;
  }

  [[nodiscard]] bool transfer(bool write, std::uint64_t offset_bytes) noexcept {
    if (!write) {
      const auto block = content_.read_block();
      const Result<std::size_t> moved = backend_.read_at(block, offset_bytes);
      if (moved.ok() && moved.value() == block.size()) [[likely]]
        return true;
      return complete(moved, block.size(), outcome_.read, offset_bytes, ErrorCode::kShortRead,
                      [&](std::size_t done) {
                        return backend_.read_at(block.subspan(done), offset_bytes + done);
                      });
    }
    const auto block = content_.stamped_block(offset_bytes);
    const Result<std::size_t> moved = backend_.write_at(block, offset_bytes);
    if (!moved.ok() || moved.value() != block.size()) [[unlikely]] {
      const auto rest = [&](std::size_t done) {
        return backend_.write_at(block.subspan(done), offset_bytes + done);
      };
      if (!complete(moved, block.size(), outcome_.write, offset_bytes, ErrorCode::kShortWrite,
                    rest))
        return false;
    }
    if (request_.flush != Flush::kEach) return true;
    const ErrorCode error = backend_.flush();
    if (error != ErrorCode::kNone) [[unlikely]]
      status_ = {error, offset_bytes};
    return error == ErrorCode::kNone;
  }

  /// A call moved less than a block: go on until the block is done, or there is an error, or
  /// nothing moves any more.
  template <typename Rest>
  [[nodiscard]] bool complete(Result<std::size_t> moved, std::size_t size, Side& side,
                              std::uint64_t offset_bytes, ErrorCode nothing_moved,
                              Rest rest) noexcept {
    side.short_ops += moved.ok() ? 1 : 0;
    for (std::size_t done = 0;;) {
      if (!moved.ok() || moved.value() == 0) {
        status_ = {moved.ok() ? nothing_moved : moved.error(), offset_bytes + done};
        return false;
      }
      done += moved.value();
      if (done >= size) return true;
      moved = rest(done);
    }
  }

  const Request& request_;
  Outcome& outcome_;
  C& clock_;
  B& backend_;
  Content& content_;
  H& host_;
  const Arrivals& arrivals_;
  Order order_;
  Mix mix_;
  std::uint64_t block_bytes_;
  Status status_;
};

}  // namespace opfsmark
