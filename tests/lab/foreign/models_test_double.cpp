// Real models of other programs through the loader: they must do what they were trained for.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/core/random.h"
#include "sextant/core/safetensors.h"
#include "sextant/data/patches.h"
#include "sextant/lab/foreign/inspection.h"
#include "sextant/stress/table_structure.h"
#include "tests/support/error_text.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#define NEEDS(path) \
  if (!file_exists(path)) GTEST_SKIP() << "skipped: no data: " << (path) << " (set SEXTANT_DATA to its folder)"

namespace sextant::test {
namespace {

Index largest(const double* logits, Index count) {
  return static_cast<Index>(std::max_element(logits, logits + count) - logits);
}

Batch make_batch(std::vector<std::int32_t> tokens, Index samples, std::size_t labels) {
  Batch batch;
  batch.samples = samples;
  batch.tokens = std::move(tokens);
  batch.labels.assign(labels, Batch::unscored);
  return batch;
}

// PAD keys are masked, so a string without its padding is the same sample: strings are run by their length.
TEST(ForeignModels, BracketsAreJudgedRight) {
  const std::string path = shared_data("weights/arena/brackets.safetensors");
  NEEDS(path);
  const ForeignModel foreign = read_foreign_model(*open_tensor_file(path), {.causal = false});
  EXPECT_EQ(foreign.layout, "transformer_lens");
  EXPECT_EQ(foreign.longest(), 42);
  const auto strings = nlohmann::json::parse(read_file(shared_data("weights/arena/brackets_data.json")));
  std::map<Index, std::vector<std::int32_t>> tokens_by_length;
  std::map<Index, std::vector<Index>> answers_by_length;
  constexpr Index judged = 5000;
  for (Index i = 0; i < judged; ++i) {
    const auto& text = strings[static_cast<std::size_t>(i)][0].get_ref<const std::string&>();
    const auto length = static_cast<Index>(text.size()) + 2;
    auto& tokens = tokens_by_length[length];
    tokens.push_back(0);  // START
    for (const char bracket : text) tokens.push_back(bracket == '(' ? 3 : 4);
    tokens.push_back(2);  // END
    answers_by_length[length].push_back(strings[static_cast<std::size_t>(i)][1].get<bool>() ? 1 : 0);
  }
  Index right = 0;
  for (auto& [length, tokens] : tokens_by_length) {
    const auto& answers = answers_by_length[length];
    const auto model = foreign.make(length, ReadoutPlace::every, "double");
    const std::size_t rows = tokens.size();
    model->forward(make_batch(std::move(tokens), static_cast<Index>(answers.size()), rows));
    const Table outputs = model->read_outputs();
    for (std::size_t sample = 0; sample < answers.size(); ++sample)  // read at START
      right += largest(outputs.view().row(static_cast<Index>(sample) * length), 2) == answers[sample] ? 1 : 0;
  }
  EXPECT_EQ(right, judged);
}

TEST(ForeignModels, ListsAreSorted) {
  const std::string path = shared_data("weights/arena/sorted_list.safetensors");
  NEEDS(path);
  const ForeignModel foreign = read_foreign_model(*open_tensor_file(path));
  constexpr Index samples = 1000, values = 10, length = 21, separator = 51;
  std::vector<std::int32_t> tokens;
  for (Index sample = 0; sample < samples; ++sample) {
    std::vector<std::int32_t> order(51);
    Random(7, Stream::data, 0, static_cast<std::uint32_t>(sample)).permutation(order);
    order.resize(values);
    tokens.insert(tokens.end(), order.begin(), order.end());
    tokens.push_back(separator);
    std::ranges::sort(order);
    tokens.insert(tokens.end(), order.begin(), order.end());
  }
  const auto model = foreign.make(length, ReadoutPlace::every, "double");
  model->forward(make_batch(tokens, samples, tokens.size()));
  const Table outputs = model->read_outputs();
  Index right = 0;
  for (Index sample = 0; sample < samples; ++sample)
    for (Index i = values; i < 2 * values; ++i)  // each token is foretold by the one before it
      right += largest(outputs.view().row(sample * length + i), foreign.outputs) ==
                       tokens[static_cast<std::size_t>(sample * length + i + 1)]
                   ? 1
                   : 0;
  // NumPy with the same weights is right at 0.99868 of the tokens of 4,000 lists; the bound is four standard errors.
  EXPECT_NEAR(static_cast<double>(right) / (samples * values), 0.9987, 0.0015);
}

TEST(ForeignModels, CumulativeSumsHaveTheRightSign) {
  const std::string path = shared_data("weights/arena/cumsum.safetensors");
  NEEDS(path);
  const ForeignModel foreign = read_foreign_model(*open_tensor_file(path));
  constexpr Index samples = 1000, length = 20;
  std::vector<std::int32_t> tokens;
  std::vector<Index> signs;
  const Random random(7, Stream::data);
  for (Index sample = 0; sample < samples; ++sample)
    for (Index i = 0, sum = 0; i < length; ++i) {
      const auto value = static_cast<Index>(random.below(static_cast<std::uint64_t>(sample * length + i), 11)) - 5;
      sum += value;
      tokens.push_back(static_cast<std::int32_t>((value + 11) % 11));
      signs.push_back(sum < 0 ? 0 : sum == 0 ? 1 : 2);
    }
  const auto model = foreign.make(length, ReadoutPlace::every, "double");
  model->forward(make_batch(tokens, samples, tokens.size()));
  const Table outputs = model->read_outputs();
  Index right = 0;
  for (Index row = 0; row < samples * length; ++row)
    right += largest(outputs.view().row(row), 3) == signs[static_cast<std::size_t>(row)] ? 1 : 0;
  EXPECT_EQ(right, samples * length);
}

TEST(ForeignModels, VitGivesItsLogits) {
  const std::string path = shared_data("weights/vit-tiny/vit_tiny.safetensors");
  NEEDS(path);
  const ForeignModel foreign = read_foreign_model(*open_tensor_file(path));
  EXPECT_EQ(foreign.layout, "vit");
  EXPECT_EQ(foreign.options.heads, 3);
  const auto image = read_npy(shared_data("weights/vit-tiny/image0_3x224x224.npy"));
  const auto expected = read_npy(shared_data("weights/vit-tiny/reference_logits_image0.npy")).values;
  const auto model = foreign.make(196, ReadoutPlace::cls, "double");
  Batch batch = make_batch({}, 1, 1);
  const auto patches = cut_patches(image.values, 3, 224, 224, 16);
  batch.values.assign(patches.begin(), patches.end());
  model->forward(batch);
  const Table outputs = model->read_outputs();
  ASSERT_EQ(outputs.view().size(), static_cast<Index>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(outputs.values[i], expected[i], 1e-4);
}

TEST(ForeignModels, TheTableOfVitShowsItsGrid) {
  const std::string path = shared_data("weights/vit-tiny/vit_tiny.safetensors");
  NEEDS(path);
  const auto file = open_tensor_file(path);
  const auto tables = find_position_tables(*file);
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0].rows, 196);
  EXPECT_EQ(tables[0].grid_rows, 14);
  const Findings findings = inspect_table(*file, tables[0], 0);
  EXPECT_NEAR(findings.number("same_row"), 0.50, 0.005);
  EXPECT_NEAR(findings.number("same_column"), 0.42, 0.005);
  EXPECT_NEAR(findings.number("neither"), -0.08, 0.005);
  EXPECT_NEAR(findings.number("grid_neighbours"), 0.84, 0.005);
  EXPECT_GT(findings.number("row_r2"), 0.8);
  EXPECT_EQ(findings.panels.size(), 4u);
}

// The embeddings of random tokens are a token's vector plus a position's: pos_t is the table around its mean, up to
// what is left of the tokens' mean over samples.
TEST(ForeignModels, LayersAreDecomposed) {
  const std::string path = shared_data("weights/arena/brackets.safetensors");
  NEEDS(path);
  const auto file = open_tensor_file(path);
  LayerRequest request;
  request.hints.causal = false;
  request.samples = 400;
  const LayerInspection inspection = inspect_layers(*file, request);
  ASSERT_EQ(inspection.layers.size(), 4u);  // embeddings and three blocks
  EXPECT_EQ(inspection.layers[3].name, "blocks.2");
  const auto values = file->values("pos_embed.W_pos");
  Table table(42, 56);
  table.values = values;
  const Table centred = around_mean(table);
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < centred.values.size(); ++i) {
    difference += std::pow(inspection.layers[0].positions.values[i] - centred.values[i], 2);
    size += std::pow(centred.values[i], 2);
  }
  EXPECT_LT(difference / size, 0.02);
  for (const auto& layer : inspection.layers)
    EXPECT_NEAR(layer.shares.position + layer.shares.context + layer.shares.residual, 1, 1e-12);
  TemporaryDirectory directory;
  write_inspection(directory.file("out"), {layer_panel(inspection)}, inspection.layers);
  EXPECT_EQ(Safetensors(directory.file("out/positions.safetensors")).find("blocks.1").shape,
            (std::vector<Index>{42, 56}));
  EXPECT_TRUE(file_exists(directory.file("out/panels/layers.json")));
}

TEST(ForeignModels, WhatIsNotKnownIsSaid) {
  TemporaryDirectory directory;
  const std::vector<float> numbers(30, 0.5f);
  const std::string path = directory.file("model.safetensors");
  write_safetensors(path, {{"a.weight", "F32", {5, 6}, numbers.data(), 120}}, {});
  const auto file = open_tensor_file(path);
  EXPECT_EQ(find_layout(*file), "");
  EXPECT_TRUE(contains(error_text([&] { read_foreign_model(*file); }), "match no supported model"));
  ASSERT_EQ(find_position_tables(*file).size(), 1u);
  EXPECT_EQ(find_position_tables(*file)[0].reason, "the only tensor");
  EXPECT_EQ(describe_table(*file, "a.weight").rows, 5);
  EXPECT_TRUE(contains(error_text([&] { describe_table(*file, "a.wieght"); }), "did you mean a.weight?"));
}

TEST(ForeignModels, TablesAreFoundByNameAndByShape) {
  TemporaryDirectory directory;
  const std::vector<float> numbers(400, 0.5f);
  const auto found = [&](const std::vector<std::pair<std::string, std::vector<Index>>>& tensors) {
    std::vector<SafetensorsItem> items;
    for (const auto& [name, shape] : tensors) {
      std::size_t bytes = sizeof(float);
      for (const Index extent : shape) bytes *= static_cast<std::size_t>(extent);
      items.push_back({name, "F32", shape, numbers.data(), bytes});
    }
    write_safetensors(directory.file("m.safetensors"), items, {});
    std::string names;
    for (const auto& table : find_position_tables(*open_tensor_file(directory.file("m.safetensors"))))
      names += fmt::format("{} {}+{} {}x{};", table.tensor, table.first_row, table.rows, table.grid_rows,
                           table.grid_columns);
    return names;
  };
  EXPECT_EQ(found({{"transformer.wpe.weight", {10, 4}}, {"transformer.wte.weight", {20, 4}}}),
            "transformer.wpe.weight 0+10 0x0;");
  EXPECT_EQ(found({{"roberta.embeddings.position_embeddings.weight", {10, 4}}, {"a", {4}}}),
            "roberta.embeddings.position_embeddings.weight 2+8 0x0;");
  EXPECT_EQ(found({{"vit.embeddings.cls_token", {1, 1, 4}}, {"vit.embeddings.position_embeddings", {1, 10, 4}}}),
            "vit.embeddings.position_embeddings 1+9 3x3;");
  EXPECT_EQ(found({{"pos_embed.W_pos", {10, 4}}, {"embed.W_E", {20, 4}}}), "pos_embed.W_pos 0+10 0x0;");
  // No name says it: as wide as the norms, outside the blocks, shorter than the tokens.
  EXPECT_EQ(found({{"words", {20, 4}}, {"where", {10, 4}}, {"h.0.w", {9, 4}}, {"h.0.norm", {4}}, {"h.1.norm", {4}}}),
            "where 0+10 0x0;");
}

}  // namespace
}  // namespace sextant::test
