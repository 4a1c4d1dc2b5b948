#include "opfsmark/permutation.h"

#include <gtest/gtest.h>

#include <vector>

#include "json.h"

namespace opfsmark {
namespace {

using test::Json;

const Json& permutation_vectors() {
  static const Json json = Json::read("permutation.json");
  return json;
}

Permutation of(const Json& vector) {
  return {vector["count"].integer(), static_cast<std::uint32_t>(vector["seed"].integer())};
}

TEST(Permutation, HasTheAgreedOrders) {
  ASSERT_FALSE(permutation_vectors()["orders"].items().empty());
  for (const Json& vector : permutation_vectors()["orders"].items()) {
    const Permutation permutation = of(vector);
    ASSERT_EQ(vector["order"].items().size(), permutation.count());
    for (std::uint64_t i = 0; i < permutation.count(); ++i) {
      EXPECT_EQ(permutation.at(i), vector["order"].item(i).integer())
          << "count " << vector["count"].text() << " seed " << vector["seed"].text() << " index "
          << i;
    }
  }
}

TEST(Permutation, HasTheAgreedSamples) {
  ASSERT_FALSE(permutation_vectors()["samples"].items().empty());
  for (const Json& vector : permutation_vectors()["samples"].items()) {
    const Permutation permutation = of(vector);
    for (const Json& pair : vector["at"].items()) {
      EXPECT_EQ(permutation.at(pair.item(0).integer()), pair.item(1).integer())
          << vector["count"].text();
    }
  }
}

TEST(Permutation, VisitsEverythingOnce) {
  for (const std::uint64_t count : {1U, 2U, 3U, 5U, 4096U, 4097U, 65535U}) {
    const Permutation permutation(count, 0x0bf5);
    std::vector<bool> visited(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t block = permutation.at(i);
      ASSERT_LT(block, count);
      EXPECT_FALSE(visited[block]) << block << " of " << count;
      visited[block] = true;
    }
  }
}

}  // namespace
}  // namespace opfsmark
