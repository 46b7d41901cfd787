#include "sextant/lab/foreign/extend.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/core/tree.h"
#include "sextant/lab/foreign/changed_file.h"
#include "sextant/lab/foreign/table_change.h"
#include "sextant/lab/guarded_events.h"

namespace sextant::lab {
namespace {

constexpr Index longest_measured = 4096;  // tokens, unless the user names a length

struct Extension {
  const Checkpoint& checkpoint;
  const ExtendOptions& options;
  Tree config;
  ModelChange change = {};
  ExtendResult result = {};

  void set(Tree& object, const std::string& key, const Tree& value) {
    object[key] = value;
    result.fields[key] = value.dump();
  }
};

void require_known_method(const std::string& given, const std::vector<std::string>& known, const std::string& what) {
  require(std::ranges::find(known, given) != known.end(), "method: '{}' does not extend {}; expected one of {}", given,
          what, fmt::join(known, ", "));
}

/// The fields that say how many positions there are; each by as many more.
void raise_lengths(Extension& extension) {
  const Index more = extension.result.after - extension.result.before;
  bool found = false;
  for (const char* key : {"max_position_embeddings", "n_positions", "n_ctx"}) {
    if (!extension.config.contains(key) || !extension.config[key].is_number_integer()) continue;
    extension.set(extension.config, key, extension.config[key].get<Index>() + more);
    found = true;
  }
  require(found, "{}: config.json says no max_position_embeddings or n_positions to change",
          extension.checkpoint.file().path());
}

/// Masks and lists of positions that some versions store: they are as long as the table, and made anew when missing.
void drop_buffers(Extension& extension) {
  for (const std::string& name : extension.checkpoint.unused()) {
    const auto& shape = extension.checkpoint.file().find(name).shape;
    const bool mask = shape.size() == 4 && shape[2] == shape[3] && shape[2] > 1;
    if (!name.ends_with("position_ids") && !name.ends_with("token_type_ids") && !mask) continue;
    extension.change.dropped.insert(name);
    extension.result.dropped.push_back(name);
  }
}

void extend_table(Extension& extension) {
  const TensorFile& file = extension.checkpoint.file();
  ExtendResult& result = extension.result;
  require(!extension.checkpoint.shape().images(),
          "{}: positions of images belong to a grid of patches, which is not extended", file.path());
  require_known_method(result.method = extension.options.method == "auto" ? "interpolate" : extension.options.method,
                       {"interpolate", "scale", "repeat"}, "a learned table");
  const auto tables = choose_position_tables(file, {});
  require(tables.size() == 1, "{}: {} tables of positions; expected one", file.path(), tables.size());
  FoundTable found = tables.front();
  found.first_row = extension.checkpoint.shape().position_offset;  // rows that are not of positions
  found.rows = file.find(found.tensor).shape.at(0) - found.first_row;
  result.what = found.tensor;
  result.before = found.rows;
  require(result.after > result.before, "positions: {} are not more than the {} that the model has", result.after,
          result.before);
  const Table longer = resample_positions(read_positions(file, found), result.after, result.method);
  auto values = file.values(found.tensor);
  values.resize(static_cast<std::size_t>(found.first_row * found.width));  // the rows before stay
  values.insert(values.end(), longer.values.begin(), longer.values.end());
  extension.change.tensors[found.tensor] = {std::move(values), {found.first_row + result.after, found.width}};
  raise_lengths(extension);
  drop_buffers(extension);
}

void extend_rope(Extension& extension) {
  const std::string& path = extension.checkpoint.file().path();
  ExtendResult& result = extension.result;
  require_known_method(result.method = extension.options.method == "auto" ? "yarn" : extension.options.method,
                       {"yarn", "linear", "dynamic"}, "rotary positions");
  const auto& shape = extension.checkpoint.shape();
  require(shape.ropes.size() == 1, "{}: layers with different rotary positions are not extended", path);
  require(shape.ropes.front().scaling == "default", "{}: its rotary positions are scaled already ({} by {})", path,
          shape.ropes.front().scaling, shape.ropes.front().factor);
  result.what = fmt::format("RoPE of {} layers",
                            std::ranges::count_if(shape.blocks, [](const auto& block) { return block.rope >= 0; }));
  result.before = static_cast<Index>(shape.ropes.front().longest);
  require(result.before > 0, "{}: config.json says no max_position_embeddings", path);
  require(result.after > result.before, "positions: {} are not more than the {} that the model has", result.after,
          result.before);
  const double factor = static_cast<double>(result.after) / static_cast<double>(result.before);
  const bool newer = extension.config.contains("rope_parameters") && extension.config["rope_parameters"].is_object();
  Tree rope = newer ? extension.config["rope_parameters"] : Tree::object();
  rope["rope_type"] = result.method;
  rope["factor"] = factor;
  if (result.method == "yarn") rope["original_max_position_embeddings"] = result.before;
  extension.set(extension.config, newer ? "rope_parameters" : "rope_scaling", rope);
  // The dynamic base grows from the length that the model was trained at.
  if (result.method != "dynamic") raise_lengths(extension);
}

/// The limit that transformers warns at.
void raise_tokenizer_limit(const std::string& directory, Extension& extension) {
  const std::string path = directory + "/tokenizer_config.json";
  if (!file_exists(path)) return;
  Tree fields = parse_json_in_order(read_file(path), path);
  if (!fields.is_object() || fields.value("model_max_length", Tree()) != Tree(extension.result.before)) return;
  fields["model_max_length"] = extension.result.after;
  extension.change.files["tokenizer_config.json"] = fields.dump(2) + "\n";
}

std::vector<Index> lengths_to_measure(const ExtendOptions& options, const ExtendResult& result) {
  if (options.length > 0) return {options.length};
  const Index usual = std::min<Index>(result.before, 512);
  return {usual, std::min(result.after, std::max(longest_measured, usual))};
}

}  // namespace

void ExtendOptions::visit(OptionVisitor& option) {
  option.path("model", model, "a directory with config.json and safetensors");
  option("positions", positions, "how many positions the model shall have");
  option.choice(
      "method", method, {"auto", "interpolate", "scale", "repeat", "yarn", "linear", "dynamic"},
      "learned tables: interpolate, scale or repeat; RoPE: yarn, linear or dynamic; auto: the first of these");
  option("out", out, "directory to write the model to; empty: nowhere");
  DamageOptions::visit(option);
}

Table resample_positions(const Table& table, Index rows, const std::string& method) {
  const auto norm = [](const double* row, Index width) {
    double squares = 0;
    for (Index j = 0; j < width; ++j) squares += row[j] * row[j];
    return std::sqrt(squares);
  };
  Table result(rows, table.columns);
  const double step = rows > 1 ? static_cast<double>(table.rows - 1) / static_cast<double>(rows - 1) : 0;
  for (Index i = 0; i < rows; ++i) {
    const double place = method == "repeat" ? static_cast<double>(i % table.rows) : static_cast<double>(i) * step;
    const Index low = std::min(static_cast<Index>(place), table.rows - 1), high = std::min(low + 1, table.rows - 1);
    const double share = place - static_cast<double>(low);
    for (Index j = 0; j < table.columns; ++j) result(i, j) = (1 - share) * table(low, j) + share * table(high, j);
    if (method != "scale") continue;
    const double wanted =
        (1 - share) * norm(table.view().row(low), table.columns) + share * norm(table.view().row(high), table.columns);
    const double own = norm(result.view().row(i), table.columns);
    for (Index j = 0; j < table.columns && own > 0; ++j) result(i, j) *= wanted / own;
  }
  return result;
}

ExtendResult extend(const ExtendOptions& options, Events& events, std::stop_token stop) {
  require(options.positions > 0, "positions: expected how many the model shall have");
  const ModelFiles model = find_model_files(options.model);
  require(model.directory, "{}: expected a directory with config.json, which says how many positions there are",
          options.model);
  if (!options.out.empty()) require_new_place(model, options.out);
  events.on_stage("extending positions");
  const Checkpoint before(model.weights, options.ignore);
  const std::string config = config_beside(model.weights);
  Extension extension{before, options, parse_json_in_order(read_file(config), config)};
  extension.result.model_type = before.model_type();
  extension.result.after = options.positions;
  if (!before.shape().ropes.empty())
    extend_rope(extension);
  else if (before.shape().position_table)
    extend_table(extension);
  else
    fail("{}: models of type {} have no positions that end; any length can be run", options.model, before.model_type());
  const std::string changed = extension.config.dump(2) + "\n";
  extension.change.files["config.json"] = changed;
  raise_tokenizer_limit(model.path, extension);
  const Checkpoint after(make_changed_file(model.weights, extension.change),
                         ModelConfig(parse_json(changed, config), config), options.ignore);
  if (!options.corpus.empty()) {
    if (stop.stop_requested()) throw Stopped("extend: stopped before measuring");
    events.on_stage("measuring the damage");
    extension.result.damage = measure_damage(before, after, options, lengths_to_measure(options, extension.result));
  }
  if (!options.out.empty()) {
    if (stop.stop_requested()) throw Stopped("extend: stopped before writing");
    events.on_stage("writing the model");
    extension.result.written = write_model(model, extension.change, options.out);
  }
  return extension.result;
}

}  // namespace sextant::lab
