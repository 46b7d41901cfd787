#include "sextant/lab/foreign/inspect_answers.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/audit_model.h"
#include "sextant/lab/foreign/checkpoint.h"
#include "sextant/lab/stress/stress_verdict.h"
#include "sextant/lab/stress/target_options.h"

namespace sextant::lab {
namespace {

constexpr Index most_compared = 128;  // positions of the corpus: few documents are longer

std::string graded_share(double value, double good, double fair) {
  return fmt::format("{:.2f}, {}", value, value >= good ? "good" : value >= fair ? "fair" : "poor");
}

std::string describe_shape(const foreign::NetworkShape& shape) {
  if (shape.mamba) return "none: the order of the tokens is the order of the state space";
  if (!shape.ropes.empty()) {
    const foreign::Rope& rope = shape.ropes.front();
    const auto turning = std::ranges::count_if(shape.blocks, [](const auto& block) { return block.rope >= 0; });
    return fmt::format(
        "rotary (RoPE) in {} of {} layers: base {:.6g}, {} of {} dimensions of a head turn{}", turning, shape.depth(),
        rope.base, rope.width, shape.head_width,
        rope.scaling == "default" ? "" : fmt::format(", scaled ({} by {:.4g})", rope.scaling, rope.factor));
  }
  std::string relative;
  switch (shape.score_bias) {
    case foreign::ScoreBias::none:
      break;
    case foreign::ScoreBias::alibi:
      relative = "ALiBi: scores fall with distance, nothing is learned";
      break;
    case foreign::ScoreBias::t5_buckets:
      relative =
          fmt::format("T5's relative bias: {} buckets, one from distance {} on", shape.buckets, shape.bucket_reach);
      break;
    case foreign::ScoreBias::beit_grid:
      relative = "a relative bias over the offsets in the grid of patches";
      break;
    case foreign::ScoreBias::disentangled:
      relative = fmt::format("DeBERTa's disentangled relative positions, {} to each side", shape.span);
      break;
  }
  if (!shape.position_table) return relative.empty() ? "none" : relative;
  return std::string("learned, added to the embeddings") + (relative.empty() ? "" : "; and " + relative);
}

/// Rows without a number in them, one behind the other: "rows 0 and 1".
Index count_zero_rows(const Table& table) {
  Index zero = 0;
  for (Index i = 0; i < table.rows; ++i) {
    const double* row = table.view().row(i);
    zero += std::all_of(row, row + table.columns, [](double value) { return value == 0; }) ? 1 : 0;
  }
  return zero;
}

}  // namespace

std::string describe_kind(const TensorFile& file, const std::vector<InspectedTable>& tables) {
  const std::string type = model_type_beside(file.path());
  if (!type.empty() && find_architecture(type)) {
    try {
      return describe_shape(Checkpoint(file.path(), {}).shape());
    } catch (const Error&) {  // a field that is refused: `--run` says which
    }
  }
  const bool named = !tables.empty() && tables.front().found.reason.starts_with("its name");
  return named ? "learned, added to the embeddings (by the name of the tensor)" : "";
}

std::vector<std::string> table_answers(const TensorFile& file, const InspectedTable& table) {
  const Findings& findings = table.findings;
  std::vector<std::string> answers = {
      fmt::format("Directions: {:.0f} of {} hold 95 % of the variance of {}, {:.0f} hold 99 %.", findings.number("r95"),
                  table.found.width, table.found.tensor, findings.number("r99"))};
  if (table.found.grid_rows > 0) {
    const double row = findings.number("row_r2"), column = findings.number("column_r2");
    answers.push_back(
        fmt::format("Grid of {} x {}: row and column are read off linearly with R2 {:.2f} and {:.2f} ({}); --out DIR "
                    "draws the tiles of similarities.",
                    table.found.grid_rows, table.found.grid_columns, row, column,
                    std::min(row, column) >= 0.8   ? "good"
                    : std::min(row, column) >= 0.4 ? "fair"
                                                   : "poor"));
  } else {
    answers.push_back(fmt::format("Shift equivariance: distance alone explains {} of the similarities.",
                                  graded_share(findings.number("toeplitz_r2"), 0.8, 0.4)));
    answers.push_back(fmt::format("Smoothness: the cosine of neighbouring rows is {}.",
                                  graded_share(findings.number("neighbour_cosine"), 0.5, 0.1)));
  }
  const Table positions = read_positions(file, table.found);
  std::vector<std::string> faults;
  if (const Index zero = count_zero_rows(positions); zero > 0)
    faults.push_back(fmt::format("{} of {} rows are zero", zero, positions.rows));
  for (const std::string& fault :
       {find_shuffled_rows(positions, table.found.grid_columns), find_untrained_rows(positions)})
    if (!fault.empty()) faults.push_back(fault);
  answers.push_back(faults.empty() ? fmt::format("Rows: all {} look trained.", positions.rows)
                                   : fmt::format("Rows: {}.", fmt::join(faults, "; ")));
  return answers;
}

std::string stress_answer(const TensorFile& file, const InspectedTable& table, const CorpusOptions& corpus) {
  try {
    TargetOptions options;
    static_cast<CorpusOptions&>(options) = corpus;
    options.positions = std::min(table.found.rows, most_compared);
    StressRequest request;
    request.target = options.target_request();
    request.encodings = {fmt::format("learned:{}#{}:skip={}", file.path(), table.found.tensor, table.found.first_row)};
    request.permutations = 199;
    request.replicates = 0;
    const StressReport report = measure_encodings(request, [](const std::string&, double) {});
    for (const StressRow& row : report.rows)
      if (!row.reference)
        return fmt::format(
            "Stress: between the first {} positions, {} fits the distances of {} with stress-1 {:.2f} ({}: {}).",
            options.positions, table.found.tensor, corpus.corpus, row.stress.kruskal, grade_stress(row, report),
            explain_grade(row, report));
  } catch (const Error& error) {
    return fmt::format("Stress: not measured: {}", error.what());
  }
  return "Stress: not measured.";
}

std::string layers_answer(const LayerInspection& layers) {
  const auto share = [](const LayerPositions& layer) { return layer.shares.position; };
  const auto most = std::ranges::max_element(layers.layers, {}, share);
  if (most == layers.layers.end()) return "";
  return fmt::format(
      "Layers: position is {:.0f} % of the variance behind {}, {:.0f} % behind {} where it is most, and {:.0f} % "
      "behind {}.",
      100 * share(layers.layers.front()), layers.layers.front().name, 100 * share(*most), most->name,
      100 * share(layers.layers.back()), layers.layers.back().name);
}

}  // namespace sextant::lab
