#include "sextant/lab/foreign/replace.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/math/linear/low_rank.h"

namespace sextant::lab {
namespace {

constexpr double least_overlap = 0.5;

/// "positions.safetensors" without a tensor's name: the only tensor of the file, of shape (n, width) or (1, n, width).
Table read_new_positions(const std::string& path) {
  if (!path.ends_with(".safetensors")) return read_table(path);
  const auto file = open_tensor_file(path);
  require(file->entries().size() == 1, "{}: has {} tensors; name one, as in {}#NAME", path, file->entries().size(),
          path);
  const TensorEntry& entry = file->entries().front();
  auto shape = entry.shape;
  if (shape.size() == 3 && shape[0] == 1) shape.erase(shape.begin());
  require(shape.size() == 2, "{}: tensor '{}' has shape ({}), expected (positions, width)", path, entry.name,
          fmt::join(entry.shape, ", "));
  Table table(shape[0], shape[1]);
  table.values = file->values(entry.name);
  return table;
}

void check_table(const Table& table, const FoundTable& found, const ReplaceOptions& options) {
  require(table.columns == found.width, "{}: has {} columns, but '{}' has {}", options.table, table.columns,
          found.tensor, found.width);
  require(table.rows <= found.rows, "{}: has {} rows, but '{}' has {} positions", options.table, table.rows,
          found.tensor, found.rows);
  require(table.rows == found.rows || options.first,
          "{}: has {} rows, but '{}' has {} positions; --first replaces the first {} only", options.table, table.rows,
          found.tensor, found.rows, table.rows);
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      require(std::isfinite(table(i, j)), "{}: {} at row {}, column {}; expected finite numbers", options.table,
              table(i, j), i, j);
}

FoundTable choose_one_table(const TensorFile& file, const ReplaceOptions& options) {
  const auto tables = choose_position_tables(
      file, options.tensor.empty() ? std::vector<std::string>() : std::vector<std::string>{options.tensor});
  std::vector<std::string> names;
  for (const FoundTable& one : tables) names.push_back(one.tensor);
  require(tables.size() == 1, "{}: several tables of position embeddings ({}); choose one with --tensor", file.path(),
          fmt::join(names, ", "));
  return tables.front();
}

}  // namespace

void ReplaceOptions::visit(OptionVisitor& option) {
  option.path("model", model, "a directory with config.json and safetensors, or a .safetensors file");
  option.path("table", table, "the new table (positions, width): x.npy, x.safetensors#tensor, x.csv or x.tsv");
  option("tensor", tensor, "the tensor to replace; empty: the one with the name of position embeddings");
  option("first", first, "the table has fewer rows than the model has positions: replace the first ones");
  option("out", out, "directory to write the model to; empty: nowhere");
}

ReplaceResult replace(const ReplaceOptions& options, Events& events, std::stop_token stop) {
  const ModelFiles model = find_model_files(options.model);
  if (!options.out.empty()) require_new_place(model, options.out);
  const auto file = open_tensor_file(model.weights);
  const FoundTable found = choose_one_table(*file, options);
  const Table table = read_new_positions(options.table);
  check_table(table, found, options);
  const Table before = read_positions(*file, found);
  Table after = before;
  std::ranges::copy(table.values, after.values.begin());
  ReplaceResult result;
  result.rows = table.rows;
  result.change = describe_change(*file, found, before, after);
  result.change.basis_overlap = basis_overlap(before, table);
  if (!options.out.empty()) {
    if (stop.stop_requested()) throw Stopped("replace: stopped before writing");
    events.on_stage("writing the model");
    result.written =
        write_model(model, {.tensors = {{found.tensor, {with_positions(*file, found, after)}}}}, options.out);
  }
  if (result.change.basis_overlap < least_overlap)
    events.on_message({Message::Kind::warning,
                       fmt::format("{}: {:.0f} % of the variance of the new positions lies in the directions of the "
                                   "model's own, which its other weights were trained with; without further training "
                                   "it is likely to do worse than with no positions. `sextant compress` keeps the "
                                   "model's basis",
                                   found.tensor, 100 * result.change.basis_overlap)});
  return result;
}

}  // namespace sextant::lab
