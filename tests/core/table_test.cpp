// Tables from every kind of file, and the line of the error in text.
#include "sextant/core/table.h"

#include <gtest/gtest.h>

#include "sextant/core/npy.h"
#include "sextant/core/safetensors.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

const std::vector<double> numbers = {1, 2.5, -3, 4e-3, 5, 6};

void expect_numbers(const Table& table) {
  EXPECT_EQ(table.rows, 2);
  EXPECT_EQ(table.columns, 3);
  EXPECT_EQ(table.values, numbers);
}

TEST(Table, ReadsTheSameNumbersFromEveryFormat) {
  TemporaryDirectory directory;
  write_npy(directory.file("t.npy"), {2, 3}, numbers);
  expect_numbers(read_table(directory.file("t.npy")));
  write_safetensors(directory.file("t.safetensors"), {{"w#1", "F64", {2, 3}, numbers.data(), 48}}, {});
  expect_numbers(read_table(directory.file("t.safetensors#w#1")));
  expect_numbers(read_table(directory.make_file("t.csv", "1,2.5,-3\n4e-3,5,6\n")));
  expect_numbers(read_table(directory.make_file("header.csv", "\xef\xbb\xbfx,y,z\r\n1, 2.5 ,-3\r\n\r\n+4e-3,5,6")));
  expect_numbers(read_table(directory.make_file("t.tsv", "x\ty\tz\n1\t2.5\t-3\n4e-3\t5\t6\n")));
}

/// As a header its row would be lost without a word.
TEST(Table, ANumberThatNoDoubleHoldsIsNoHeader) {
  TemporaryDirectory directory;
  for (const char* number : {"1e400", "-1e-400"}) {
    const std::string path = directory.make_file("t.csv", fmt::format("1,{}\n2,3\n", number));
    EXPECT_TRUE(contains(error_text([&] { read_table(path); }), "line 1")) << number;
  }
}

TEST(Table, ReadsOneAxisAsAColumn) {
  TemporaryDirectory directory;
  write_npy(directory.file("t.npy"), {6}, numbers);
  const Table table = read_table(directory.file("t.npy"));
  EXPECT_EQ(table.rows, 6);
  EXPECT_EQ(table.columns, 1);
}

TEST(Table, RefusesWithFileAndLine) {
  TemporaryDirectory directory;
  const auto refusal = [](const std::string& path) { return error_text([&] { read_table(path); }); };
  const auto text_refusal = [&](const std::string& content) { return refusal(directory.make_file("t.csv", content)); };
  EXPECT_TRUE(contains(text_refusal("x,y\n1,2\n3,four\n"), "t.csv, line 3: 'four' is not a number"));
  EXPECT_TRUE(contains(text_refusal("1,2\n\n3\n"), "t.csv, line 3: 1 columns, expected 2"));
  EXPECT_TRUE(contains(text_refusal("1,2\n3,\n"), "t.csv, line 2: '' is not a number"));
  EXPECT_TRUE(contains(text_refusal("a,b\nc,d\n"), "t.csv, line 2: 'c' is not a number"));
  EXPECT_TRUE(contains(text_refusal("a,b\n"), "no numeric rows"));
  EXPECT_TRUE(contains(text_refusal("1,2\n3,0x10\n"), "'0x10' is not a number"));
  EXPECT_TRUE(contains(refusal("positions.txt"), "expected a table in .npy, .safetensors#tensor, .csv or .tsv"));
  EXPECT_TRUE(contains(refusal("w.safetensors"), "specify the tensor"));
  EXPECT_TRUE(contains(refusal(directory.file("none.npy")), "No such file"));
  write_npy(directory.file("t.npy"), {1, 2, 3}, numbers);
  EXPECT_TRUE(contains(refusal(directory.file("t.npy")), "expected a table of 2 axes, found shape (1, 2, 3)"));
}

}  // namespace
}  // namespace sextant::test
