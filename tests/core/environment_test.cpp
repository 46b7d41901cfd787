// The record of the environment and the denormal policy.
#include "sextant/core/environment.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <thread>

#include "sextant/core/code_version.h"
#include "sextant/core/denormals.h"
#include "sextant/core/tree.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

// As bits, because under the policy itself a denormal compares equal to zero; volatile, because the
// compiler must not compute with its own rules.
std::uint32_t halve_smallest_normal() {
  volatile float tiny = 1.17549435e-38f;
  return std::bit_cast<std::uint32_t>(tiny * 0.5f);
}

std::uint32_t enlarge_denormal() {
  volatile float denormal = 1e-40f;
  return std::bit_cast<std::uint32_t>(denormal * 1e10f);
}

TEST(Denormals, FlushHoldsForItsScopeAndThread) {
  const std::uint32_t half = halve_smallest_normal(), large = enlarge_denormal();
  ASSERT_NE(half, 0u);
  ASSERT_NE(large, 0u);
  {
    const DenormalPolicy flush(Denormals::flush);
    EXPECT_EQ(halve_smallest_normal(), 0u);  // a result
    EXPECT_EQ(enlarge_denormal(), 0u);       // an operand
    std::uint32_t elsewhere = 0;
    std::thread([&] {
      const DenormalPolicy keep(Denormals::keep);
      elsewhere = halve_smallest_normal();
    }).join();
    EXPECT_EQ(elsewhere, half);
    EXPECT_EQ(halve_smallest_normal(), 0u);
    {
      const DenormalPolicy keep(Denormals::keep);
      EXPECT_EQ(halve_smallest_normal(), half);
      EXPECT_EQ(enlarge_denormal(), large);
    }
    EXPECT_EQ(halve_smallest_normal(), 0u);
  }
  EXPECT_EQ(halve_smallest_normal(), half);
  EXPECT_EQ(enlarge_denormal(), large);
}

TEST(Denormals, NamesGoBothWays) {
  for (Denormals denormals : {Denormals::flush, Denormals::keep})
    EXPECT_EQ(denormals_of(name_of(denormals)), denormals);
  EXPECT_TRUE(contains(error_text([] { denormals_of("drop"); }), "expected flush or keep, given 'drop'"));
}

TEST(Environment, SaysWhatComputedAndNotWhere) {
  const Tree record = environment_record();
  for (const char* key : {"version", "commit", "engine", "compiler", "instruction_set", "processor", "system"}) {
    ASSERT_TRUE(record.contains(key)) << key;
    EXPECT_FALSE(record[key].get<std::string>().empty()) << key;
  }
  EXPECT_GE(record["cores"].get<Index>(), 1);
  for (const char* known_at_build : {"version", "compiler", "instruction_set"})
    EXPECT_NE(record[known_at_build], "unknown");
  EXPECT_TRUE(contains(version_text(), "sextant " + record["version"].get<std::string>()));
  EXPECT_TRUE(contains(version_text(), record["commit"].get<std::string>()));
  EXPECT_TRUE(contains(version_text(), engine_version()));
  EXPECT_EQ(record["engine"], engine_version());
  char host[256] = {};
  ASSERT_EQ(::gethostname(host, sizeof host - 1), 0);
  for (const auto& [key, value] : record.items()) EXPECT_NE(value, host) << key;
  EXPECT_EQ(parse_toml(write_toml(record), "record").dump(), record.dump());
}

}  // namespace
}  // namespace sextant::test
