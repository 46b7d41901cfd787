// Separated values, split and written.
#include "sextant/core/csv.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(std::string_view text, char separator = ',', bool quotes = true) {
  CsvReader reader(text, "file.csv", separator, quotes);
  Rows rows;
  while (reader.next()) rows.emplace_back(reader.fields().begin(), reader.fields().end());
  return rows;
}

TEST(Csv, SplitsRowsOfEveryLineEnding) {
  EXPECT_EQ(rows_of("a,b\n1,\r\n\n ,2"), (Rows{{"a", "b"}, {"1", ""}, {" ", "2"}}));
  EXPECT_EQ(rows_of("\xef\xbb\xbfx\n"), (Rows{{"x"}}));
  EXPECT_TRUE(rows_of("").empty());
}

TEST(Csv, QuotesKeepSeparatorsQuotesAndLineBreaks) {
  EXPECT_EQ(rows_of("\"a,b\",\"say \"\"x\"\"\",c\"d\n\"two\nlines\",\"\"\n"),
            (Rows{{"a,b", "say \"x\"", "c\"d"}, {"two\nlines", ""}}));
  EXPECT_EQ(rows_of("\"a\tb\"\tc\n", '\t', false), (Rows{{"\"a", "b\"", "c"}}));
}

TEST(Csv, CountsTheLinesOfTheFile) {
  CsvReader reader("a\n\n\"b\nc\"\nd\n", "file.csv");
  std::vector<Index> lines;
  while (reader.next()) lines.push_back(reader.line_number());
  EXPECT_EQ(lines, (std::vector<Index>{1, 3, 5}));
}

TEST(Csv, AnOpenQuoteIsAnErrorWithItsLine) {
  EXPECT_TRUE(contains(error_text([] { rows_of("a\n\"b\nc\n"); }), "file.csv, line 2: unterminated quote"));
}

TEST(Csv, WhatIsWrittenReadsBack) {
  const std::vector<std::string> fields{"plain", "a,b", "say \"x\"", "two\nlines", "two\r\nlines", "", "c\rd"};
  EXPECT_EQ(csv_line({"plain", "a,b", "\""}), "plain,\"a,b\",\"\"\"\"\n");
  EXPECT_EQ(rows_of(csv_line(fields)), Rows{fields});
}

}  // namespace
}  // namespace sextant::test
