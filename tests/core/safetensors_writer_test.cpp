// The safetensors writer against the reader: the same items, the same bytes each time.
#include <gtest/gtest.h>

#include <cstring>

#include "sextant/core/files.h"
#include "sextant/core/safetensors.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

TEST(Safetensors, WritesWhatReadsBackWithTheSameBytesEachTime) {
  TemporaryDirectory directory;
  const std::vector<float> floats = {1, -2.5f, 1e-45f, 4, 5, 6};
  const std::vector<double> doubles = {0.1};
  const std::vector<std::uint8_t> odd = {1, 0, 1};
  const std::vector<SafetensorsItem> items = {{"zulu", "F32", {2, 3}, floats.data(), 24},
                                              {"odd", "BOOL", {3}, odd.data(), 3},
                                              {"alpha \"ü\"", "F64", {}, doubles.data(), 8},
                                              {"none", "I32", {0, 4}, nullptr, 0}};
  const std::map<std::string, std::string> metadata = {{"step", "12"}, {"note", "line\nbreak"}};
  write_safetensors(directory.file("a.safetensors"), items, metadata);
  write_safetensors(directory.file("b.safetensors"), items, metadata);
  const std::string bytes = read_file(directory.file("a.safetensors"));
  EXPECT_EQ(bytes, read_file(directory.file("b.safetensors")));
  std::uint64_t header_length = 0;
  std::memcpy(&header_length, bytes.data(), 8);
  EXPECT_EQ(header_length % 8, 0u);

  const Safetensors file(directory.file("a.safetensors"));
  ASSERT_EQ(file.entries().size(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    EXPECT_EQ(file.entries()[i].name, items[i].name);
    EXPECT_EQ(file.entries()[i].dtype, items[i].dtype);
    EXPECT_EQ(file.entries()[i].shape, items[i].shape);
    ASSERT_EQ(file.entries()[i].bytes, items[i].bytes);
    if (items[i].bytes > 0) {
      EXPECT_EQ(std::memcmp(file.entries()[i].data, items[i].data, items[i].bytes), 0);
    }
  }
  EXPECT_EQ(file.metadata(), metadata);
  EXPECT_EQ(file.values("zulu"), std::vector<double>(floats.begin(), floats.end()));
  EXPECT_EQ(file.values("alpha \"ü\""), doubles);  // not aligned: 27 bytes after the data begin
  EXPECT_TRUE(file.has("odd"));
  EXPECT_FALSE(file.has("zul"));
  EXPECT_TRUE(contains(error_text([&] { (void)file.find("zulo"); }), "no tensor 'zulo'; did you mean zulu?"));
}

TEST(Safetensors, RefusesToWriteWhatItWouldNotRead) {
  TemporaryDirectory directory;
  const std::vector<float> data = {1, 2};
  const auto write_refusal = [&](const std::vector<SafetensorsItem>& items) {
    return error_text([&] { write_safetensors(directory.file("a.safetensors"), items, {}); });
  };
  const SafetensorsItem good{"a", "F32", {2}, data.data(), 8};
  EXPECT_TRUE(contains(write_refusal({good, good}), "'a' is reserved or used twice"));
  EXPECT_TRUE(contains(write_refusal({{"__metadata__", "F32", {2}, data.data(), 8}}), "reserved"));
  EXPECT_TRUE(contains(write_refusal({{"a", "F32", {3}, data.data(), 8}}), "takes 12 bytes, given 8"));
  EXPECT_TRUE(contains(write_refusal({{"a", "F33", {2}, data.data(), 8}}), "unknown dtype 'F33'"));
  EXPECT_TRUE(contains(write_refusal({{"a", "F32", {-2}, data.data(), 8}}), "invalid shape"));
  EXPECT_TRUE(contains(write_refusal({{"\xff", "F32", {2}, data.data(), 8}}), "UTF-8"));
  EXPECT_EQ(directory.entries(), 0u);
}

}  // namespace
}  // namespace sextant::test
