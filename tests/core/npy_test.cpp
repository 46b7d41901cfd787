// The .npy reader against the bytes NumPy 1.24 writes, and against broken ones.
#include "sextant/core/npy.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "sextant/core/files.h"
#include "tests/support/error_text.h"
#include "tests/support/mutation.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

// As numpy.lib.format.write_array lays it out: padded so that the numbers begin at a multiple of 64.
std::string numpy_file(int version, std::string header, const std::string& numbers) {
  const std::size_t before = version == 1 ? 10 : 12;
  header += std::string(64 - (before + header.size() + 1) % 64, ' ') + "\n";
  std::string content = "\x93NUMPY";
  content += static_cast<char>(version);
  content += '\0';
  for (std::size_t i = 0; i < before - 8; ++i) content += static_cast<char>((header.size() >> (8 * i)) & 255);
  return content + header + numbers;
}

std::string dictionary(const std::string& type, const std::string& order, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

template <class Number>
std::string bytes_of_numbers(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

NpyArray read_bytes(const std::string& content) {
  const TemporaryDirectory directory;
  return read_npy(directory.make_file("a.npy", content));
}

std::string refused_npy(const std::string& content) {
  return error_text([&] { read_bytes(content); });
}

TEST(Npy, ReadsAFileOfNumpy) {
  // numpy.save of array([[1, 2, 3], [4, 5, 6]], float32), byte for byte.
  std::string content("\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 69);
  content += std::string(58, ' ') + "\n";
  content += std::string("\x00\x00\x80?\x00\x00\x00@\x00\x00@@\x00\x00\x80@\x00\x00\xa0@\x00\x00\xc0@", 24);
  ASSERT_EQ(content.size(), 152u);
  const NpyArray array = read_bytes(content);
  EXPECT_EQ(array.shape, (std::vector<Index>{2, 3}));
  EXPECT_EQ(array.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, ReadsEveryTypeAndVersion) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string halves("\x00>\x00\xc0\xff{\x01\x00\x00|", 10);
  EXPECT_EQ(read_bytes(numpy_file(1, dictionary("<f2", "False", "(5,)"), halves)).values,
            (std::vector<double>{1.5, -2, 65504, 0x1p-24, infinity}));
  EXPECT_EQ(read_bytes(numpy_file(2, dictionary("|b1", "False", "(2,)"), std::string("\1\0", 2))).values,
            (std::vector<double>{1, 0}));
  const NpyArray scalar =
      read_bytes(numpy_file(3, dictionary("<i8", "False", "()"), bytes_of_numbers<std::int64_t>({-7})));
  EXPECT_TRUE(scalar.shape.empty());
  EXPECT_EQ(scalar.values, (std::vector<double>{-7}));
  const auto read_numbers = [](const std::string& type, const std::string& numbers) {
    return read_bytes(numpy_file(1, dictionary(type, "False", "(2,)"), numbers)).values;
  };
  EXPECT_EQ(read_numbers("<f8", bytes_of_numbers<double>({0.1, -2})), (std::vector<double>{0.1, -2}));
  EXPECT_EQ(read_numbers("<i4", bytes_of_numbers<std::int32_t>({-1, 2})), (std::vector<double>{-1, 2}));
  EXPECT_EQ(read_numbers("<i2", bytes_of_numbers<std::int16_t>({-1, 2})), (std::vector<double>{-1, 2}));
  EXPECT_EQ(read_numbers("|i1", bytes_of_numbers<std::int8_t>({-1, 2})), (std::vector<double>{-1, 2}));
  EXPECT_EQ(read_numbers("<u8", bytes_of_numbers<std::uint64_t>({1, 2})), (std::vector<double>{1, 2}));
  EXPECT_EQ(read_numbers("<u4", bytes_of_numbers<std::uint32_t>({4294967295u, 2})),
            (std::vector<double>{4294967295.0, 2}));
  EXPECT_EQ(read_numbers("<u2", bytes_of_numbers<std::uint16_t>({65535, 2})), (std::vector<double>{65535, 2}));
  EXPECT_EQ(read_numbers("|u1", "\xc8\x01"), (std::vector<double>{200, 1}));
  EXPECT_TRUE(read_bytes(numpy_file(1, dictionary("<f8", "False", "(0, 3)"), "")).values.empty());
}

TEST(Npy, TurnsFortranOrder) {
  // arange(24).reshape(2, 3, 4) in Fortran order.
  std::vector<std::int16_t> stored;
  for (std::int16_t k = 0; k < 4; ++k)
    for (std::int16_t j = 0; j < 3; ++j)
      for (std::int16_t i = 0; i < 2; ++i) stored.push_back(static_cast<std::int16_t>(12 * i + 4 * j + k));
  const NpyArray array = read_bytes(numpy_file(1, dictionary("<i2", "True", "(2, 3, 4)"), bytes_of_numbers(stored)));
  for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(array.values[i], static_cast<double>(i));
}

TEST(Npy, WritesWhatReadsBack) {
  TemporaryDirectory directory;
  const std::vector<double> values = {0.1, -0.0, 1e300, 5e-324, 3, 4};
  write_npy(directory.file("d.npy"), {2, 3}, values);
  const NpyArray back = read_npy(directory.file("d.npy"));
  EXPECT_EQ(back.shape, (std::vector<Index>{2, 3}));
  EXPECT_EQ(back.values, values);
  write_npy_float(directory.file("f.npy"), {3}, {0.5f, 1e-45f, 3});
  EXPECT_EQ(read_npy(directory.file("f.npy")).values, (std::vector<double>{0.5, static_cast<double>(1e-45f), 3}));
  // Byte for byte what NumPy writes.
  EXPECT_EQ(read_file(directory.file("f.npy")),
            numpy_file(1, dictionary("<f4", "False", "(3,)"), bytes_of_numbers<float>({0.5f, 1e-45f, 3})));
  EXPECT_TRUE(contains(error_text([&] { write_npy(directory.file("x.npy"), {2, 2}, values); }), "does not hold 6"));
}

TEST(Npy, RefusesBrokenFilesByName) {
  const std::string good = numpy_file(1, dictionary("<f8", "False", "(2,)"), std::string(16, '\0'));
  EXPECT_EQ(refused_npy(good), "");
  EXPECT_TRUE(contains(refused_npy(""), "not an .npy file"));
  EXPECT_TRUE(contains(refused_npy("PK\3\4 something else"), "not an .npy file"));
  EXPECT_TRUE(contains(refused_npy(good.substr(0, 7)), "truncated"));
  EXPECT_TRUE(contains(refused_npy(good.substr(0, 40)), "truncated"));
  EXPECT_TRUE(
      contains(refused_npy(good.substr(0, good.size() - 1)), "expected 16 bytes of data for shape (2), found 15"));
  EXPECT_TRUE(contains(refused_npy(good + "x"), "found 17"));
  EXPECT_TRUE(contains(refused_npy(numpy_file(4, dictionary("<f8", "False", "(0,)"), "")), "version 4"));
  std::string minor = numpy_file(2, dictionary("<f8", "False", "(0,)"), "");
  minor[7] = 1;
  EXPECT_TRUE(contains(refused_npy(minor), "version 2.1"));
  const auto header_refusal = [](const std::string& header) {
    return refused_npy(numpy_file(1, header, std::string(16, '\0')));
  };
  EXPECT_TRUE(contains(header_refusal(dictionary(">f8", "False", "(2,)")), "unsupported dtype '>f8'"));
  EXPECT_TRUE(contains(header_refusal(dictionary("<c16", "False", "(1,)")), "unsupported dtype '<c16'"));
  EXPECT_TRUE(contains(header_refusal(dictionary("|O", "False", "(2,)")), "unsupported dtype '|O'"));
  EXPECT_TRUE(contains(header_refusal("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,), }"),
                       "structured dtype"));
  EXPECT_TRUE(contains(header_refusal(dictionary("<f8", "Maybe", "(2,)")), "neither True nor False"));
  EXPECT_TRUE(contains(header_refusal(dictionary("<f8", "False", "(-2,)")), "tuple of sizes"));
  EXPECT_TRUE(contains(header_refusal(dictionary("<f8", "False", "(99999999999999999999,)")), "tuple of sizes"));
  EXPECT_TRUE(contains(header_refusal(dictionary("<f8", "False", "(9223372036854775807, 9223372036854775807)")),
                       "invalid shape"));
  EXPECT_TRUE(contains(header_refusal(dictionary("<f8", "False", "(4611686018427387904,)")), "too many"));
  EXPECT_TRUE(contains(header_refusal("{'descr': '<f8', 'fortran_order': False, }"), "missing"));
  EXPECT_TRUE(contains(header_refusal("{'descr': '<f8', 'descr': '<f8', }"), "twice"));
  EXPECT_TRUE(contains(header_refusal("{'other': '<f8', }"), "unknown key 'other'"));
  EXPECT_TRUE(contains(header_refusal(dictionary("<f8", "False", "(2,)") + "x"), "after the dictionary"));
}

TEST(Npy, SurvivesMutations) {
  TemporaryDirectory directory;
  const std::string good = numpy_file(1, dictionary("<f8", "True", "(2, 3)"), std::string(48, '\1'));
  std::size_t refused = 0;
  for (std::uint32_t number = 0; number < 4000; ++number) {
    const std::string path = directory.make_file("a.npy", make_mutant(good, number));
    refused += error_text([&] { read_npy(path); }).empty() ? 0 : 1;  // any other exception or a crash fails the test
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace sextant::test
