#include "sextant/cli/inspect_text.h"

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/tree.h"
#include "sextant/lab/foreign/inspect_verdict.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

std::string describe_tensors(const InspectResult& result, const std::string& file) {
  TextTable table({"tensor", "type", "shape", "norm"});
  for (const auto& [entry, norm] : result.tensors)
    table.add(
        {entry.name, entry.dtype, fmt::format("{}", fmt::join(entry.shape, " x ")), norm ? short_number(*norm) : "-"});
  return fmt::format("{}: {} tensors, {}\n{}\n", file, result.tensors.size(),
                     result.layout.empty() ? "unknown layout, cannot be run" : fmt::format("layout {}", result.layout),
                     table.text());
}

std::string describe_numbers(const Findings& findings) {
  TextTable numbers({"measure", "value"});
  for (const auto& number : findings.numbers) numbers.add({number.name, short_number(number.value)});
  return numbers.text();
}

std::string describe_directions(const Findings& findings) {
  std::string text;
  for (const auto& labelled : findings.tables) {
    TextTable table({"direction", "share", "linear R2", "period", "wave R2"});
    for (Index k = 0; k < labelled.table.rows; ++k) {
      std::vector<std::string> row = {labelled.row_labels[static_cast<std::size_t>(k)]};
      for (Index j = 0; j < labelled.table.columns; ++j) row.push_back(short_number(labelled.table(k, j)));
      table.add(std::move(row));
    }
    text += table.text() + "\n";
  }
  return text;
}

std::string describe_found(const FoundTable& found) {
  std::string text = fmt::format("positions: {} ({}): {} x {}", found.tensor, found.reason, found.rows, found.width);
  if (found.first_row > 0) text += fmt::format(", after the first {} row(s)", found.first_row);
  if (found.grid_rows > 0) text += fmt::format(", a grid of {} x {}", found.grid_rows, found.grid_columns);
  return text + "\n";
}

std::string describe_layers(const LayerInspection& inspection) {
  const bool grid = inspection.layers.size() > 0 && inspection.findings.front().numbers.back().name == "column_r2";
  std::vector<std::string> columns = {"layer",         "positions", "contexts",   "residual",
                                      "participation", "r95",       "neighbours", "toeplitz"};
  if (grid) columns.insert(columns.end(), {"row R2", "column R2"});
  TextTable table(columns);
  for (std::size_t i = 0; i < inspection.layers.size(); ++i) {
    const auto& [name, positions, shares] = inspection.layers[i];
    std::vector<std::string> row = {name, short_number(shares.position), short_number(shares.context),
                                    short_number(shares.residual)};
    for (const char* number : {"participation", "r95", "neighbour_cosine", "toeplitz_r2"})
      row.push_back(short_number(inspection.findings[i].number(number)));
    if (grid)
      for (const char* number : {"row_r2", "column_r2"})
        row.push_back(short_number(inspection.findings[i].number(number)));
    table.add(std::move(row));
  }
  std::string text = fmt::format("layers, by the mean decomposition over {}:\n{}", inspection.inputs, table.text());
  for (const std::string& note : inspection.notes) text += note + "\n";
  return text;
}

std::string describe_rope_check(const RopeCheck& check) {
  TextTable layers({"layer", "declared", "verdict", "how", "alignment at distance"});
  for (const RopeLayer& layer : check.layers) {
    std::vector<std::string> alignment;
    for (const auto& [distance, value] : layer.alignment)
      alignment.push_back(fmt::format("{}: {:.2f}", distance, value));
    layers.add({std::to_string(layer.layer), layer.declared, name_of(layer.verdict), layer.how,
                fmt::format("{}", fmt::join(alignment, ", "))});
  }
  std::string text = "rotary positions:\n" + layers.text();
  if (check.trials.empty()) return text;
  TextTable trials({"with", "layer", "nats per token"});
  for (const RopeTrial& trial : check.trials)
    trials.add(
        {trial.change, trial.layer < 0 ? "all" : std::to_string(trial.layer), fmt::format("{:.4f}", trial.loss)});
  return text + trials.text();
}

Tree rope_json(const RopeCheck& check) {
  Tree tree{{"sentence", check.sentence}, {"layers", Tree::array()}, {"trials", Tree::array()}};
  for (const RopeLayer& layer : check.layers)
    tree["layers"].push_back({{"layer", layer.layer},
                              {"declared", layer.declared},
                              {"verdict", name_of(layer.verdict)},
                              {"how", layer.how}});
  for (const RopeTrial& trial : check.trials)
    tree["trials"].push_back({{"change", trial.change}, {"layer", trial.layer}, {"loss", trial.loss}});
  return tree;
}

struct TableMeasure {
  const char* name;
  const char* meaning;
};

constexpr TableMeasure chief_measures[] = {
    {"neighbour_cosine", "are neighbours alike? 1: the same, 0: as random vectors"},
    {"toeplitz_r2", "does likeness depend on the distance alone? 1: entirely"},
    {"r95", "directions that hold 95 % of the variance"},
    {"participation", "effective number of directions"},
    {"row_r2", "row of the grid read off linearly; 1: exactly"},
    {"column_r2", "column of the grid read off linearly; 1: exactly"},
};

Tree numbers_of(const Findings& findings) {
  Tree numbers = Tree::object();
  for (const auto& number : findings.numbers)
    numbers[number.name] = std::isfinite(number.value) ? Tree(number.value) : Tree();
  return numbers;
}

}  // namespace

std::string summarise_inspection(const InspectResult& result, const std::string& file) {
  std::string text;
  for (const auto& table : result.tables) {
    TextTable measures({"measure", "value", "meaning"});
    for (const auto& [name, meaning] : chief_measures)
      for (const auto& number : table.findings.numbers)
        if (number.name == name) measures.add({name, short_number(number.value), meaning});
    if (result.tables.size() > 1) text += judge_positions(table).sentence + "\n";
    text += describe_found(table.found) + measures.text() + "\n";
  }
  if (result.layers) text += describe_layers(*result.layers) + "\n";
  if (result.rope) text += describe_rope_check(*result.rope) + "\n";
  return text +
         fmt::format("{}: {} tensors, {}; --all lists them with every measure\n", file, result.tensors.size(),
                     result.layout.empty() ? "unknown layout, cannot be run" : fmt::format("layout {}", result.layout));
}

Tree inspection_json(const InspectResult& result, const std::string& file) {
  Tree tree = inspect_headline(result, file);
  tree["answers"] = result.answers;
  tree["tensors"] = Tree::array();
  for (const auto& [entry, norm] : result.tensors)
    tree["tensors"].push_back(
        {{"name", entry.name}, {"type", entry.dtype}, {"shape", entry.shape}, {"norm", norm ? Tree(*norm) : Tree()}});
  tree["tables"] = Tree::array();
  for (const auto& table : result.tables)
    tree["tables"].push_back({{"tensor", table.found.tensor},
                              {"reason", table.found.reason},
                              {"rows", table.found.rows},
                              {"width", table.found.width},
                              {"grade", judge_positions(table).grade},
                              {"sentence", judge_positions(table).sentence},
                              {"numbers", numbers_of(table.findings)}});
  if (result.rope) tree["rope"] = rope_json(*result.rope);
  if (result.layers)
    for (std::size_t i = 0; i < result.layers->layers.size(); ++i)
      tree["layers"].push_back({{"name", result.layers->layers[i].name},
                                {"position", result.layers->layers[i].shares.position},
                                {"context", result.layers->layers[i].shares.context},
                                {"residual", result.layers->layers[i].shares.residual},
                                {"numbers", numbers_of(result.layers->findings[i])}});
  return tree;
}

std::string describe_inspection(const InspectResult& result, const std::string& file) {
  std::string text = describe_tensors(result, file);
  if (result.tables.empty()) text += "positions: no position embedding found; name one with --tensor\n";
  for (const auto& [found, findings] : result.tables)
    text += describe_found(found) + describe_numbers(findings) + describe_directions(findings);
  if (result.layers) text += describe_layers(*result.layers);
  if (result.rope) text += describe_rope_check(*result.rope);
  return text;
}

}  // namespace sextant::cli
