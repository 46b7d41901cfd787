// Spectra: singular values of the centred positions (roots of the eigenvalues of their Gram matrix) and of the weight
// matrices, with the ranks they speak of (math/linear/singular_values.h).
#include <algorithm>
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/math/linear/decompositions.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/eigen.h"

namespace sextant::analysis {
namespace {

constexpr Index most_values = 1024;  // of a side: the time grows with its cube

struct Series {
  std::string label;
  std::vector<double> values;  // descending
};

Tree draw(const std::vector<Series>& all, const char* label) {
  Tree series = Tree::array();
  for (const auto& one : all) {
    Tree values = Tree::array();
    for (const double value : one.values) values.push_back(five_digits(value));
    series.push_back({{"label", one.label},
                      {"values", std::move(values)},
                      {"rank",
                       {{"effective rank", five_digits(effective_rank(one.values))},
                        {"stable rank", five_digits(stable_rank(one.values))}}}});
  }
  return {{"series", std::move(series)}, {"y", {{"label", label}}}};
}

/// Of the vectors around their centre; for encodings that know only distances, of vectors with these distances.
Series position_series(const PositionTable& table) {
  Series series{table.name, solve_symmetric(centred_gram(table.distances)).values};
  for (double& value : series.values) value = std::sqrt(std::max(0.0, value));
  std::ranges::reverse(series.values);
  return series;
}

/// "blocks.0." of "blocks.0.attention.query.weight", or "".
std::string block_of(const std::string& name) {
  if (!name.starts_with("blocks.")) return "";
  return name.substr(0, name.find('.', 7) + 1);
}

class Spectrum final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit Spectrum(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    Findings findings;
    add_positions(findings, subject);
    for (Index block = 0; block < subject.model.options().depth; ++block) add_block(findings, subject.model, block);
    if (findings.panels.empty()) findings.left_out = fmt::format("every matrix has more than {} rows", most_values);
    return findings;
  }

 private:
  static void add_numbers(Findings& findings, const Series& series, const std::string& name) {
    findings.numbers.push_back({fmt::format("stable_rank[{}]", name), stable_rank(series.values)});
  }

  static void add_positions(Findings& findings, const Subject& subject) {
    const auto tables = position_tables(subject.model);
    if (subject.model.shape().length > most_values || !refuse_positions(tables, subject.places).empty()) return;
    std::vector<Series> all;
    for (const auto& table : tables) all.push_back(position_series(table));
    for (const auto& series : all) add_numbers(findings, series, series.label);
    findings.panels.push_back({"spectrum_positions", "spectrum", "Spectrum of the positions",
                               "Singular values of the centred position vectors: how many directions the "
                               "positions span. Their squares are the eigenvalues of the Gram matrix.",
                               24, draw(all, "singular value")});
  }

  static void add_block(Findings& findings, Model& model, Index block) {
    const std::string prefix = fmt::format("blocks.{}.", block);
    std::vector<Series> all;
    for (const auto& parameter : model.tensors())
      if (parameter.kind == ParameterKind::weight && parameter.role != Role::position &&
          block_of(parameter.name) == prefix && std::min(parameter.rows, parameter.columns) <= most_values)
        all.push_back({parameter.name.substr(prefix.size()), singular_values(model.read(parameter))});
    if (all.empty()) return;
    for (const auto& series : all) add_numbers(findings, series, prefix + series.label);
    findings.panels.push_back({fmt::format("spectrum_block_{}", block + 1), "spectrum",
                               fmt::format("Spectrum of the weights of block {}", block + 1),
                               "Singular values of each weight matrix; a few large ones indicate that its neurons have "
                               "condensed onto a few directions.",
                               40 + block, draw(all, "singular value")});
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(spectrum, Spectrum)

}  // namespace sextant::analysis
