#include "sextant/lab/discover/discovery_facts.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_files.h"
#include "sextant/lab/discover/influences.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::lab {
namespace {

/// "adds 1.2 % [0.3, 2.1]", or "adds nothing (...)".
std::string describe_gain(const Added& added, double scale, const char* unit) {
  const auto& interval = added.interval();
  if (!std::isfinite(added.value)) return "adds nothing";  // the baseline makes no errors at all
  std::string numbers = fmt::format("{:+.3g}{}", scale * added.value, unit);
  if (interval)
    numbers += fmt::format(" [{:.3g}, {:.3g}] over {}", scale * interval->low, scale * interval->high,
                           added.over_people ? "people" : "seeds");
  return added.is_something() ? "adds " + numbers : fmt::format("adds nothing ({})", numbers);
}

std::string describe_sizes(const Partition& modules) {
  std::vector<Index> sizes(static_cast<std::size_t>(count_modules(modules)));
  for (const Index module : modules) ++sizes[static_cast<std::size_t>(module)];
  std::ranges::sort(sizes, std::greater<>());
  return fmt::format("{}", fmt::join(sizes, ", "));
}

std::string describe_modules(const Discovery& all) {
  const Index count = count_modules(all.modules.consensus.modules);
  if (!all.conclusion.modules_shown) return "not given";
  if (count < 2) return "one: the positions do not cluster";
  return fmt::format(
      "{} of {} variables, mean confidence {:.2f}; held-out correlation {:.2f} within and {:.2f} between, "
      "p = {:.3g}",
      count, describe_sizes(all.modules.consensus.modules), mean(all.modules.consensus.sureness), all.held_out.within,
      all.held_out.between, all.held_out.p);
}

std::string describe_training(const TrainingLength& length) {
  std::string text = fmt::format("{} steps", length.steps);
  if (length.trials.size() < 2) return text;
  std::vector<std::string> trials;
  for (const auto& one : length.trials) trials.push_back(fmt::format("{} steps {:.4f}", one.steps, one.error));
  return fmt::format("{}; {}: {}", text, fmt::join(trials, ", "),
                     length.falling ? "still falling" : "twice as long gains less than 2 %");
}

}  // namespace

std::vector<Fact> list_facts(const Discovery& all) {
  std::vector<Fact> facts;
  const auto& structure = all.structure;
  facts.push_back({"structure", fmt::format("{}: held-out error {:.4f}, time-shifted surrogates {:.4f}, p = {:.3g}",
                                            structure.found() ? "yes" : "none found", structure.error,
                                            structure.shifted, structure.p)});
  facts.push_back(
      {"prediction", fmt::format("error {:.4f}, {} {:.4f}: {}", all.prediction.learned, all.prediction.baseline_name,
                                 all.prediction.baseline, describe_gain(all.prediction, 100, " %"))});
  if (all.labels)
    facts.push_back(
        {"labels",
         fmt::format(
             "modules match them with NMI {:.3f} (1: the same groups, 0: unrelated), {} {:.3f}: {}{}",
             all.labels->learned, all.labels->baseline_name, all.labels->baseline, describe_gain(*all.labels, 1, ""),
             all.unlabelled > 0 ? fmt::format("; {} variables without a label left out", all.unlabelled) : "")});
  if (all.neighbours)
    facts.push_back(
        {"neighbours", fmt::format("nearest is a neighbour for {:.0f} %, by {} {:.0f} %: {}",
                                   100 * all.neighbours->learned, all.neighbours->baseline_name,
                                   100 * all.neighbours->baseline, describe_gain(*all.neighbours, 100, " %"))});
  if (all.influences) facts.push_back({"influences", summarise_influences(*all.influences, name_variables(all))});
  if (all.influences && all.influences->added)
    facts.push_back({"connections", fmt::format("AUC {:.3f}, {} {:.3f}: {}", all.influences->added->learned,
                                                all.influences->added->baseline_name, all.influences->added->baseline,
                                                describe_gain(*all.influences->added, 1, ""))});
  facts.push_back({"modules", describe_modules(all)});
  facts.push_back(
      {"seeds", fmt::format("Procrustes similarity {:.2f} (shuffled {:.2f}, p = {:.3g}), modules agree with "
                            "ARI {:.2f}",
                            all.stability.similarity, all.stability.shuffled, all.stability.p, all.stability.modules)});
  facts.push_back({"sigma", fmt::format("{} recommended: best agreement over seeds among the errors that are as low",
                                        *all.chosen_error().sigma)});
  facts.push_back({"training", describe_training(all.length)});
  return facts;
}

}  // namespace sextant::lab
