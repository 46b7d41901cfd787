// Text of unknown origin: nothing in it may steer a terminal, and everything else stays as it is.
#include "sextant/core/printable.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "sextant/core/error.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

using core::printable;
using core::printable_line;

TEST(Printable, EscapesWhatSteersTerminals) {
  EXPECT_EQ(printable("a\x1b[2Jb\rc\x7f"), "a\\x1b[2Jb\\x0dc\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\x9b31m");  // the control sequence introducer of C1
  EXPECT_EQ(printable("x\xe2\x80\xae"
                      "y"),
            "x\\u202ey");  // writing from right to left
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("one\ttwo\n"), "one\ttwo\n");
  EXPECT_EQ(printable_line("one\ttwo\n"), "one\\ttwo\\n");
}

TEST(Printable, KeepsTextAndEscapesWhatIsNotUtf8) {
  const std::string text = "\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x98\x80 C:\\dir";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
  EXPECT_EQ(printable("\xe6\x97"), "\\xe6\\x97");                    // cut off
}

RC_GTEST_PROP(Printable, LeavesNoControlCharacterAndIsDoneOnce, (const std::string& text)) {
  const std::string once = printable_line(text);
  RC_ASSERT(std::ranges::none_of(once, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }));
  RC_ASSERT(printable_line(once) == once);
}

TEST(Printable, IsWhatErrorsSay) {
  EXPECT_EQ(error_text([] { core::fail("no tensor '{}'", "\x1b]0;title\x07"); }), "no tensor '\\x1b]0;title\\x07'");
}

}  // namespace
}  // namespace sextant::test
