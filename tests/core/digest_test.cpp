// Digests against published values, and files that change or do not.
#include "sextant/core/digest.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

TEST(Digest, IsFnv1aOf64Bits) {  // the test vectors of the authors
  EXPECT_EQ(Digest().text(), "cbf29ce484222325");
  EXPECT_EQ(Digest().add("a").text(), "af63dc4c8601ec8c");
  EXPECT_EQ(Digest().add("foo").add("bar").text(), "85944171f73967e8");
}

TEST(Digest, OfAFileFollowsItsBytes) {
  const TemporaryDirectory directory;
  const std::string path = directory.make_file("data", "foobar");
  EXPECT_EQ(digest_file(path), "85944171f73967e8");
  EXPECT_EQ(digest_file(path), "85944171f73967e8");
  directory.make_file("data", "foobaz, longer");
  EXPECT_NE(digest_file(path), "85944171f73967e8");
  EXPECT_TRUE(contains(error_text([&] { digest_file(directory.file("none")); }), "cannot read"));
}

}  // namespace
}  // namespace sextant::test
