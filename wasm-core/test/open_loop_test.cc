#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "harness.h"
#include "opfsmark/arrivals.h"
#include "opfsmark/histogram.h"

namespace opfsmark {
namespace {

using test::kMs;

constexpr double kS = 1e9;
constexpr std::int64_t kCallNs = 100 * kNsPerUs;

/// Calls of a fixed length at random times.
class OpenLoop : public test::ScriptedJob {
 protected:
  OpenLoop() {
    set_call({.base_ns = kCallNs, .stall_ns = 0});
    request().pattern = Pattern::kRandom;
    request().visits = Visits::kClaimed;
    request().block_count = 1'000'000;
    request().limit_ns = 10 * kS;
    request().arrivals_per_s = 1000;
  }
  void set_call(const CallTimes& times) {
    script.read = times;
    rebuild();
  }
  Arrivals schedule() {
    Arrivals arrivals;
    EXPECT_EQ(arrivals.prepare(request()), ErrorCode::kNone);
    return arrivals;
  }
  /// What one worker makes of the schedule: every call begins when it is due and the one before has
  /// ended.
  std::vector<std::int64_t> calculated_latencies() {
    const Arrivals arrivals = schedule();
    std::vector<std::int64_t> latencies;
    std::int64_t free_ns = 0;
    for (std::uint64_t i = 0; i < arrivals.count(); ++i) {
      free_ns = std::max(free_ns, arrivals.due_ns(i)) + script.read.of(4096, i + 1);
      latencies.push_back(free_ns - arrivals.due_ns(i));
    }
    return latencies;
  }
};

TEST_F(OpenLoop, IsDueAtExponentialGaps) {
  request().limit_ns = 100 * kS;
  const Arrivals arrivals = schedule();
  const auto count = static_cast<double>(arrivals.count());
  // In a Poisson process the variance of a count is the count.
  EXPECT_NEAR(count, 100'000, 4 * std::sqrt(100'000));
  std::vector<double> gaps;
  for (std::uint64_t i = 1; i < arrivals.count(); ++i)
    gaps.push_back(static_cast<double>(arrivals.due_ns(i) - arrivals.due_ns(i - 1)));
  const double mean = std::accumulate(gaps.begin(), gaps.end(), 0.0) / count;
  EXPECT_NEAR(mean, 1 * kMs, 0.02 * kMs);
  // In an exponential distribution a share of exp(-x) is longer than x means.
  for (const double x : {0.1, 1.0, 3.0}) {
    const auto longer = std::ranges::count_if(gaps, [&](double gap) { return gap > x * mean; });
    EXPECT_NEAR(static_cast<double>(longer) / count, std::exp(-x), 0.005) << x;
  }
}

TEST_F(OpenLoop, HasOneScheduleForOneSeed) {
  const Arrivals first = schedule();
  const Arrivals again = schedule();
  request().order_seed += 1;
  const Arrivals other = schedule();
  ASSERT_EQ(again.count(), first.count());
  for (std::uint64_t i = 0; i < first.count(); ++i) EXPECT_EQ(again.due_ns(i), first.due_ns(i));
  EXPECT_NE(other.due_ns(0), first.due_ns(0));
}

TEST_F(OpenLoop, MakesEveryCallThatIsDue) {
  const Outcome& outcome = run();
  EXPECT_EQ(error_of(outcome), ErrorCode::kNone);
  EXPECT_EQ(outcome.ended, Ended::kVisited);
  EXPECT_EQ(outcome.arrivals, static_cast<double>(schedule().count()));
  EXPECT_EQ(outcome.read.ops, outcome.arrivals);
  EXPECT_EQ(static_cast<double>(total_count(outcome.read.counts)), outcome.read.ops);
  EXPECT_NEAR(outcome.elapsed_ns, 10 * kS, 0.02 * kS);
  EXPECT_EQ(outcome.late_ns, 0);
  EXPECT_EQ(host.locks, 0);
}

TEST_F(OpenLoop, CountsLatencyFromWhenACallWasDue) {
  const auto latencies = calculated_latencies();
  const Outcome& outcome = run();
  Counts counts{};
  for (const std::int64_t ns : latencies)
    EXPECT_TRUE(record(counts, static_cast<std::uint64_t>(ns)));
  EXPECT_EQ(outcome.read.counts, counts);
  EXPECT_EQ(outcome.read.max_ns, static_cast<double>(*std::ranges::max_element(latencies)));
  EXPECT_EQ(outcome.read.busy_ns, static_cast<double>(std::accumulate(
                                      latencies.begin(), latencies.end(), std::int64_t{0})));
}

TEST_F(OpenLoop, WaitsAsTheTheoryOfQueuesSays) {
  // M/D/1: a call waits for load / (2 (1 - load)) calls on average (Pollaczek and Khinchine).
  request().limit_ns = 100 * kS;
  for (const double load : {0.1, 0.5, 0.9}) {
    request().arrivals_per_s = load * kS / kCallNs;
    const Outcome& outcome = run();
    const double calls = 1 + load / (2 * (1 - load));
    EXPECT_NEAR(outcome.read.busy_ns / outcome.read.ops / kCallNs, calls, 0.03 * calls) << load;
  }
}

TEST_F(OpenLoop, AStallIsInTheLatencyOfEveryCallThatWasDueMeanwhile) {
  constexpr std::int64_t kStallNs = 200 * kNsPerMs;
  set_call({.base_ns = kCallNs, .stall_ns = kStallNs, .stall_every = 6000});
  auto latencies = calculated_latencies();
  const Outcome& outcome = run();
  const double p99_ns = bucket_value_ns(percentile_bucket(outcome.read.counts, 0.99));
  std::ranges::sort(latencies);
  const auto rank =
      static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(latencies.size())));
  EXPECT_NEAR(p99_ns, static_cast<double>(latencies[rank - 1]), p99_ns / 64);
  // The n-th call after the stall was due n ms into it and waits for n calls: 200 - 0.9 n ms. A
  // hundredth of the calls are about 100.
  EXPECT_NEAR(p99_ns, 110 * kMs, 15 * kMs);

  // A closed loop makes one call less often, and has it in one latency of 10,000.
  request().arrivals_per_s = 0;
  request().block_count = 10'000;
  const Outcome& closed = run();
  EXPECT_LT(bucket_value_ns(percentile_bucket(closed.read.counts, 0.99)), 0.11 * kMs);
}

TEST_F(OpenLoop, GivesUpWhatADriveCannotKeepUpWith) {
  request().limit_ns = 1 * kS;
  request().arrivals_per_s = 40'000;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.ended, Ended::kLimit);
  EXPECT_NEAR(outcome.arrivals, 40'000, 800);
  EXPECT_NEAR(outcome.read.ops, 20'000, 2);
  EXPECT_NEAR(outcome.elapsed_ns, 2 * kS, 0.001 * kS);
}

TEST_F(OpenLoop, EndsWhenAllBlocksWereVisited) {
  request().block_count = 50;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.ended, Ended::kVisited);
  EXPECT_EQ(outcome.arrivals, 50);
  EXPECT_EQ(outcome.read.ops, 50);
}

TEST_F(OpenLoop, LeavesCallsToOthersThatHaveClaimedThem) {
  host.claim_every = 4;
  const Outcome& outcome = run();
  EXPECT_NEAR(outcome.read.ops, outcome.arrivals / 4, 1);
}

TEST_F(OpenLoop, KeepsTheScheduleOfTheFirstWhereAWorkerBeginsLate) {
  // As the page's side does: see JobView.shortenLimit.
  host.on_begin = [this] { request().limit_ns -= 4 * kS; };
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.read.ops, outcome.arrivals);
  EXPECT_NEAR(outcome.elapsed_ns, 6 * kS, 0.02 * kS);
  EXPECT_NEAR(outcome.read.max_ns, 4 * kS, 0.02 * kS);
}

TEST_F(OpenLoop, StopsWhileItWaits) {
  request().arrivals_per_s = 0.2;
  host.stop_at_poll = 3;
  const Outcome& outcome = run();
  EXPECT_EQ(outcome.ended, Ended::kStopped);
  EXPECT_EQ(outcome.read.ops, 0);
  EXPECT_NEAR(outcome.elapsed_ns, 20 * kMs, 1 * kMs);
  EXPECT_EQ(host.locks, 0);
}

TEST_F(OpenLoop, HasEmptyBinsWhereNothingWasDue) {
  request().arrivals_per_s = 5;
  const Outcome& outcome = run();
  const auto bins = static_cast<std::size_t>(outcome.bins);
  double ops = 0;
  double busy_ns = 0;
  for (std::size_t i = 0; i < bins; ++i) {
    ops += outcome.read.bin_ops[i];
    busy_ns += outcome.read.bin_busy_ns[i];
    EXPECT_EQ(outcome.read.bin_busy_ns[i] > 0, outcome.read.bin_ops[i] > 0);
  }
  EXPECT_EQ(ops, outcome.read.ops);
  EXPECT_EQ(busy_ns, outcome.read.busy_ns);
}

TEST_F(OpenLoop, IsRefusedWhereItCouldNotEndOrBeHeld) {
  const auto refuses = [&](auto change) {
    const Request before = request();
    change(request());
    EXPECT_EQ(error_of(run()), ErrorCode::kBadRequest);
    request() = before;
  };
  refuses([](Request& r) { r.visits = Visits::kOnce; });
  refuses([](Request& r) { r.limit_ns = 0; });
  refuses([](Request& r) { r.arrivals_per_s = 1e6; });
  refuses([](Request& r) { r.arrivals_per_s = -1; });
  refuses([](Request& r) { r.arrivals_per_s = std::numeric_limits<double>::quiet_NaN(); });
}

TEST(Exponential, IsTheNegativeLogarithm) {
  const auto check = [](std::uint32_t bits) {
    const double expected = -std::log((bits + 0.5) / 4294967296.0);
    ASSERT_NEAR(exponential(bits), expected, 1e-13 * std::max(1.0, expected)) << bits;
  };
  for (const std::uint32_t bits : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) check(bits);
  for (std::uint32_t i = 0; i < 10'000; ++i) check(mix32(i));
}

TEST(SteadyClock, WaitsUntilATimeAndNoLongerThanItMust) {
  const SteadyClock clock;
  const std::int64_t until_ns = clock.now_ns() + 2 * kNsPerMs;
  const std::int64_t now_ns = clock.wait_until(until_ns);
  EXPECT_GE(now_ns, until_ns);
  EXPECT_GE(clock.now_ns(), now_ns);
  EXPECT_GE(clock.wait_until(until_ns), now_ns);
}

}  // namespace
}  // namespace opfsmark
