#include "sextant/lab/foreign/inspect.h"

#include <cmath>
#include <cstdio>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/stop_scope.h"
#include "sextant/lab/foreign/foreign_samples.h"
#include "sextant/lab/foreign/inspect_answers.h"
#include "sextant/lab/foreign/inspect_verdict.h"
#include "sextant/lab/foreign/model_files.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/results/headline_file.h"
#include "sextant/results/run_files.h"

namespace sextant::lab {
namespace {

std::optional<double> norm_of(const TensorFile& file, const TensorEntry& entry) {
  try {
    double squares = 0;
    file.each_part(entry.name, [&](std::span<const double> values) {
      for (const double value : values) squares += value * value;
    });
    return std::sqrt(squares);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// "14x14" for the table at hand.
void apply_grid(const std::string& grid, FoundTable& found) {
  if (grid.empty()) return;
  Index rows = 0, columns = 0;
  char rest = 0;
  const int read = std::sscanf(grid.c_str(), "%ldx%ld%c", &rows, &columns, &rest);
  require(read == 2 && rows > 1 && columns > 1, "--grid: expected ROWSxCOLUMNS, as in 14x14, given {}", grid);
  require(rows * columns == found.rows, "--grid: {} x {} are {} tokens, but '{}' has {} positions", rows, columns,
          rows * columns, found.tensor, found.rows);
  found.grid_rows = rows;
  found.grid_columns = columns;
}

std::vector<FoundTable> choose_tables(const TensorFile& file, const InspectOptions& options) {
  std::vector<FoundTable> tables;
  for (const auto& tensor : options.tensors) tables.push_back(describe_table(file, tensor));
  if (tables.empty()) tables = find_position_tables(file);
  for (FoundTable& found : tables) apply_grid(options.grid, found);
  return tables;
}

LayerRequest layer_request(const InspectOptions& options) {
  require(options.causal == "auto" || options.causal == "yes" || options.causal == "no",
          "causal: expected auto, yes or no, given {}", options.causal);
  LayerRequest request;
  if (options.heads != 0) request.hints.heads = options.heads;
  if (options.causal != "auto") request.hints.causal = options.causal == "yes";
  request.hints.activation = options.activation;
  request.samples = options.samples;
  request.length = options.length;
  request.seed = static_cast<std::uint64_t>(options.seed);
  request.corpus = options.corpus_request();
  request.images = options.images;
  request.ignore = request.hints.ignore = options.ignore;
  return request;
}

void add_panels(std::vector<Panel>& panels, const Findings& findings) {
  panels.insert(panels.end(), findings.panels.begin(), findings.panels.end());
}

std::vector<Panel> panels_of(const InspectResult& result) {
  std::vector<Panel> panels;
  for (const auto& table : result.tables) add_panels(panels, table.findings);
  if (!result.layers) return panels;
  panels.push_back(layer_panel(*result.layers));
  for (const Findings& findings : result.layers->findings) add_panels(panels, findings);
  return panels;
}

void add_answers(const TensorFile& file, const InspectOptions& options, const CorpusRequest& corpus,
                 InspectResult& result) {
  if (const std::string kind = describe_kind(file, result.tables); !kind.empty())
    result.answers.push_back(fmt::format("Positions: {}.", kind));
  for (const InspectedTable& table : result.tables) {
    for (std::string& answer : table_answers(file, table)) result.answers.push_back(std::move(answer));
    if (options.corpus.empty()) continue;
    CorpusOptions with_tokenizer = options;
    with_tokenizer.tokenizer = corpus.tokenizer;
    result.answers.push_back(stress_answer(file, table, with_tokenizer));
  }
  if (result.layers) result.answers.push_back(layers_answer(*result.layers));
}

void begin_stage(const std::string& stage, Events& events, const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped("inspect: stopped before " + stage);
  events.on_stage(stage);
}

}  // namespace

void InspectOptions::visit(OptionVisitor& option) {
  option.path("file", file,
              "a directory of Hugging Face's, .safetensors, .safetensors.index.json, .npz, .npy or .json");
  option("tensors", tensors, "tables to look at; empty: those that look like positions");
  option("grid", grid, "ROWSxCOLUMNS: the positions stand in a grid, row by row");
  option("out", out, "write panels for the page, and pos_t of every layer, into this directory; empty: nowhere");
  option("run", run, "run the model, and measure what every layer knows of positions");
  option("rope", rope, "compare rotary positions with config.json; with a corpus, by the model's own predictions too");
  option("samples", samples, "maximum number of samples");
  option("length", length, "tokens per sample; 0: the model's longest, at most 128");
  option("seed", seed, "seed of random inputs");
  option.path("images", images, "input images for a ViT: npy of shape (images, channels, height, width)");
  option("heads", heads, "where neither the file nor a config.json says it; 0: as they say");
  option.choice("causal", causal, {"auto", "yes", "no"}, "whether a token sees only those before it");
  option("activation", activation, "relu, gelu or gelu_tanh: another than the layout's usual one");
  option("ignore", ignore, "fields of config.json, and tensors, to run without although they may change the result");
  CorpusOptions::visit(option);
}

InspectResult inspect(const InspectOptions& options, Events& events, std::stop_token stop) {
  const StopScope scope(stop);
  const auto file = open_tensor_file(weights_file(options.file));
  const auto tables = choose_tables(*file, options);
  LayerRequest layers = layer_request(options);
  layers.corpus = with_own_tokenizer(layers.corpus, weights_file(options.file));
  InspectResult result;
  result.layout = find_layout(*file);
  begin_stage("reading tensors", events, stop);
  for (const auto& entry : file->entries()) result.tensors.push_back({entry, norm_of(*file, entry)});
  begin_stage("measuring tables", events, stop);
  for (const FoundTable& found : tables)
    result.tables.push_back({found, inspect_table(*file, found, static_cast<Index>(result.tables.size()))});
  if (options.run) {
    begin_stage("running the model", events, stop);
    result.layers = inspect_layers(*file, layers);
  }
  if (options.rope) {
    begin_stage("checking rotary positions", events, stop);
    result.rope = check_rope(*file, layers);
  }
  begin_stage("summing up", events, stop);
  add_answers(*file, options, layers.corpus, result);
  if (options.out.empty()) return result;
  const auto panels = panels_of(result);
  write_inspection(options.out, panels, result.layers ? result.layers->layers : std::vector<LayerPositions>());
  write_file_atomically(file_in(options.out, headline_file), inspect_headline(result, options.file).dump(2) + "\n");
  result.panels = static_cast<Index>(panels.size());
  return result;
}

}  // namespace sextant::lab
