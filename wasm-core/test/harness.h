#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "opfsmark/backend.h"
#include "opfsmark/backends/scripted.h"
#include "opfsmark/clock.h"
#include "opfsmark/content.h"
#include "opfsmark/job.h"
#include "opfsmark/job_runner.h"

namespace opfsmark::test {

inline constexpr double kMs = kNsPerMs;

/// Counts the polls; stops the pass at the given one.
struct TestHost {
  void begin() noexcept {
    ++begun;
    if (on_begin) on_begin();
  }
  bool poll() noexcept { return ++polls == stop_at_poll; }
  void lock() noexcept { ++locks; }
  void unlock() noexcept { --locks; }
  std::uint64_t claim() noexcept { return claims += claim_every; }

  std::function<void()> on_begin;
  int begun = 0;
  int locks = 0;
  int polls = 0;
  int stop_at_poll = -1;
  /// More than 1: others claim those in between.
  std::uint64_t claim_every = 1;
  std::uint64_t claims = static_cast<std::uint64_t>(-1);
};

/// Forwards every call and records it.
template <Backend B>
class Spy {
 public:
  struct Call {
    char kind;  // r, w, f
    std::uint64_t offset_bytes;
    std::size_t bytes;
  };

  explicit Spy(B& backend) noexcept : backend_(backend) {}
  ErrorCode bind(const CallMemory& memory) noexcept { return backend_.bind(memory); }
  Result<std::size_t> read_at(std::span<std::byte> dst, std::uint64_t offset) noexcept {
    calls.push_back({'r', offset, dst.size()});
    return backend_.read_at(dst, offset);
  }
  Result<std::size_t> write_at(std::span<const std::byte> src, std::uint64_t offset) noexcept {
    calls.push_back({'w', offset, src.size()});
    return backend_.write_at(src, offset);
  }
  ErrorCode flush() noexcept {
    calls.push_back({'f', 0, 0});
    return flush_error == ErrorCode::kNone ? backend_.flush() : flush_error;
  }
  Result<std::uint64_t> size_bytes() noexcept { return backend_.size_bytes(); }

  std::vector<Call> calls;
  ErrorCode flush_error = ErrorCode::kNone;

 private:
  B& backend_;
};

inline std::unique_ptr<Job> new_job() {
  auto job = std::make_unique<Job>();
  job->struct_bytes = sizeof(Job);
  Request& r = job->request;
  r.engine = Engine::kScripted;
  r.operation = Operation::kRead;
  r.timing = Timing::kEach;
  r.content_seed = 11;
  r.file_id = 1;
  r.generation = 1;
  r.order_seed = 5;
  r.block_bytes = 4096;
  r.block_count = 1000;
  r.first = 0;
  r.stride = 1;
  r.bin_ns = 100 * static_cast<double>(kNsPerMs);
  return job;
}

/// A scripted drive, watched, with a job that reads 1,000 blocks of 4 KiB unless changed.
class ScriptedJob : public testing::Test {
 protected:
  Outcome& run() {
    run_job(*job, clock_, spy, content, host);
    return job->outcome;
  }
  Request& request() { return job->request; }
  /// Faults of the next run; call before run().
  void set_faults(std::vector<Fault> faults) {
    faults_ = std::move(faults);
    script.faults = faults_;
    rebuild();
  }
  void rebuild() { backend_ = ScriptedDrive(clock_, content, script); }

  static ErrorCode error_of(const Outcome& outcome) {
    return static_cast<ErrorCode>(outcome.error);
  }
  [[nodiscard]] std::size_t count_calls(char kind) const {
    return static_cast<std::size_t>(
        std::count_if(spy.calls.begin(), spy.calls.end(),
                      [kind](const auto& call) { return call.kind == kind; }));
  }

  /// Rebuildable: a ScriptedBackend behind a pointer.
  class ScriptedDrive {
   public:
    ScriptedDrive(ScriptedClock& clock, const Content& content, const Script& script)
        : drive_(std::make_unique<ScriptedBackend>(clock, content, script)) {}
    ErrorCode bind(const CallMemory& memory) noexcept { return drive_->bind(memory); }
    Result<std::size_t> read_at(std::span<std::byte> dst, std::uint64_t at) noexcept {
      return drive_->read_at(dst, at);
    }
    Result<std::size_t> write_at(std::span<const std::byte> src, std::uint64_t at) noexcept {
      return drive_->write_at(src, at);
    }
    ErrorCode flush() noexcept { return drive_->flush(); }
    Result<std::uint64_t> size_bytes() noexcept { return drive_->size_bytes(); }

   private:
    std::unique_ptr<ScriptedBackend> drive_;
  };

  std::unique_ptr<Job> job = new_job();
  Content content;
  Script script;
  TestHost host;

 private:
  std::vector<Fault> faults_;
  ScriptedClock clock_;
  ScriptedDrive backend_{clock_, content, script};

 protected:
  Spy<ScriptedDrive> spy{backend_};
};

}  // namespace opfsmark::test
