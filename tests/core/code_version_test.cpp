// The table of digests that the build compiled in; what they cover is held by code_version.sh.
#include "sextant/core/code_version.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

void expect_digest(const std::string& version) {
  EXPECT_EQ(version.size(), 12u);
  EXPECT_EQ(version.find_first_not_of("0123456789abcdef"), std::string::npos) << version;
}

TEST(CodeVersion, IsTwelveDigitsOfTheEngineAndOfEachVariant) {
  expect_digest(engine_version());
  expect_digest(variant_version("positions", "rotary"));
  expect_digest(variant_version("analyses", "spectrum"));
  EXPECT_NE(variant_version("positions", "rotary"), variant_version("positions", "alibi"));
  EXPECT_NE(variant_version("positions", "rotary"), engine_version());
}

TEST(CodeVersion, AVariantWithoutADigestIsAnError) {
  const std::string text = error_text([] { variant_version("positions", "spectrum"); });
  EXPECT_TRUE(contains(text, "spectrum of positions: the build took no digest")) << text;
}

TEST(CodeVersion, ACombinationHangsOnEveryPartAndTheirOrder) {
  const std::string whole = combine_versions({"a", "b"});
  expect_digest(whole);
  EXPECT_EQ(whole, combine_versions({"a", "b"}));
  EXPECT_NE(whole, combine_versions({"b", "a"}));
  EXPECT_NE(whole, combine_versions({"ab"}));
  EXPECT_NE(whole, combine_versions({"a", "b", ""}));
}

}  // namespace
}  // namespace sextant::test
