#include "sextant/lab/foreign/inspection.h"

#include <nlohmann/json.hpp>

#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/core/safetensors.h"
#include "sextant/lab/foreign/foreign_samples.h"
#include "sextant/lab/foreign/network_layers.h"
#include "sextant/lab/foreign/table_findings.h"
#include "sextant/results/checksums.h"

namespace sextant::lab {
namespace {

constexpr Index usual_length = 128;

/// A square of patches, where there are so many.
Index grid_side(const ForeignModel& model, Index length) {
  Index side = 1;
  while (side * side < length) ++side;
  return model.input == InputKind::values && side * side == length ? side : 0;
}

/// config.json without a model_type but with the sizes of one of Hugging Face's models, and that type by the names of
/// the tensors: every other field of it is then honoured or refused.
std::optional<ModelConfig> config_by_names(const TensorFile& file) {
  const std::string path = config_beside(file.path());
  if (path.empty()) return std::nullopt;
  auto root = parse_json(read_file(path), path);
  const std::string layout = find_layout(file);
  const bool known = layout == "bert" || layout == "roberta" || layout == "gpt2" || layout == "vit";
  if (!known || !root.is_object() || (!root.contains("hidden_size") && !root.contains("n_embd"))) return std::nullopt;
  root["model_type"] = layout;
  return ModelConfig(std::move(root), path);
}

}  // namespace

Findings inspect_table(const TensorFile& file, const FoundTable& found, Index number) {
  return measure_table({.name = found.tensor,
                        .panel = fmt::format("table_{}", number),
                        .table = read_positions(file, found),
                        .grid_rows = found.grid_rows,
                        .grid_columns = found.grid_columns,
                        .order = 10 * number,
                        .tiles = true});
}

LayerInspection inspect_layers(const TensorFile& file, const LayerRequest& request) {
  require(request.samples >= 2, "--samples: expected 2 or more, not {}", request.samples);
  if (!model_type_beside(file.path()).empty()) return inspect_network(Checkpoint(file.path(), request.ignore), request);
  if (auto config = config_by_names(file)) {
    LayerInspection result =
        inspect_network(Checkpoint(open_tensor_file(file.path()), std::move(*config), request.ignore), request);
    result.notes.push_back(
        fmt::format("config.json has no model_type: taken for {} by the names of its tensors", result.layout));
    return result;
  }
  const ForeignModel foreign = read_foreign_model(file, request.hints);
  const bool patches = foreign.input == InputKind::values;
  Index length = request.length;
  if (length == 0) length = patches ? foreign.longest() : std::min(foreign.longest(), usual_length);
  const auto model = foreign.make(length, patches ? ReadoutPlace::cls : ReadoutPlace::last);
  const ForeignSamples samples = choose_samples(request, foreign, length);
  require(samples.count >= 2, "{} sample of {}: 2 or more are required to separate position from content",
          samples.count, samples.what);
  LayerInspection result;
  result.layout = foreign.layout;
  result.inputs = fmt::format("{} samples of {} {}", samples.count, length, samples.what);
  result.notes.push_back(
      fmt::format("no model_type in a config.json beside it: taken for {} by the names of its tensors, with {} heads, "
                  "{}, {} attention, epsilon {}",
                  foreign.layout, foreign.options.heads, foreign.options.activation,
                  foreign.options.causal ? "causal" : "bidirectional", foreign.options.norm_epsilon));
  for (std::string& note : notes_of_unused(foreign.unused)) result.notes.push_back(std::move(note));
  if (!foreign.unread.empty())
    result.notes.push_back(fmt::format("not read, though they may change the result: fields {} of config.json",
                                       fmt::join(foreign.unread, ", ")));
  result.layers = measure_layers(*model, samples.count, samples.fill);
  const Index side = grid_side(foreign, length);
  for (std::size_t i = 0; i < result.layers.size(); ++i) {
    const LayerPositions& layer = result.layers[i];
    result.findings.push_back(measure_table({.name = fmt::format("pos_t of {}", layer.name),
                                             .panel = fmt::format("layer_{}", i),
                                             .table = layer.positions,
                                             .grid_rows = side,
                                             .grid_columns = side,
                                             .order = 100 + 10 * static_cast<Index>(i)}));
  }
  return result;
}

Panel layer_panel(const LayerInspection& inspection) {
  Tree rows = Tree::array();
  for (std::size_t i = 0; i < inspection.layers.size(); ++i) {
    const auto& layer = inspection.layers[i];
    const Findings& findings = inspection.findings[i];
    rows.push_back({layer.name, four_decimals(layer.shares.position), four_decimals(layer.shares.context),
                    four_decimals(layer.shares.residual), five_digits(findings.number("participation")),
                    five_digits(findings.number("r95")), four_decimals(findings.number("neighbour_cosine")),
                    four_decimals(findings.number("toeplitz_r2"))});
  }
  Tree columns = Tree::array();
  for (const char* label :
       {"layer", "positions", "contexts", "residual", "participation", "r95", "neighbours' cosine", "Toeplitz R2"})
    columns.push_back({{"label", label}});
  return {
      "layers",
      "table",
      "Positional information by layer",
      fmt::format("Mean decomposition h = mu + pos_t + ctx_c + resid over {}: fractions of the variance around mu, and "
                  "the structure of pos_t.",
                  inspection.inputs),
      90,
      {{"columns", std::move(columns)}, {"rows", std::move(rows)}}};
}

void write_inspection(const std::string& directory, const std::vector<Panel>& panels,
                      const std::vector<LayerPositions>& layers) {
  make_directory(directory + "/panels");
  for (const Panel& panel : panels)
    write_file_atomically(directory + "/panels/" + panel.name + ".json", write_checked_json(write_panel(panel), -1));
  if (layers.empty()) return;
  std::vector<SafetensorsItem> items;
  for (const auto& layer : layers)
    items.push_back({layer.name,
                     "F64",
                     {layer.positions.rows, layer.positions.columns},
                     layer.positions.values.data(),
                     layer.positions.values.size() * sizeof(double)});
  write_safetensors(directory + "/positions.safetensors", items, {{"what", "pos_t of the mean decomposition"}});
}

}  // namespace sextant::lab
