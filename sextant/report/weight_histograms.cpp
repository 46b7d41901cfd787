// Histograms of weights: the start as the run noted it (weights_at_start.json), the end from its checkpoint.
#include <new>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/safetensors.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/report/panels.h"
#include "sextant/report/spread.h"
#include "sextant/results/checksums.h"
#include "sextant/results/run_files.h"

namespace sextant::report {
namespace {

Tree describe(const Histogram& histogram) {
  return Tree{{"low", rounded(histogram.low)}, {"high", rounded(histogram.high)}, {"counts", histogram.counts}};
}

Tree make_tensors(const std::string& directory) {
  const Tree start = read_checked_json(file_in(directory, run_file::weights_at_start));
  const Safetensors checkpoint(file_in(directory, run_file::checkpoint));
  Tree tensors = Tree::array();
  for (const auto& tensor : start.at("tensors")) {
    const std::string name = tensor.at("name").get<std::string>();
    Histogram before{tensor.at("low").get<double>(), tensor.at("high").get<double>(), {}};
    before.counts = tensor.at("counts").get<std::vector<Index>>();
    Tree entry{{"name", name}, {"start", describe(before)}};
    const Histogram after = make_histogram(checkpoint.values(name), static_cast<Index>(before.counts.size()));
    if (!after.counts.empty()) entry["end"] = describe(after);
    tensors.push_back(std::move(entry));
  }
  return tensors;
}

}  // namespace

std::vector<Tree> make_weight_histograms(const Grouping& grouping, std::vector<Fault>& faults) {
  for (const auto& group : grouping.groups) {
    const RunRecord& run = *group.runs.front();
    const std::string path = file_in(run.directory, run_file::weights_at_start);
    if (!file_exists(path) || !file_exists(file_in(run.directory, run_file::checkpoint))) continue;
    try {
      Tree tensors = make_tensors(run.directory);
      if (tensors.empty()) continue;
      return {make_panel("weight_histograms", "weight_histograms",
                         "Weights before and after training" + grouping.suffix(group),
                         "Distribution of the entries of each weight at initialisation (grey) and in the "
                         "last checkpoint (blue), as densities; each chart has its own scale.",
                         Tree{{"tensors", std::move(tensors)}})};
    } catch (const std::bad_alloc&) {
      throw;  // no fault of the file
    } catch (const std::exception& error) {
      faults.push_back({path, error.what()});
    }
  }
  return {};
}

}  // namespace sextant::report
