// Stress of the positions' distances against those of the true arrangement (math/linear/stress.h), split into shape and
// scale; beside it what says nothing of position: zero, random vectors of the same size, the same positions shuffled.
#include "sextant/stress/stress.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/linear/distances.h"

namespace sextant::analysis {
namespace {

struct StressOptions final : Options {
  Index draws = 99;
  std::optional<Index> tokens;
  void visit(OptionVisitor& option) override {
    option("draws", draws, between(1, 1e5), "number of random tables and shuffles for the baselines");
    option("tokens", tokens, at_least(3),
           "of the first so many tokens alone, such as those that were trained; auto (or 0): all");
  }
};

/// The part of a square table that is of its first `count` tokens.
Table first_tokens(const Table& distances, Index count) {
  Table part(count, count);
  for (Index s = 0; s < count; ++s)
    for (Index t = 0; t < count; ++t) part(s, t) = distances(s, t);
  return part;
}

struct Bar {
  std::string label;
  Stress stress;                 // the mean of several
  double low = NAN, high = NAN;  // the middle 95 % of the raw stress, where there are several
};

Table shuffled(const Table& distances, const Random& random) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(distances.rows));
  random.permutation(order);
  Table result(distances.rows, distances.rows);
  for (Index s = 0; s < distances.rows; ++s)
    for (Index t = 0; t < distances.rows; ++t)
      result(s, t) = distances(order[static_cast<std::size_t>(s)], order[static_cast<std::size_t>(t)]);
  return result;
}

/// Distances of normal vectors as wide as the positions and as far apart in the mean square.
Table random_distances(const PositionTable& table, const Random& random) {
  const Index n = table.distances.rows;
  Table vectors(n, table.geometry.kind == Geometry::Kind::vectors ? table.geometry.table.columns : n);
  for (std::size_t i = 0; i < vectors.values.size(); ++i) vectors.values[i] = random.normal(i);
  Table distances = euclidean_distances(vectors);
  const auto square = [](const Table& all) {
    return std::inner_product(all.values.begin(), all.values.end(), all.values.begin(), 0.0);
  };
  const double factor = std::sqrt(square(table.distances) / square(distances));
  for (double& value : distances.values) value *= factor;
  return distances;
}

Bar summarise(const std::string& label, const std::vector<Stress>& all) {
  Bar bar{label, {}};
  std::vector<double> raw;
  const auto count = static_cast<double>(all.size());
  for (const auto& one : all) {
    raw.push_back(one.raw);
    bar.stress.raw += one.raw / count;
    bar.stress.shape += one.shape / count;
    bar.stress.scale += one.scale / count;
    bar.stress.best_factor += one.best_factor / count;
    bar.stress.kruskal += one.kruskal / count;
  }
  std::ranges::sort(raw);
  const auto cut = static_cast<std::size_t>(0.025 * count);
  bar.low = raw[cut];
  bar.high = raw[raw.size() - 1 - cut];
  return bar;
}

void add_bar(const Bar& bar, const std::string& group, Tree& bars, Tree& rows) {
  Tree drawn{{"label", bar.label},
             {"shape", five_digits(bar.stress.shape)},
             {"scale", five_digits(bar.stress.scale)},
             {"group", group}};
  if (std::isfinite(bar.low)) {
    drawn["low"] = five_digits(bar.low);
    drawn["high"] = five_digits(bar.high);
  }
  bars.push_back(std::move(drawn));
  Tree row{group, bar.label};
  for (const double number :
       {bar.stress.raw, bar.stress.best_factor, bar.stress.shape, bar.stress.scale, bar.stress.kruskal})
    row.push_back(five_digits(number));
  rows.push_back(std::move(row));
}

class StressAnalysis final : public Analysis {
 public:
  using OwnOptions = StressOptions;
  explicit StressAnalysis(const StressOptions& own) : draws_(own.draws), tokens_(own.tokens) {}

  Findings measure(const Subject& subject) const override {
    auto tables = position_tables(subject.model);
    if (auto reason = refuse_positions(tables, subject.places); !reason.empty()) return {.left_out = std::move(reason)};
    Table wanted = subject.places.as_distances("stress");
    if (tokens_ && *tokens_ < wanted.rows) {
      wanted = first_tokens(wanted, *tokens_);
      for (auto& table : tables) table.distances = first_tokens(table.distances, *tokens_);
    }
    Findings findings;
    Tree bars = Tree::array(), rows = Tree::array();
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const Stress stress = measure_stress(wanted, tables[i].distances);
      const auto shuffles = compare(wanted, tables[i], subject.seed, i, true);
      const auto better = std::ranges::count_if(shuffles, [&](const auto& one) { return one.shape <= stress.shape; });
      findings.numbers.push_back({fmt::format("shape[{}]", tables[i].name), stress.shape});
      findings.numbers.push_back({fmt::format("raw[{}]", tables[i].name), stress.raw});
      findings.numbers.push_back(
          {fmt::format("p[{}]", tables[i].name), static_cast<double>(better + 1) / static_cast<double>(draws_ + 1)});
      add_bar({"positions", stress}, tables[i].name, bars, rows);
      add_bar({"zero", measure_stress(wanted, Table(wanted.rows, wanted.rows))}, tables[i].name, bars, rows);
      add_bar(summarise("random", compare(wanted, tables[i], subject.seed, i, false)), tables[i].name, bars, rows);
      add_bar(summarise("shuffled", shuffles), tables[i].name, bars, rows);
    }
    add_panels(findings, std::move(bars), std::move(rows), tables.front().geometry.rule);
    return findings;
  }

 private:
  /// The stress of shuffles of a table, or of random ones.
  std::vector<Stress> compare(const Table& wanted, const PositionTable& table, std::uint64_t seed, std::size_t block,
                              bool shuffle) const {
    std::vector<Stress> result;
    for (Index draw = 0; draw < draws_; ++draw) {
      look_for_stop();
      const Random random(seed, Stream::analysis, 4 + 2 * block + (shuffle ? 1 : 0), static_cast<std::uint32_t>(draw));
      result.push_back(
          measure_stress(wanted, shuffle ? shuffled(table.distances, random) : random_distances(table, random)));
    }
    return result;
  }

  void add_panels(Findings& findings, Tree bars, Tree rows, const std::string& rule) const {
    const std::string caption = fmt::format(
        "Normalised squared error of the distances between positions ({}). Zero puts every token at the same "
        "point; random and shuffled are means over {} draws with their central 95 %.",
        rule, draws_);
    Tree columns = Tree::array();
    for (const char* label : {"table", "positions", "raw stress", "optimal factor", "shape S*", "scale", "stress-1"})
      columns.push_back({{"label", label}});
    findings.panels.push_back({"stress",
                               "stress_bars",
                               "Stress against the true arrangement",
                               caption,
                               22,
                               {{"bars", std::move(bars)}, {"y", {{"label", "stress"}}}}});
    findings.panels.push_back({"stress_table",
                               "table",
                               "Stress in numbers",
                               "Raw stress is shape plus scale; optimal rescaling removes the scale, and stress-1 "
                               "(Kruskal) is the square root of the remainder.",
                               23,
                               {{"columns", std::move(columns)}, {"rows", std::move(rows)}}});
  }

  Index draws_;
  std::optional<Index> tokens_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(stress, StressAnalysis)

}  // namespace sextant::analysis
