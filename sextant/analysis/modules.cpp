// Do positions know the modules of the tokens (networks of the cortex, groups of a network)? Measures of the graph
// max(S, 0), S the cosine of position vectors around their mean (math/graph/position_modules.h): modularity,
// segregation and participation under the named modules; adjusted Rand index and mutual information of k-means (ari,
// nmi) and of the communities found (ari_found, nmi_found). Each beside shuffled names: NAME_shuffled, NAME_p.
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/module_panels.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/math/linear/principal_components.h"

namespace sextant::analysis {
namespace {

struct ModulesOptions final : Options {
  Index draws = 999;
  Index repeats = 20;
  double resolution = 0;
  bool centre = true;
  void visit(OptionVisitor& option) override {
    option("draws", draws, between(1, 1e5), "number of label shuffles for the null distribution");
    option("repeats", repeats, between(1, 1000), "number of community detection runs for the consensus");
    option("resolution", resolution, at_least(0),
           "resolution of community detection: higher finds smaller modules; 0: chosen by silhouette score");
    option("centre", centre, "subtract the mean position first");
  }
};

class Modules final : public Analysis {
 public:
  using OwnOptions = ModulesOptions;
  explicit Modules(const ModulesOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    const auto& names = subject.tokens.modules;
    if (names.empty()) return {.left_out = "the task has no module labels"};
    const Partition labels = partition_by_name(names);
    if (count_modules(labels) < 2) return {.left_out = "all tokens belong to one module"};
    const auto tables = position_tables(subject.model);
    if (auto reason = refuse_positions(tables, subject.places); !reason.empty()) return {.left_out = std::move(reason)};
    std::vector<TableModules> found;
    for (const auto& table : tables) {
      if (table.geometry.kind != Geometry::Kind::vectors) return {.left_out = "the encoding has no position vectors"};
      found.push_back({table.name, principal_components(table.geometry.table, 2).points,
                       measure_modules(table.geometry.table, labels, request(subject.seed))});
    }
    return report(subject, found);
  }

 private:
  ModuleRequest request(std::uint64_t seed) const {
    return {.draws = own_.draws,
            .repeats = static_cast<std::uint32_t>(own_.repeats),
            .resolution = own_.resolution,
            .centre = own_.centre,
            .seed = seed};
  }

  Findings report(const Subject& subject, const std::vector<TableModules>& found) const {
    Findings findings;
    Tree rows = Tree::array();
    add_mean(findings, found);
    for (const auto& table : found)
      for (const auto& [name, result] : table.modules.measures) {
        rows.push_back(
            {table.name, name, five_digits(result.value), five_digits(result.shuffled), five_digits(result.p)});
        if (found.size() == 1) continue;
        findings.numbers.push_back({fmt::format("{}[{}]", name, table.name), result.value});
        findings.numbers.push_back({fmt::format("{}_p[{}]", name, table.name), result.p});
      }
    findings.panels.push_back(draw_module_matrices(subject.tokens.modules, found));
    findings.panels.push_back(draw_module_maps(subject.tokens.modules, labels_of(subject.places), found));
    findings.panels.push_back(draw_numbers(std::move(rows)));
    return findings;
  }

  /// The mean over encodings; of p the largest.
  static void add_mean(Findings& findings, const std::vector<TableModules>& found) {
    const auto count = static_cast<double>(found.size());
    double modules = 0;
    for (const auto& table : found)
      modules += static_cast<double>(count_modules(table.modules.found.consensus.modules)) / count;
    findings.numbers.push_back({"found", modules});
    for (std::size_t m = 0; m < found.front().modules.measures.size(); ++m) {
      PermutationResult mean{0, 0, 0};
      for (const auto& table : found) {
        const PermutationResult& one = table.modules.measures[m].result;
        mean.value += one.value / count;
        mean.shuffled += one.shuffled / count;
        mean.p = std::max(mean.p, one.p);
      }
      const std::string& name = found.front().modules.measures[m].name;
      findings.numbers.push_back({name, mean.value});
      findings.numbers.push_back({name + "_shuffled", mean.shuffled});
      findings.numbers.push_back({name + "_p", mean.p});
    }
  }

  Panel draw_numbers(Tree rows) const {
    Tree columns = Tree::array();
    for (const char* label : {"positions", "measure", "value", "labels shuffled", "p"})
      columns.push_back({{"label", label}});
    return {
        "modules",
        "table",
        "Positions vs. module labels",
        fmt::format("Modularity, segregation and participation (lower is better) of the similarities under the module "
                    "labels, and agreement of the labels with k-means and with the detected communities. Each with "
                    "its mean over {} label shuffles and the p-value against them.",
                    own_.draws),
        27,
        {{"columns", std::move(columns)}, {"rows", std::move(rows)}}};
  }

  ModulesOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(modules, Modules)

}  // namespace sextant::analysis
