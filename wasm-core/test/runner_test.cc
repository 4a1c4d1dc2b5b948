#include "opfsmark/runner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "harness.h"
#include "opfsmark/backends/memory.h"

namespace opfsmark {
namespace {

using test::kMs;
using test::ScriptedJob;

constexpr double kUs = kNsPerUs;

class Pass : public ScriptedJob {
 protected:
  [[nodiscard]] std::vector<std::uint64_t> blocks() const {
    std::vector<std::uint64_t> blocks;
    for (const auto& call : spy.calls) {
      if (call.kind != 'f') blocks.push_back(call.offset_bytes / 4096);
    }
    return blocks;
  }
};

TEST_F(Pass, VisitsTheShareInFileOrder) {
  request().block_count = 10;
  request().first = 1;
  request().stride = 3;
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kNone);
  EXPECT_EQ(outcome.ended, Ended::kVisited);
  EXPECT_EQ(blocks(), (std::vector<std::uint64_t>{1, 4, 7}));
  EXPECT_EQ(host.begun, 1);
}

TEST_F(Pass, WorkersWithOneSeedVisitEveryBlockOnceBetweenThem) {
  request().pattern = Pattern::kRandom;
  request().stride = 3;
  for (const double first : {0, 1, 2}) {
    request().first = first;
    EXPECT_EQ(run().ended, Ended::kVisited);
  }
  const auto visited = blocks();
  EXPECT_EQ(visited.size(), 1000U);
  EXPECT_EQ(std::set(visited.begin(), visited.end()).size(), 1000U);
  EXPECT_FALSE(std::ranges::is_sorted(visited));
}

TEST_F(Pass, AShareWithoutBlocksIsVisitedAtOnce) {
  request().block_count = 4;
  request().first = 4;
  request().visits = Visits::kAgain;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.ended, Ended::kVisited);
  EXPECT_EQ(outcome.read.ops, 0);
  EXPECT_EQ(outcome.elapsed_ns, 0);
}

TEST_F(Pass, MeasuresEachCallExactly) {
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.read.ops, 1000);
  EXPECT_EQ(outcome.read.bytes, 1000 * 4096);
  EXPECT_EQ(outcome.elapsed_ns, 1000 * 25 * kUs);
  EXPECT_EQ(outcome.total_ns, outcome.elapsed_ns);
  EXPECT_EQ(outcome.read.busy_ns, outcome.elapsed_ns);
  EXPECT_EQ(outcome.read.min_ns, 20 * kUs);
  EXPECT_EQ(outcome.read.max_ns, 520 * kUs);
  EXPECT_EQ(outcome.read.counts[bucket_of(20'000)], 990U);
  EXPECT_EQ(outcome.read.counts[bucket_of(520'000)], 10U);
  EXPECT_EQ(outcome.bins, 1);
  EXPECT_EQ(outcome.write.ops, 0);
}

TEST_F(Pass, BatchedGivesTheSameTotalsWithoutLatencies) {
  request().timing = Timing::kBatched;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.read.ops, 1000);
  // The last batch is not a whole one.
  EXPECT_EQ(outcome.read.bytes, 1000 * 4096);
  EXPECT_EQ(outcome.read.busy_ns, 1000 * 25 * kUs);
  EXPECT_EQ(outcome.elapsed_ns, 1000 * 25 * kUs);
  EXPECT_EQ(outcome.read.max_ns, 0);
  EXPECT_EQ(total_count(outcome.read.counts), 0U);
}

TEST_F(Pass, EndsAtTheTimeLimit) {
  request().limit_ns = 10 * kMs;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.ended, Ended::kLimit);
  EXPECT_EQ(outcome.elapsed_ns, 10 * kMs);
  EXPECT_EQ(outcome.read.ops, 400);
}

TEST_F(Pass, ABatchOnASlowDriveStillMeetsTheTimeLimit) {
  script.read = {.base_ns = 8 * kNsPerMs, .stall_ns = 0};
  rebuild();
  request().timing = Timing::kBatched;
  request().limit_ns = 500 * kMs;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.ended, Ended::kLimit);
  // Two calls of 8 ms make a batch too long, so batches alternate between one and two.
  EXPECT_LE(outcome.elapsed_ns, 516 * kMs);
}

TEST_F(Pass, StopsWhenTold) {
  host.stop_at_poll = 3;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.ended, Ended::kStopped);
  // Polls come with the first call and then every 10 ms.
  EXPECT_NEAR(outcome.elapsed_ns, 20 * kMs, 1 * kMs);
}

TEST_F(Pass, AStoppedPassDoesNotFlush) {
  host.stop_at_poll = 1;
  request().operation = Operation::kWrite;
  request().flush = Flush::kEnd;
  EXPECT_EQ(run().ended, Ended::kStopped);
  EXPECT_EQ(count_calls('f'), 0U);
}

TEST_F(Pass, RevisitsInANewOrderOnlyIfAskedTo) {
  request().pattern = Pattern::kRandom;
  request().block_count = 100;
  request().limit_ns = 5 * kMs;
  EXPECT_EQ(run().ended, Ended::kVisited);
  spy.calls.clear();
  request().visits = Visits::kAgain;
  EXPECT_EQ(run().ended, Ended::kLimit);
  const auto visited = blocks();
  ASSERT_EQ(visited.size(), 200U);
  const std::vector first(visited.begin(), visited.begin() + 100);
  const std::vector second(visited.begin() + 100, visited.end());
  EXPECT_NE(first, second);
  EXPECT_EQ(std::set(first.begin(), first.end()).size(), 100U);
  EXPECT_EQ(std::set(second.begin(), second.end()).size(), 100U);
}

TEST_F(Pass, WorkersThatVisitAgainHaveTheNewOrderInCommon) {
  request().pattern = Pattern::kRandom;
  request().block_count = 100;
  request().visits = Visits::kAgain;
  request().stride = 2;
  request().limit_ns = 5 * kMs;
  std::set<std::uint64_t> second;
  for (const double first : {0, 1}) {
    request().first = first;
    spy.calls.clear();
    run();
    const auto visited = blocks();
    ASSERT_GE(visited.size(), 100U);
    second.insert(visited.begin() + 50, visited.begin() + 100);
  }
  EXPECT_EQ(second.size(), 100U);
}

TEST_F(Pass, ClaimsBlocksThatNobodyElseHas) {
  request().pattern = Pattern::kRandom;
  request().visits = Visits::kClaimed;
  EXPECT_EQ(run().ended, Ended::kVisited);
  const auto all = blocks();
  ASSERT_EQ(all.size(), 1000U);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 1000U);
  spy.calls.clear();
  // This one of four workers at one pace comes last: it has every fourth block of the same order.
  host.claims = static_cast<std::uint64_t>(-1);
  host.claim_every = 4;
  EXPECT_EQ(run().ended, Ended::kVisited);
  const auto own = blocks();
  ASSERT_EQ(own.size(), 250U);
  for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(own[i], all[4 * i + 3]);
}

TEST_F(Pass, EndsWithoutACallWhereOthersHaveClaimedAll) {
  request().visits = Visits::kClaimed;
  host.claims = 5000;
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kNone);
  EXPECT_EQ(outcome.ended, Ended::kVisited);
  EXPECT_EQ(outcome.read.ops, 0);
  EXPECT_EQ(outcome.elapsed_ns, 0);
}

TEST_F(Pass, ClaimsNoBatches) {
  request().visits = Visits::kClaimed;
  request().timing = Timing::kBatched;
  EXPECT_EQ(error_of(run()), ErrorCode::kBadRequest);
}

TEST_F(Pass, CompletesShortReadsAndCountsThem) {
  set_faults({{.call = 3, .bytes = 1000}, {.call = 4, .bytes = 2000}});
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kNone);
  EXPECT_EQ(outcome.read.short_ops, 1);
  EXPECT_EQ(outcome.read.ops, 1000);
  EXPECT_EQ(outcome.read.bytes, 1000 * 4096);
  EXPECT_EQ(spy.calls.size(), 1002U);
  EXPECT_EQ(spy.calls[4].offset_bytes, 3 * 4096U + 1000);
  EXPECT_EQ(spy.calls[4].bytes, 3096U);
  EXPECT_EQ(spy.calls[5].offset_bytes, 3 * 4096U + 3000);
  EXPECT_EQ(spy.calls[5].bytes, 1096U);
}

TEST_F(Pass, CompletesShortWritesAndCountsThem) {
  request().operation = Operation::kWrite;
  set_faults({{.call = 0, .bytes = 512}, {.call = 7, .bytes = 4095}});
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kNone);
  EXPECT_EQ(outcome.write.short_ops, 2);
  EXPECT_EQ(outcome.write.bytes, 1000 * 4096);
}

TEST_F(Pass, AReadThatMovesNothingFails) {
  set_faults({{.call = 5, .bytes = 0}});
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kShortRead);
  EXPECT_EQ(outcome.error_offset_bytes, 5 * 4096);
  EXPECT_EQ(outcome.read.ops, 5);
}

TEST_F(Pass, AWriteThatMovesNothingAfterAShortOneFailsWhereItStands) {
  request().operation = Operation::kWrite;
  request().flush = Flush::kEnd;
  set_faults({{.call = 5, .bytes = 1536}, {.call = 6, .bytes = 0}});
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kShortWrite);
  EXPECT_EQ(outcome.error_offset_bytes, 5 * 4096 + 1536);
  EXPECT_EQ(count_calls('f'), 0U);
}

TEST_F(Pass, AnErrorFailsThePassAtItsOffset) {
  request().operation = Operation::kWrite;
  set_faults({{.kind = Fault::Kind::kError, .call = 9, .error = ErrorCode::kQuotaExceeded}});
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kQuotaExceeded);
  EXPECT_EQ(outcome.error_offset_bytes, 9 * 4096);
  EXPECT_EQ(outcome.write.ops, 9);
  EXPECT_EQ(spy.calls.size(), 10U);
}

TEST_F(Pass, FlushesOnceAtTheEndInsideTheTotal) {
  request().operation = Operation::kWrite;
  request().flush = Flush::kEnd;
  const Outcome& outcome = run();
  EXPECT_EQ(count_calls('f'), 1U);
  EXPECT_EQ(outcome.elapsed_ns, 1000 * 50 * kUs);
  EXPECT_EQ(outcome.flush_ns, 1000 * kUs);
  EXPECT_EQ(outcome.total_ns, outcome.elapsed_ns + outcome.flush_ns);
}

TEST_F(Pass, FlushesEachWriteAsPartOfTheCall) {
  request().operation = Operation::kWrite;
  request().flush = Flush::kEach;
  const Outcome& outcome = run();
  EXPECT_EQ(count_calls('f'), 1000U);
  EXPECT_EQ(outcome.write.min_ns, 1040 * kUs);
  EXPECT_EQ(outcome.elapsed_ns, 1000 * 1050 * kUs);
  EXPECT_EQ(outcome.total_ns, outcome.elapsed_ns);
  EXPECT_EQ(outcome.flush_ns, 0);
}

TEST_F(Pass, DoesNotFlushUnlessAsked) {
  request().operation = Operation::kWrite;
  run();
  EXPECT_EQ(count_calls('f'), 0U);
}

TEST_F(Pass, AFailedFlushFailsThePass) {
  request().operation = Operation::kWrite;
  spy.flush_error = ErrorCode::kIoError;
  for (const Flush flush : {Flush::kEnd, Flush::kEach}) {
    request().flush = flush;
    EXPECT_EQ(error_of(run()), ErrorCode::kIoError);
  }
}

TEST_F(Pass, MixesReadsAndWritesAsAsked) {
  request().operation = Operation::kMix;
  request().block_count = 20'000;
  request().pattern = Pattern::kRandom;
  for (const std::uint32_t percent : {0U, 10U, 50U, 70U, 90U, 100U}) {
    request().read_percent = percent;
    const Outcome& outcome = run();
    EXPECT_EQ(outcome.read.ops + outcome.write.ops, 20'000);
    EXPECT_NEAR(outcome.read.ops / 20'000, percent / 100.0, percent % 100 == 0 ? 0.0 : 0.015)
        << percent;
    EXPECT_EQ(total_count(outcome.read.counts), outcome.read.ops);
    EXPECT_EQ(total_count(outcome.write.counts), outcome.write.ops);
    EXPECT_EQ(outcome.read.busy_ns + outcome.write.busy_ns, outcome.elapsed_ns);
  }
}

TEST_F(Pass, AMixIsTheSameEveryTime) {
  request().operation = Operation::kMix;
  request().read_percent = 70;
  const auto kinds = [&] {
    spy.calls.clear();
    run();
    std::string all;
    for (const auto& call : spy.calls) all += call.kind;
    return all;
  };
  const std::string first = kinds();
  EXPECT_EQ(kinds(), first);
  request().order_seed += 1;
  EXPECT_NE(kinds(), first);
}

TEST_F(Pass, InAMixOnlyWritesAreFlushed) {
  request().operation = Operation::kMix;
  request().read_percent = 70;
  request().flush = Flush::kEach;
  const Outcome& outcome = run();
  EXPECT_EQ(static_cast<double>(count_calls('f')), outcome.write.ops);
}

TEST_F(Pass, KeepsATimeSeries) {
  request().bin_ns = 1 * kMs;
  const Outcome& outcome = run();
  ASSERT_EQ(outcome.bins, 26);  // 25 ms, the last call ends on the border
  double ops = 0;
  double busy = 0;
  for (std::size_t i = 0; i < 26; ++i) {
    ops += outcome.read.bin_ops[i];
    busy += outcome.read.bin_busy_ns[i];
    EXPECT_LE(outcome.read.bin_busy_ns[i], outcome.bin_ns);
  }
  EXPECT_EQ(ops, 1000);
  EXPECT_EQ(busy, outcome.read.busy_ns);
}

TEST_F(Pass, AResultDoesNotDependOnTheJobBefore) {
  const Outcome first = run();
  const Outcome& second = run();
  EXPECT_EQ(second.read.ops, first.read.ops);
  EXPECT_EQ(second.read.busy_ns, first.read.busy_ns);
  EXPECT_EQ(second.read.counts, first.read.counts);
}

/// What a pass writes must be what verification expects, whatever the block; on a backend that
/// stores it.
class WrittenFile : public testing::TestWithParam<double> {
 protected:
  Outcome& run() {
    run_job(*job_, clock_, backend_, content_, host_);
    return job_->outcome;
  }
  std::unique_ptr<Job> job_ = test::new_job();
  SteadyClock clock_;
  MemoryBackend backend_;
  Content content_;
  test::TestHost host_;
};
INSTANTIATE_TEST_SUITE_P(Blocks, WrittenFile,
                         testing::Values(512, 1536, 4096, 4608, 131'072, 1'048'576, 3'145'728));

TEST_P(WrittenFile, IsVerifiedAfterFillOverwriteAndPartialOverwrite) {
  Request& request = job_->request;
  request.operation = Operation::kWrite;
  request.block_bytes = 1 << 20;
  request.block_count = 6;
  ASSERT_EQ(run().error, 0U);

  // A later pass in random order, over half of the blocks.
  request.generation = 2;
  request.pattern = Pattern::kRandom;
  request.block_bytes = GetParam();
  request.block_count = std::floor((6 << 20) / GetParam());
  request.stride = 2;
  ASSERT_EQ(run().error, 0U);
  ASSERT_GT(job_->outcome.write.ops, 0);

  request.task = Task::kVerify;
  request.stride = 1;
  ASSERT_EQ(run().error, 0U);
  EXPECT_GT(job_->outcome.sectors, 0);

  const std::size_t wrong = 5'000'001;
  backend_.bytes()[wrong] ^= std::byte{0x10};
  EXPECT_EQ(run().error, static_cast<std::uint32_t>(ErrorCode::kVerifyFailed));
  EXPECT_EQ(job_->outcome.error_offset_bytes, wrong);
}

}  // namespace
}  // namespace opfsmark
