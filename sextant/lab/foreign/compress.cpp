#include "sextant/lab/foreign/compress.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/changed_file.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/math/linear/low_rank.h"

namespace sextant::lab {
namespace {

Index length_to_measure(const Checkpoint& checkpoint, Index asked) {
  constexpr Index most = 512;
  if (asked > 0) return asked;
  return checkpoint.shape().longest > 0 ? std::min(checkpoint.shape().longest, most) : most;
}

}  // namespace

void CompressOptions::visit(OptionVisitor& option) {
  option.path("model", model, "a directory with config.json and safetensors, or a .safetensors file");
  option("rank", rank, "rank of the position embeddings; 0: as `keep` says");
  option("keep", keep, "in place of a rank: the share of the variance of the positions to keep");
  option("tensors", tensors, "tables to compress; empty: those with the name of position embeddings");
  option("out", out, "directory to write the model to; empty: nowhere");
  DamageOptions::visit(option);
}

CompressResult compress(const CompressOptions& options, Events& events, std::stop_token stop) {
  require(options.rank >= 0, "rank: expected 1 or more, not {}", options.rank);
  require((options.rank > 0) != options.keep.has_value(), "give either a rank or a share to keep");
  require(!options.keep || (*options.keep > 0 && *options.keep <= 1),
          "keep: expected more than 0 and at most 1, not {}", options.keep.value_or(0));
  const ModelFiles model = find_model_files(options.model);
  if (!options.out.empty()) require_new_place(model, options.out);
  const auto file = open_tensor_file(model.weights);
  CompressResult result;
  ChangedTensors changed;
  for (const FoundTable& found : choose_position_tables(*file, options.tensors)) {
    if (stop.stop_requested()) throw Stopped("compress: stopped");
    events.on_stage(fmt::format("compressing {}", found.tensor));
    const Table before = read_positions(*file, found);
    LowRankTable lower =
        options.rank > 0 ? lower_rank(before, options.rank) : lower_rank_keeping(before, *options.keep);
    const Index numbers = lower.rank * (found.rows + found.width) + found.width;
    result.tables.push_back({.change = describe_change(*file, found, before, lower.table),
                             .rank = lower.rank,
                             .kept = lower.kept,
                             .numbers_before = found.rows * found.width,
                             .numbers_after = numbers});
    changed[found.tensor] = {with_positions(*file, found, lower.table)};
  }
  if (!options.corpus.empty()) {
    if (stop.stop_requested()) throw Stopped("compress: stopped before measuring");
    events.on_stage("measuring the damage");
    const std::string config = config_beside(model.weights);
    const Checkpoint before(model.weights, options.ignore);
    const Checkpoint after(make_changed_file(model.weights, {.tensors = changed}), ModelConfig::read(config),
                           options.ignore);
    result.damage = measure_damage(before, after, options, {length_to_measure(before, options.length)});
  }
  if (!options.out.empty()) {
    if (stop.stop_requested()) throw Stopped("compress: stopped before writing");
    events.on_stage("writing the model");
    result.written = write_model(model, {.tensors = changed}, options.out);
  }
  for (const CompressedTable& table : result.tables)
    if (table.numbers_after >= table.numbers_before)
      events.on_message(
          {Message::Kind::warning,
           fmt::format("{}: rank {} takes {} numbers, not fewer than the {} of the table", table.change.found.tensor,
                       table.rank, table.numbers_after, table.numbers_before)});
  return result;
}

}  // namespace sextant::lab
