// What a user reads when memory or threads ran out.
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "sextant/core/printable.h"
#include "sextant/core/threads.h"

namespace sextant::test {
namespace {

TEST(Reason, NoMemoryIsASentence) {
  const std::string text = reason_of(std::bad_alloc());
  EXPECT_TRUE(text.starts_with("not enough memory")) << text;
  EXPECT_EQ(text, reason_of(std::bad_array_new_length()));
  EXPECT_STREQ(reason_of(std::runtime_error("a reason")), "a reason");
}

TEST(Reason, NoThreadSaysWhatToLower) {
  const auto refuse = [] { fail_to_start_thread(std::system_error(EAGAIN, std::generic_category())); };
  try {
    refuse();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("cannot start a thread: Resource temporarily unavailable; lower"))
        << error.what();
  }
}

}  // namespace
}  // namespace sextant::test
