// Prints the tensors of a file, its tables of positions, and what every layer of its model knows of positions.
#include "sextant/cli/inspect_command.h"

#include <cmath>
#include <cstdio>

#include "sextant/cli/text_table.h"

namespace sextant::cli {
namespace {

/// "12.3" or "-" where the numbers of this type cannot be read.
std::string norm_text(const TensorFile& file, const TensorEntry& entry) {
  try {
    double squares = 0;
    for (const double value : file.values(entry.name)) squares += value * value;
    return short_number(std::sqrt(squares));
  } catch (const Error&) {
    return "-";
  }
}

void print_tensors(const TensorFile& file) {
  const std::string layout = find_layout(file);
  fmt::print("{}: {} tensors, {}\n", file.path(), file.entries().size(),
             layout.empty() ? "unknown layout, cannot be run" : fmt::format("layout {}", layout));
  TextTable table({"tensor", "type", "shape", "norm"});
  for (const auto& entry : file.entries())
    table.add({entry.name, entry.dtype, fmt::format("{}", fmt::join(entry.shape, " x ")), norm_text(file, entry)});
  fmt::print("{}\n", table.text());
}

void print_numbers(const Findings& findings) {
  TextTable numbers({"measure", "value"});
  for (const auto& number : findings.numbers) numbers.add({number.name, short_number(number.value)});
  fmt::print("{}", numbers.text());
}

void print_directions(const Findings& findings) {
  for (const auto& labelled : findings.tables) {
    TextTable table({"direction", "share", "linear R2", "period", "wave R2"});
    for (Index k = 0; k < labelled.table.rows; ++k) {
      std::vector<std::string> row = {labelled.row_labels[static_cast<std::size_t>(k)]};
      for (Index j = 0; j < labelled.table.columns; ++j) row.push_back(short_number(labelled.table(k, j)));
      table.add(std::move(row));
    }
    fmt::print("{}\n", table.text());
  }
}

/// "14x14" for the current table.
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

std::vector<FoundTable> choose_tables(const TensorFile& file, const InspectRequest& request) {
  std::vector<FoundTable> tables;
  for (const auto& tensor : request.tensors) tables.push_back(describe_table(file, tensor));
  if (tables.empty()) tables = find_position_tables(file);
  for (FoundTable& found : tables) apply_grid(request.grid, found);
  return tables;
}

void print_found(const FoundTable& found) {
  fmt::print("positions: {} ({}): {} x {}", found.tensor, found.reason, found.rows, found.width);
  if (found.first_row > 0) fmt::print(", after the first {} row(s)", found.first_row);
  if (found.grid_rows > 0) fmt::print(", a grid of {} x {}", found.grid_rows, found.grid_columns);
  fmt::print("\n");
}

void print_layers(const LayerInspection& inspection) {
  fmt::print("layers, by the mean decomposition over {}:\n", inspection.inputs);
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
  fmt::print("{}", table.text());
}

}  // namespace

int inspect_command(const InspectRequest& request) {
  const auto file = open_tensor_file(request.file);
  const auto tables = choose_tables(*file, request);
  print_tensors(*file);
  std::vector<Panel> panels;
  if (tables.empty()) fmt::print("positions: no position embedding found; name one with --tensor\n");
  for (const FoundTable& found : tables) {
    print_found(found);
    const Findings findings = inspect_table(*file, found, static_cast<Index>(&found - tables.data()));
    print_numbers(findings);
    print_directions(findings);
    panels.insert(panels.end(), findings.panels.begin(), findings.panels.end());
  }
  LayerInspection layers;
  if (request.run) {
    layers = inspect_layers(*file, request.layers);
    print_layers(layers);
    panels.push_back(layer_panel(layers));
    for (const Findings& findings : layers.findings)
      panels.insert(panels.end(), findings.panels.begin(), findings.panels.end());
  }
  if (request.out.empty()) return 0;
  write_inspection(request.out, panels, layers.layers);
  fmt::print("{} panels written; `sextant report {}` shows them\n", panels.size(), request.out);
  return 0;
}

}  // namespace sextant::cli
