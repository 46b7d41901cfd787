#include "sextant/lab/foreign/inspect_verdict.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/environment.h"
#include "sextant/core/tree.h"

namespace sextant::lab {
namespace {

std::string position_grade(double value, double good, double fair) {
  return value >= good ? "good" : value >= fair ? "fair" : "poor";
}

std::string directions_text(const InspectedTable& table) {
  return fmt::format("{:.0f} of {} directions hold 95 % of their variance", table.findings.number("r95"),
                     table.found.width);
}

}  // namespace

PositionVerdict judge_positions(const InspectedTable& table) {
  const Findings& findings = table.findings;
  const std::string count = fmt::format("The {} positions of {}", table.found.rows, table.found.tensor);
  if (table.found.grid_rows > 0) {
    const double row = findings.number("row_r2"), column = findings.number("column_r2");
    const std::string grade = position_grade(std::min(row, column), 0.8, 0.4);
    const char* meaning = grade == "good"   ? "know their grid"
                          : grade == "fair" ? "know their grid in part"
                                            : "hardly know their grid";
    return {grade,
            fmt::format("{} {} ({}): a linear readout finds the row with R2 {:.2f} and the column with R2 {:.2f} (1: "
                        "exactly, 0: not at all), and {}.",
                        count, meaning, grade, row, column, directions_text(table))};
  }
  const double cosine = findings.number("neighbour_cosine");
  const std::string grade = position_grade(cosine, 0.5, 0.1);
  const char* meaning = grade == "good"   ? "are in order: neighbours are alike"
                        : grade == "fair" ? "are in order in part: neighbours are somewhat alike"
                                          : "show no order: neighbours are no more alike than random vectors";
  return {grade, fmt::format("{} {} ({}, cosine {:.2f} around the mean), and {}.", count, meaning, grade, cosine,
                             directions_text(table))};
}

Tree inspect_headline(const InspectResult& result, const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  const Tree machine = environment_record();
  Tree headline{
      {"title", fmt::format("{}: no position embeddings found", name)},
      {"sentence", "No tensor of this file looks like position embeddings; name one with --tensor."},
      {"held", nullptr},
      {"numbers", Tree::array()},
      {"figure", ""},
      {"data", fmt::format("{}, {} tensor{}{}", name, result.tensors.size(), result.tensors.size() == 1 ? "" : "s",
                           result.layout.empty() ? "" : fmt::format(", layout {}", result.layout))},
      {"runs", fmt::format("{}, sextant {}", machine.value("processor", "an unknown processor"),
                           machine.value("version", "unknown"))}};
  if (result.tables.empty()) return headline;
  const InspectedTable& table = result.tables.front();
  const PositionVerdict verdict = judge_positions(table);
  const bool grid = table.found.grid_rows > 0;
  headline["title"] = fmt::format("{}: {} positions", name, verdict.grade);
  headline["sentence"] = verdict.sentence;
  headline["held"] = verdict.grade == "good" ? Tree(true) : verdict.grade == "poor" ? Tree(false) : Tree();
  headline["figure"] = grid ? "table_0_tiles" : "table_0_similarity";
  const auto add = [&](const std::string& label, const std::string& text) {
    headline["numbers"].push_back({{"label", label}, {"text", text}});
  };
  add(fmt::format("of {} directions hold 95 % of the variance", table.found.width),
      fmt::format("{:.0f}", table.findings.number("r95")));
  add("mean cosine of neighbours, around the mean vector",
      fmt::format("{:.2f}", table.findings.number("neighbour_cosine")));
  if (grid)
    add("R2 of the worse of row and column, read off linearly (1: exactly, 0: not at all)",
        fmt::format("{:.2f}", std::min(table.findings.number("row_r2"), table.findings.number("column_r2"))));
  else
    add("share of the similarities that the distance alone explains",
        fmt::format("{:.2f}", table.findings.number("toeplitz_r2")));
  return headline;
}

}  // namespace sextant::lab
