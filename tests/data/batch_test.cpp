// The names of a batch's kinds.
#include "sextant/data/batch.h"

#include <gtest/gtest.h>

namespace sextant::test {
namespace {

TEST(Batch, KindsHaveTheNamesUsersType) {
  EXPECT_STREQ(name_of(InputKind::one_hot), "one_hot");
  EXPECT_STREQ(name_of(ReadoutPlace::pooled), "pooled");
  EXPECT_STREQ(name_of(LossKind::squared_error), "squared_error");
}

}  // namespace
}  // namespace sextant::test
