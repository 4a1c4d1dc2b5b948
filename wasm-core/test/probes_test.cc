#include "opfsmark/probes.h"

#include <gtest/gtest.h>

#include <set>

#include "harness.h"
#include "opfsmark/backends/memory.h"

namespace opfsmark {
namespace {

using test::ScriptedJob;

class Probes : public ScriptedJob {};

TEST_F(Probes, VerifyComparesEverySectorOfTheShare) {
  request().task = Task::kVerify;
  request().block_bytes = 1 << 20;
  request().block_count = 8;
  request().first = 1;
  request().stride = 2;
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kNone);
  EXPECT_EQ(outcome.sectors, 4 * 256);
  std::set<std::uint64_t> offsets;
  for (const auto& call : spy.calls) offsets.insert(call.offset_bytes);
  EXPECT_EQ(offsets.size(), 4U * 256);
  for (const std::uint64_t offset : offsets) EXPECT_EQ(offset / kMiB % 2, 1U);
}

TEST_F(Probes, VerifySamplesSpreadOverTheShare) {
  request().task = Task::kVerify;
  request().sectors = 10;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.sectors, 10);
  ASSERT_EQ(spy.calls.size(), 10U);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_GE(spy.calls[i].offset_bytes, i * 100 * 4096);
    EXPECT_LT(spy.calls[i].offset_bytes, (i + 1) * 100 * 4096);
  }
}

TEST_F(Probes, VerifySamplesNoMoreThanThereAre) {
  request().task = Task::kVerify;
  request().block_count = 3;
  request().sectors = 10;
  EXPECT_EQ(run().sectors, 3);
}

TEST_F(Probes, VerifyCompletesShortReadsAndFailsAtTheEndOfTheFile) {
  request().task = Task::kVerify;
  set_faults({{.call = 2, .bytes = 512}});
  EXPECT_EQ(error_of(run()), ErrorCode::kNone);
  set_faults({{.call = 2, .bytes = 512}, {.call = 3, .bytes = 0}});
  EXPECT_EQ(error_of(run()), ErrorCode::kShortRead);
  EXPECT_EQ(job->outcome.error_offset_bytes, 2 * 4096 + 512);
}

TEST_F(Probes, VerifyStopsWhenTold) {
  request().task = Task::kVerify;
  host.stop_at_poll = 2;
  EXPECT_EQ(run().sectors, 2 * static_cast<double>(kSectorsPerPoll));
}

TEST_F(Probes, VerifyNeverCallsTheBarrier) {
  request().task = Task::kVerify;
  run();
  EXPECT_EQ(host.begun, 0);
}

TEST_F(Probes, CallCostsAreMeans) {
  request().task = Task::kCallCosts;
  script.read = {.base_ns = 3 * kNsPerUs, .stall_ns = 0};
  rebuild();
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kNone);
  EXPECT_EQ(outcome.empty_read_ns, 3 * kNsPerUs);
  EXPECT_EQ(outcome.get_size_ns, 0);
  EXPECT_EQ(outcome.clean_flush_ns, 10 * kNsPerUs);
}

TEST_F(Probes, AClockThatStandsStillHasNoStep) {
  request().task = Task::kClock;
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kNone);
  EXPECT_EQ(outcome.clock_step_ns, 0);
}

/// Time passes with every reading, but is shown in steps only.
class CoarseClock {
 public:
  CoarseClock(std::int64_t call_ns, std::int64_t step_ns) : call_ns_(call_ns), step_ns_(step_ns) {}
  std::int64_t now_ns() noexcept { return (now_ns_ += call_ns_) / step_ns_ * step_ns_; }

 private:
  std::int64_t call_ns_;
  std::int64_t step_ns_;
  std::int64_t now_ns_ = 0;
};

TEST(MeasureClock, SeesStepAndCost) {
  for (const std::int64_t step_ns : {5'000, 20'000, 100'000, 1'000'000, 100'000'000}) {
    CoarseClock clock(140, step_ns);
    Outcome outcome;
    measure_clock(outcome, clock);
    EXPECT_EQ(outcome.clock_step_ns, static_cast<double>(step_ns));
    EXPECT_NEAR(outcome.clock_call_ns, 140, 70) << step_ns;
  }
}

}  // namespace
}  // namespace opfsmark
