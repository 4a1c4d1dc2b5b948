#include "opfsmark/job.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "harness.h"

namespace opfsmark {
namespace {

using test::ScriptedJob;

class JobTest : public ScriptedJob {};

TEST_F(JobTest, AnotherAbiIsRefusedBeforeAnythingHappens) {
  job->abi_version = kAbiVersion + 1;
  EXPECT_EQ(error_of(run()), ErrorCode::kAbiMismatch);
  job->abi_version = kAbiVersion;
  job->struct_bytes = sizeof(Job) - 8;
  EXPECT_EQ(error_of(run()), ErrorCode::kAbiMismatch);
  EXPECT_TRUE(spy.calls.empty());
  EXPECT_EQ(host.begun, 0);
  job->struct_bytes = sizeof(Job);
  EXPECT_EQ(error_of(run()), ErrorCode::kNone);
}

TEST_F(JobTest, TheOutcomeOfTheJobBeforeIsGone) {
  run();
  ASSERT_GT(job->outcome.read.ops, 0);
  job->abi_version = 0;
  EXPECT_EQ(run().read.ops, 0);
}

TEST_F(JobTest, RequestsFromOutsideAreChecked) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<std::function<void(Request&)>> wrongs = {
      [](Request& r) { r.task = static_cast<Task>(4); },
      [](Request& r) { r.engine = static_cast<Engine>(4); },
      [](Request& r) { r.operation = static_cast<Operation>(3); },
      [](Request& r) { r.pattern = static_cast<Pattern>(2); },
      [](Request& r) { r.timing = static_cast<Timing>(2); },
      [](Request& r) { r.flush = static_cast<Flush>(3); },
      [](Request& r) { r.data = static_cast<Data>(2); },
      [](Request& r) { r.block_bytes = 0; },
      [](Request& r) { r.block_bytes = 4095; },
      [](Request& r) { r.block_bytes = 256; },
      [](Request& r) { r.block_bytes = 32 << 20; },
      [](Request& r) { r.block_bytes = kNaN; },
      [](Request& r) { r.block_count = 0; },
      [](Request& r) { r.block_count = 1.5; },
      [](Request& r) { r.block_count = 1e10; },
      [](Request& r) { r.block_bytes = 1 << 24, r.block_count = 4294967295.0; },
      [](Request& r) { r.first = -1; },
      [](Request& r) { r.first = kInfinity; },
      [](Request& r) { r.stride = 0; },
      [](Request& r) { r.limit_ns = -1; },
      [](Request& r) { r.limit_ns = 1e18; },
      [](Request& r) { r.bin_ns = 0; },
      [](Request& r) { r.bin_ns = 1000; },
      [](Request& r) { r.operation = Operation::kMix, r.read_percent = 101; },
      [](Request& r) { r.operation = Operation::kMix, r.timing = Timing::kBatched; },
  };
  for (std::size_t i = 0; i < wrongs.size(); ++i) {
    request() = test::new_job()->request;
    wrongs[i](request());
    EXPECT_EQ(error_of(run()), ErrorCode::kBadRequest) << "request " << i;
  }
  EXPECT_TRUE(spy.calls.empty());
}

TEST_F(JobTest, AFileOfSixteenTebibytesIsAccepted) {
  request().block_bytes = 4096;
  request().block_count = 4294967296.0;
  request().pattern = Pattern::kRandom;
  request().limit_ns = 1e6;
  EXPECT_EQ(error_of(run()), ErrorCode::kNone);
  EXPECT_EQ(job->outcome.read.ops, 50);
}

}  // namespace
}  // namespace opfsmark
