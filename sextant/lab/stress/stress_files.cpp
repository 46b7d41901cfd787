#include "sextant/lab/stress/stress_files.h"

#include <fmt/format.h>

#include <cmath>

#include "sextant/core/environment.h"
#include "sextant/core/files.h"
#include "sextant/results/checksums.h"

namespace sextant::lab {
namespace {

Tree finite_or_null(double value) { return std::isfinite(value) ? Tree(value) : Tree(); }

Tree write_interval(const std::optional<Interval>& interval) {
  return interval ? Tree{finite_or_null(interval->low), finite_or_null(interval->high)} : Tree();
}

Tree write_ranks(const SpectrumRanks& ranks) {
  return {{"numerical", ranks.numerical},
          {"participation", ranks.participation},
          {"entropy", ranks.entropy},
          {"r90", ranks.r90},
          {"r95", ranks.r95},
          {"r99", ranks.r99}};
}

Tree write_target(const TargetMeasures& target) {
  Tree tree = Tree::object();
  for (const auto& [name, text] : target.facts) tree["facts"][name] = text;
  tree["positions"] = target.positions;
  tree["mean"] = target.mean;
  tree["mean_square"] = target.mean_square;
  tree["mean_square_interval"] = write_interval(target.mean_square_interval);
  tree["toeplitz"] = finite_or_null(target.toeplitz);
  tree["leading_share"] = finite_or_null(target.leading_share);
  tree["kept_axes"] = target.kept;
  tree["ranks"] = write_ranks(target.ranks);
  if (target.corpus)
    tree["corpus"] = {{"documents", target.corpus->documents},
                      {"tokens", target.corpus->tokens},
                      {"entries", target.corpus->entries},
                      {"fewest_at_a_position", target.corpus->fewest},
                      {"plug_in_mean_square", target.corpus->plug_in_square},
                      {"plug_in_null_mean_square", target.corpus->plug_in_null_square},
                      {"null_mean_square", finite_or_null(*target.null_square)},
                      {"null_mean_square_interval", write_interval(target.null_square_interval)}};
  tree["eigenvalues"] = target.eigenvalues;
  return tree;
}

Tree write_row(const StressRow& row) {
  Tree tree{{"encoding", row.name},
            {"rule", row.rule},
            {"reference", row.reference},
            {"raw", row.stress.raw},
            {"raw_interval", write_interval(row.raw)},
            {"shape", row.stress.shape},
            {"shape_interval", write_interval(row.shape)},
            {"scale", row.stress.scale},
            {"best_factor", row.stress.best_factor},
            {"kruskal", row.stress.kruskal},
            {"null_kruskal", row.null ? Tree{row.null->low, row.null->median} : Tree()},
            {"null_p", row.null ? Tree(row.null->p) : Tree()},
            {"spearman", finite_or_null(row.order.correlation)},
            {"spearman_p", std::isnan(row.order.correlation) ? Tree() : Tree(row.order.p)},
            {"toeplitz", finite_or_null(row.toeplitz)}};
  tree["ranks"] = row.ranks ? write_ranks(*row.ranks) : Tree();
  return tree;
}

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) result += letter == '"' ? "\"\"" : std::string(1, letter);
  return result + '"';
}

std::string bounds(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{},{}", interval->low, interval->high) : ",";
}

}  // namespace

Tree stress_json(const StressReport& report) {
  Tree tree{{"target", write_target(report.target)},
            {"replicates", report.replicates},
            {"encodings", Tree::array()},
            {"mds_by_rank", Tree::array()}};
  for (const auto& row : report.rows) tree["encodings"].push_back(write_row(row));
  for (const auto& point : report.curve)
    tree["mds_by_rank"].push_back(
        {{"rank", point.rank}, {"raw", point.stress.raw}, {"shape", point.stress.shape}, {"bound", point.bound}});
  tree["environment"] = environment_record();
  return tree;
}

std::string stress_csv(const StressReport& report) {
  std::string text =
      "encoding,rule,reference,raw,raw_low,raw_high,shape,shape_low,shape_high,scale,best_factor,kruskal,spearman,"
      "spearman_p,toeplitz,null_low,null_median,null_p,rank_numerical,rank_participation,rank_entropy,r90,r95,r99\n";
  for (const auto& row : report.rows) {
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}", in_quotes(row.name), in_quotes(row.rule), row.reference,
                    row.stress.raw, bounds(row.raw), row.stress.shape, bounds(row.shape), row.stress.scale,
                    row.stress.best_factor, row.stress.kruskal, row.order.correlation, row.order.p, row.toeplitz);
    text += row.null ? fmt::format(",{},{},{}", row.null->low, row.null->median, row.null->p) : ",,,";
    text += row.ranks ? fmt::format(",{},{},{},{},{},{}\n", row.ranks->numerical, row.ranks->participation,
                                    row.ranks->entropy, row.ranks->r90, row.ranks->r95, row.ranks->r99)
                      : ",,,,,,\n";
  }
  return text;
}

std::string curve_csv(const std::vector<RankPoint>& curve, Index positions, Index width) {
  std::string text = "rank,raw,shape,bound,numbers\n";
  for (const auto& point : curve)
    text += fmt::format("{},{},{},{},{}\n", point.rank, point.stress.raw, point.stress.shape, point.bound,
                        point.rank * (positions + width));
  return text;
}

void write_panels(const std::string& directory, const std::vector<Panel>& panels) {
  make_directory(directory + "/panels");
  for (const auto& panel : panels)
    write_file_atomically(directory + "/panels/" + panel.name + ".json", write_checked_json(write_panel(panel), -1));
}

}  // namespace sextant::lab
