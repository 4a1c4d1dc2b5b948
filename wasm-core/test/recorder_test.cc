#include "opfsmark/recorder.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>

namespace opfsmark {
namespace {

constexpr std::int64_t kStart = 1'000'000;
constexpr std::int64_t kBin = 100;

class RecorderTest : public testing::Test {
 protected:
  /// A call that begins where the one before ended.
  void call(Side& side, std::int64_t duration_ns) {
    recorder_.call(side, 4096, now_ns_, now_ns_ + duration_ns);
    now_ns_ += duration_ns;
  }
  static double sum(const std::array<double, kMaxBins>& bins) {
    return std::accumulate(bins.begin(), bins.end(), 0.0);
  }

  std::unique_ptr<Outcome> outcome_ = std::make_unique<Outcome>();
  Recorder recorder_{*outcome_, kStart, kBin};
  std::int64_t now_ns_ = kStart;
};

TEST_F(RecorderTest, CountsCallsBytesAndTimes) {
  call(outcome_->read, 30);
  call(outcome_->read, 10);
  call(outcome_->read, 20);
  const Side& read = outcome_->read;
  EXPECT_EQ(read.ops, 3);
  EXPECT_EQ(read.bytes, 3 * 4096);
  EXPECT_EQ(read.busy_ns, 60);
  EXPECT_EQ(read.min_ns, 10);
  EXPECT_EQ(read.max_ns, 30);
  EXPECT_EQ(total_count(read.counts), 3U);
  EXPECT_EQ(outcome_->write.ops, 0);
}

TEST_F(RecorderTest, BatchesAreNotTimedCallByCall) {
  recorder_.batch(outcome_->read, 64, 64 * 4096, kStart, kStart + 90);
  EXPECT_EQ(outcome_->read.ops, 64);
  EXPECT_EQ(outcome_->read.bin_ops[0], 64);
  EXPECT_EQ(outcome_->read.busy_ns, 90);
  EXPECT_EQ(outcome_->read.max_ns, 0);
  EXPECT_EQ(total_count(outcome_->read.counts), 0U);
}

TEST_F(RecorderTest, CountsACallInTheBinInWhichItEndedAndItsTimeWhereItWasSpent) {
  call(outcome_->read, 60);
  call(outcome_->write, 260);  // 40 in bin 0, bins 1 and 2, 20 in bin 3
  recorder_.finish();
  EXPECT_EQ(outcome_->bins, 4);
  EXPECT_EQ(outcome_->read.bin_busy_ns[0], 60);
  const Side& write = outcome_->write;
  EXPECT_EQ(write.bin_ops[0], 0);
  EXPECT_EQ(write.bin_ops[3], 1);
  EXPECT_EQ(write.bin_max_ns[3], 260);
  EXPECT_EQ(write.bin_busy_ns[0], 40);
  EXPECT_EQ(write.bin_busy_ns[1], 100);
  EXPECT_EQ(write.bin_busy_ns[2], 100);
  EXPECT_EQ(write.bin_busy_ns[3], 20);
}

TEST_F(RecorderTest, ACallThatEndsOnABorderCountsInTheNextBin) {
  call(outcome_->read, kBin);
  EXPECT_EQ(outcome_->read.bin_ops[1], 1);
  EXPECT_EQ(outcome_->read.bin_busy_ns[0], kBin);
}

TEST_F(RecorderTest, DoublesTheBinsWhenTheyRunOut) {
  for (std::size_t i = 0; i < kMaxBins; ++i) {
    call(i % 2 == 0 ? outcome_->read : outcome_->write, kBin);
  }
  call(outcome_->read, kBin / 2);
  recorder_.finish();
  EXPECT_EQ(outcome_->bin_ns, 2 * kBin);
  EXPECT_EQ(outcome_->bins, kMaxBins / 2 + 1);
  EXPECT_EQ(sum(outcome_->read.bin_ops), kMaxBins / 2 + 1);
  EXPECT_EQ(sum(outcome_->write.bin_ops), kMaxBins / 2);
  EXPECT_EQ(sum(outcome_->read.bin_busy_ns), outcome_->read.busy_ns);
  EXPECT_EQ(sum(outcome_->write.bin_busy_ns), outcome_->write.busy_ns);
  // Call i ended at the beginning of bin i + 1, so bin i of the wide ones holds calls 2i - 1 and
  // 2i.
  EXPECT_EQ(outcome_->read.bin_ops[7], 1);
  EXPECT_EQ(outcome_->write.bin_ops[7], 1);
}

TEST_F(RecorderTest, DoublesAsOftenAsNeeded) {
  call(outcome_->read, kBin * static_cast<std::int64_t>(kMaxBins) * 5);
  recorder_.finish();
  EXPECT_EQ(outcome_->bin_ns, 8 * kBin);
  EXPECT_EQ(sum(outcome_->read.bin_busy_ns), outcome_->read.busy_ns);
  EXPECT_EQ(outcome_->bins, kMaxBins * 5 / 8 + 1);
}

TEST_F(RecorderTest, CountsWhatTheHistogramCannotHold) {
  call(outcome_->read, static_cast<std::int64_t>(kRangeNs));
  EXPECT_EQ(outcome_->read.dropped, 1);
  EXPECT_EQ(outcome_->read.ops, 1);
}

}  // namespace
}  // namespace opfsmark
