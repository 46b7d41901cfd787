// Files of named tensors: shards, npz, npy and JSON, and what is said of broken ones.
#include "sextant/core/tensor_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sextant/core/element.h"
#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/core/safetensors.h"
#include "tests/support/error_text.h"
#include "tests/support/mutation.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::string refusal(const std::string& path) {
  return error_text([&] {
    const auto file = open_tensor_file(path);
    for (const auto& entry : file->entries()) file->values(entry.name);
  });
}

TEST(TensorFile, ReadsShardsThroughTheirIndex) {
  TemporaryDirectory directory;
  const float one[] = {1, 2}, two[] = {3};
  write_safetensors(directory.file("m-1.safetensors"), {{"a", "F32", {2, 1}, one, 8}}, {});
  write_safetensors(directory.file("m-2.safetensors"), {{"b", "F32", {1}, two, 4}, {"spare", "F32", {1}, two, 4}}, {});
  const auto write_index = [&](const std::string& map) {
    return directory.make_file("m.safetensors.index.json", "{\"weight_map\":" + map + "}");
  };
  const auto file = open_tensor_file(write_index(R"({"a":"m-1.safetensors","b":"m-2.safetensors"})"));
  ASSERT_EQ(file->entries().size(), 2u);
  EXPECT_EQ(file->find("a").shape, (std::vector<Index>{2, 1}));
  EXPECT_EQ(file->values("b"), std::vector<double>{3});
  EXPECT_TRUE(contains(error_text([&] { file->values("spare"); }), "no tensor 'spare'"));
  EXPECT_TRUE(contains(refusal(write_index(R"({"a":"m-2.safetensors"})")), "no tensor 'a'"));
  EXPECT_TRUE(contains(refusal(write_index(R"({"a":"../m-1.safetensors"})")), "not the name of a file beside"));
  EXPECT_TRUE(contains(refusal(write_index(R"({"a":"m-3.safetensors"})")), "No such file"));
  EXPECT_TRUE(contains(refusal(write_index(R"({"a":1})")), "not the name of a file"));
  EXPECT_TRUE(contains(refusal(write_index("[]")), "expected an object 'weight_map'"));
  EXPECT_TRUE(contains(refusal(write_index("{")), "not valid JSON"));
}

TEST(TensorFile, ReadsNpzAndNpy) {
  TemporaryDirectory directory;
  const std::string content = read_file(SEXTANT_TEST_DATA "/fuzz/seeds/npz/two");  // deflated, made by NumPy
  const auto file = open_tensor_file(directory.make_file("two.npz", content));
  ASSERT_EQ(file->entries().size(), 2u);
  EXPECT_EQ(file->values("a"), (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(file->find("b").shape, (std::vector<Index>{2, 2}));
  EXPECT_EQ(file->values("b"), (std::vector<double>{1, 1, 1, 1}));
  EXPECT_TRUE(contains(refusal(directory.make_file("cut.npz", content.substr(0, content.size() / 2))), "cut.npz"));
  EXPECT_TRUE(contains(refusal(directory.make_file("text.npz", "not a zip file at all")), "text.npz"));
  write_npy(directory.file("table.npy"), {2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(open_tensor_file(directory.file("table.npy"))->values("table"), (std::vector<double>{1, 2, 3, 4}));
}

TEST(TensorFile, SurvivesMutationsOfNpz) {
  TemporaryDirectory directory;
  const std::string good = read_file(SEXTANT_TEST_DATA "/fuzz/seeds/npz/two");
  int refused = 0;
  for (std::uint32_t number = 0; number < 500; ++number)
    refused += refusal(directory.make_file("a.npz", make_mutant(good, number))).empty() ? 0 : 1;
  EXPECT_GT(refused, 100);  // any other exception or a crash fails the test
}

TEST(TensorFile, ReadsJsonWithBase64) {
  TemporaryDirectory directory;
  const auto write = [&](const std::string& tensor) {
    return directory.make_file("m.json", R"({"config":{"n_head":3,"kind":"nano"},"w":)" + tensor + "}");
  };
  const auto file = open_tensor_file(write(R"({"shape":[2],"dtype":"torch.float32","data":"AACAPwAAAMA="})"));
  EXPECT_EQ(file->values("w"), (std::vector<double>{1, -2}));
  EXPECT_EQ(file->metadata().at("n_head"), "3");
  EXPECT_EQ(file->metadata().at("kind"), "nano");
  EXPECT_TRUE(contains(refusal(write(R"({"shape":[3],"dtype":"torch.float32","data":"AACAPwAAAMA="})")), "8 bytes"));
  EXPECT_TRUE(contains(refusal(write(R"({"shape":[1],"dtype":"torch.float32","data":"AA*A"})")), "not a base64 digit"));
  EXPECT_TRUE(contains(refusal(write(R"({"shape":[1],"dtype":"torch.int8","data":"AAAA"})")), "is not a tensor"));
  EXPECT_TRUE(contains(refusal(write(R"({"shape":[-1],"dtype":"torch.float32","data":""})")), "not a list of sizes"));
  EXPECT_TRUE(contains(refusal(directory.make_file("m.txt", "")), "expected tensors in .safetensors"));
}

TEST(Element, ReadsEightBitFloats) {
  EXPECT_EQ(e4m3_to_double(0x38), 1);
  EXPECT_EQ(e4m3_to_double(0xb8), -1);
  EXPECT_EQ(e4m3_to_double(0x7e), 448);  // the largest
  EXPECT_EQ(e4m3_to_double(0x01), std::ldexp(1, -9));
  EXPECT_TRUE(std::isnan(e4m3_to_double(0x7f)));
  EXPECT_EQ(e5m2_to_double(0x3c), 1);
  EXPECT_EQ(e5m2_to_double(0x7b), 57344);
  EXPECT_TRUE(std::isinf(e5m2_to_double(0x7c)));
  EXPECT_EQ(e8m0_to_double(127), 1);
  EXPECT_EQ(e8m0_to_double(0), std::ldexp(1, -127));
  EXPECT_TRUE(std::isnan(e8m0_to_double(255)));
}

}  // namespace
}  // namespace sextant::test
