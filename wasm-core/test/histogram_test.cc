#include "opfsmark/histogram.h"

#include <gtest/gtest.h>

#include <string>

#include "json.h"

namespace opfsmark {
namespace {

using test::Json;

const Json& histogram_vectors() {
  static const Json json = Json::read("histogram.json");
  return json;
}

/// The text form of schema/src/documents/histogram.ts, by which the vectors name histograms: "313:4
/// 7 2:1".
Counts decode(const std::string& text) {
  Counts counts{};
  std::size_t next = 0;
  std::istringstream parts(text);
  for (std::string part; parts >> part;) {
    const std::size_t colon = part.find(':');
    const std::size_t gap = colon == std::string::npos ? 1 : std::stoul(part.substr(0, colon));
    next += gap;
    counts.at(next - 1) = static_cast<std::uint32_t>(std::stoul(part.substr(colon + 1)));
  }
  return counts;
}

TEST(Histogram, HasTheAgreedSizeAndRange) {
  EXPECT_EQ(kBucketCount, histogram_vectors()["bucket_count"].integer());
  EXPECT_EQ(kRangeNs, histogram_vectors()["range_ns"].integer());
}

TEST(Histogram, PutsLatenciesIntoTheAgreedBuckets) {
  ASSERT_FALSE(histogram_vectors()["buckets"].items().empty());
  for (const Json& vector : histogram_vectors()["buckets"].items()) {
    EXPECT_EQ(bucket_of(vector["ns"].integer()), vector["bucket"].integer())
        << vector["ns"].text() << " ns";
  }
}

TEST(Histogram, HasTheAgreedEdges) {
  ASSERT_FALSE(histogram_vectors()["edges"].items().empty());
  for (const Json& vector : histogram_vectors()["edges"].items()) {
    const auto bucket = vector["bucket"].integer();
    EXPECT_EQ(bucket_lower_ns(bucket), vector["lower_ns"].integer()) << bucket;
    EXPECT_EQ(bucket_value_ns(bucket), vector["value_ns"].number()) << bucket;
  }
}

TEST(Histogram, MergesAsAgreed) {
  ASSERT_FALSE(histogram_vectors()["merges"].items().empty());
  for (const Json& vector : histogram_vectors()["merges"].items()) {
    Counts merged{};
    for (const Json& part : vector["of"].items()) merge(merged, decode(part.text()));
    EXPECT_EQ(merged, decode(vector["into"].text()));
  }
}

TEST(Histogram, HasTheAgreedPercentiles) {
  ASSERT_FALSE(histogram_vectors()["percentiles"].items().empty());
  for (const Json& vector : histogram_vectors()["percentiles"].items()) {
    const std::size_t bucket =
        percentile_bucket(decode(vector["histogram"].text()), vector["fraction"].number());
    const std::string about = vector["fraction"].text() + " of " + vector["histogram"].text();
    if (vector["bucket"].number() < 0) {  // none
      EXPECT_EQ(bucket, kBucketCount) << about;
      continue;
    }
    EXPECT_EQ(bucket, vector["bucket"].integer()) << about;
    EXPECT_EQ(bucket_value_ns(bucket), vector["value_ns"].number()) << about;
  }
}

TEST(Histogram, IsAtMostOneSixtyFourthOff) {
  for (std::uint64_t ns = 1U << kMinExponent; ns < kRangeNs; ns += ns / 7 + 1) {
    const auto value = static_cast<double>(ns);
    EXPECT_LE(std::abs(bucket_value_ns(bucket_of(ns)) - value), value / 64) << ns;
  }
}

TEST(Histogram, BucketsTileTheRange) {
  for (std::size_t bucket = 0; bucket < kBucketCount; ++bucket) {
    EXPECT_EQ(bucket_of(bucket_lower_ns(bucket)), bucket);
    EXPECT_EQ(bucket_of(bucket_lower_ns(bucket + 1) - 1), bucket);
  }
}

TEST(Histogram, SaysWhatLiesBeyondTheRange) {
  Counts counts{};
  EXPECT_TRUE(record(counts, kRangeNs - 1));
  EXPECT_FALSE(record(counts, kRangeNs));
  EXPECT_EQ(counts.back(), 2U);
  EXPECT_EQ(total_count(counts), 2U);
}

}  // namespace
}  // namespace opfsmark
