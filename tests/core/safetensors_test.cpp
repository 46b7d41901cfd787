// The safetensors reader against the reference's own good and bad files, against each broken rule of the
// format, and against mutations.
#include "sextant/core/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "sextant/core/files.h"
#include "tests/support/error_text.h"
#include "tests/support/mutation.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::string make_content(const std::string& header, const std::string& data) {
  std::string content(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(content.data(), &length, 8);
  return content + header + data;
}

std::string refusal(const std::string& header, const std::string& data) {
  TemporaryDirectory directory;
  const std::string path = directory.make_file("a.safetensors", make_content(header, data));
  return error_text([&] { Safetensors file(path); });
}

std::string tensor(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return R"({"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}";
}

TEST(Safetensors, JudgesTheReferenceFilesAsTheReferenceDoes) {
  std::ifstream manifest(shared_data("safetensors/MANIFEST.tsv"));
  if (!manifest) GTEST_SKIP() << "no shared data; set SEXTANT_DATA to their directory";
  std::string line;
  std::getline(manifest, line);  // names of the columns
  int good = 0, bad = 0;
  while (std::getline(manifest, line)) {
    std::istringstream fields(line);
    std::string name, bytes, expected;
    std::getline(fields, name, '\t');
    std::getline(fields, bytes, '\t');
    std::getline(fields, expected, '\t');
    const std::string text = error_text([&] { Safetensors file(shared_data("safetensors/" + name)); });
    const bool valid = expected.substr(0, 2) == "ok";
    EXPECT_EQ(text.empty(), valid) << name << ": " << text;
    if (!valid) {
      EXPECT_TRUE(contains(text, name)) << text;
    }
    ++(valid ? good : bad);
  }
  EXPECT_GT(good, 5);
  EXPECT_GT(bad, 5);
}

TEST(Safetensors, ReadsTheValuesOfReferenceFiles) {
  const std::string path = shared_data("safetensors/ok_f32_1x2x3.safetensors");
  if (!file_exists(path)) GTEST_SKIP() << "no shared data; set SEXTANT_DATA to their directory";
  const Safetensors file(path);
  EXPECT_EQ(file.find("attn.0").shape, (std::vector<Index>{1, 2, 3}));
  EXPECT_EQ(file.values("attn.0"), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  const Safetensors empty(shared_data("safetensors/ok_empty_metadata.safetensors"));
  EXPECT_EQ(empty.metadata().at("framework"), "pt");
  const Safetensors four_bits(shared_data("safetensors/ok_f4_1x2.safetensors"));
  EXPECT_TRUE(contains(error_text([&] { four_bits.values("attn.0"); }), "unsupported dtype F4"));
}

TEST(Safetensors, RefusesEachBrokenRule) {
  const std::string a = R"({"a":)", two = "[0,2]";
  const auto one = [&](const std::string& info) { return refusal(a + info + "}", "xx"); };
  EXPECT_EQ(one(tensor("U8", "[2]", two)), "");
  EXPECT_TRUE(contains(one(tensor("U8", "[3]", two)), "takes 3 bytes"));
  EXPECT_TRUE(contains(one(tensor("U8", "[1]", two)), "takes 1 bytes"));
  EXPECT_TRUE(contains(one(tensor("U8", "[2]", "[2,0]")), "data_offsets are [2, 0]"));
  EXPECT_TRUE(contains(one(tensor("U8", "[2]", "[1,3]")), "a gap or an overlap"));
  EXPECT_TRUE(contains(one(tensor("U8", "[1]", "[0,1]")), "describes 1 bytes of data, the file has 2"));
  EXPECT_TRUE(contains(one(tensor("U8", "[3]", "[0,3]")), "describes 3 bytes of data, the file has 2"));
  EXPECT_TRUE(contains(one(tensor("X8", "[2]", two)), "unknown dtype 'X8'"));
  EXPECT_TRUE(contains(one(tensor("F4", "[3]", two)), "does not end on a byte boundary"));
  EXPECT_TRUE(contains(one(tensor("U8", "[2.0]", two)), "not a list of sizes"));
  EXPECT_TRUE(contains(one(tensor("U8", "[-2]", two)), "not a list of sizes"));
  EXPECT_TRUE(contains(one(tensor("U8", "[18446744073709551615]", two)), "not a list of sizes"));
  EXPECT_TRUE(contains(one(tensor("U8", "[4294967296,4294967296]", two)), "invalid shape"));
  EXPECT_TRUE(contains(one(tensor("F64", "[288230376151711744]", two)), "invalid shape"));  // 2^58 x 64 bits = 2^64
  EXPECT_TRUE(contains(one(tensor("U8", "2", two)), "shape is not a list"));
  EXPECT_TRUE(contains(one(tensor("U8", "[2]", "[0,1,2]")), "not a pair"));
  EXPECT_TRUE(contains(one(tensor("U8", "[2]", R"(["0","2"])")), "not a pair"));
  EXPECT_TRUE(contains(one(R"({"dtype":"U8","shape":[2]})"), "needs dtype, shape and data_offsets"));
  EXPECT_TRUE(contains(one("5"), "needs dtype, shape and data_offsets"));
  EXPECT_TRUE(contains(one(R"({"dtype":8,"shape":[2],"data_offsets":[0,2]})"), "dtype is not a string"));
  EXPECT_TRUE(
      contains(one(R"({"dtype":"U8","dtype":"U8","shape":[2],"data_offsets":[0,2]})"), "'dtype' appears twice"));
}

TEST(Safetensors, RefusesBrokenHeaders) {
  const std::string info = tensor("U8", "[2]", "[0,2]");
  EXPECT_TRUE(contains(refusal(R"({"a":)" + info + R"(,"a":)" + info + "}", "xx"), "'a' appears twice"));
  EXPECT_TRUE(contains(refusal(R"({"a":)" + info + R"(,"b":)" + info + "}", "xx"), "a gap or an overlap"));
  EXPECT_TRUE(contains(refusal(" []", ""), "does not begin with '{'"));
  EXPECT_TRUE(contains(refusal("\v{}", ""), "does not begin with '{'"));
  EXPECT_TRUE(contains(refusal("", ""), "does not begin with '{'"));
  EXPECT_TRUE(contains(refusal("{} x", ""), "not valid JSON"));
  EXPECT_TRUE(contains(refusal(std::string("{}\0\0", 4), ""), "not valid JSON"));
  EXPECT_TRUE(contains(refusal(R"({"a)", ""), "not valid JSON"));
  EXPECT_TRUE(contains(refusal("{\"\xff\":1}", ""), "not valid JSON"));
  EXPECT_TRUE(contains(refusal(R"({"__metadata__":{"a":1}})", ""), "__metadata__ 'a' is not a string"));
  EXPECT_TRUE(contains(refusal(R"({"__metadata__":[]})", ""), "__metadata__ is not an object"));
  EXPECT_TRUE(contains(refusal(R"({"a":)" + std::string(100'000, '['), ""), "nested too deep"));
  EXPECT_EQ(refusal("{}  \n", ""), "");
  EXPECT_EQ(refusal(" \t\r\n{}", ""), "");  // as the reference implementation, which does not ask what comes first
  EXPECT_TRUE(contains(refusal("{}", "x"), "describes 0 bytes of data, the file has 1"));
  TemporaryDirectory directory;
  EXPECT_TRUE(contains(error_text([&] { Safetensors file(directory.file("none")); }), "No such file"));
  EXPECT_TRUE(contains(error_text([&] { Safetensors file(directory.path()); }), "not a regular file"));
  const std::string huge = directory.make_file("huge", std::string("\x01\xe1\xf5\x05\0\0\0\0{}", 10));  // 100,000,001
  EXPECT_TRUE(contains(error_text([&] { Safetensors file(huge); }), "exceeds the safetensors limit"));
}

TEST(Safetensors, ReadsEveryNumberType) {
  const std::pair<const char*, std::string> cases[] = {{"F64", std::string("\0\0\0\0\0\0\xf0\xbf", 8)},
                                                       {"F32", std::string("\0\0\x80\xbf", 4)},
                                                       {"F16", std::string("\0\xbc", 2)},
                                                       {"BF16", std::string("\x80\xbf", 2)},
                                                       {"I64", std::string(8, '\xff')},
                                                       {"I32", std::string(4, '\xff')},
                                                       {"I16", std::string(2, '\xff')},
                                                       {"I8", "\xff"}};
  TemporaryDirectory directory;
  for (const auto& [dtype, bytes] : cases) {
    const std::string offsets = "[0," + std::to_string(bytes.size()) + "]";
    const std::string header = R"({"x":)" + tensor(dtype, "[]", offsets) + "}";
    const Safetensors file(directory.make_file(dtype, make_content(header, bytes)));
    EXPECT_EQ(file.values("x"), std::vector<double>{-1}) << dtype;
  }
}

TEST(Safetensors, SurvivesMutations) {
  TemporaryDirectory directory;
  const std::string header = R"({"__metadata__":{"k":"v"},"a":)" + tensor("F32", "[2,1]", "[0,8]") + R"(,"b":)" +
                             tensor("I16", "[3]", "[8,14]") + "}";
  const std::string good = make_content(header, std::string(14, '\1'));
  std::size_t refused = 0;
  for (std::uint32_t number = 0; number < 4000; ++number) {
    const std::string path = directory.make_file("a.safetensors", make_mutant(good, number));
    const std::string text = error_text([&] {
      const Safetensors file(path);
      for (const auto& entry : file.entries()) (void)file.values(entry.name);
    });
    refused += text.empty() ? 0 : 1;  // any other exception or a crash fails the test
  }
  EXPECT_GT(refused, 2000u);
}

}  // namespace
}  // namespace sextant::test
