// What the page of a discovery opens with: the grade and its sentence, three numbers, and what it was run on.
#include <cctype>

#include "sextant/core/environment.h"
#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_files.h"

namespace sextant::lab {
namespace {

std::string title_of(const Discovery& all) {
  switch (all.conclusion.grade) {
    case Grade::strong:
    case Grade::moderate:
    case Grade::weak:
      return fmt::format("{}: {} structure", all.study.name, name_of_grade(all.conclusion.grade));
    case Grade::none:
      return fmt::format("{}: no structure found", all.study.name);
    case Grade::not_trained_enough:
      break;
  }
  return fmt::format("{}: not trained enough to tell", all.study.name);
}

Tree percent(const std::string& label, double share) {
  return {{"label", label}, {"text", fmt::format("{:.0f} %", 100 * share)}};
}

/// How much is explained, beside the best simple method, and how far seeds agree.
Tree list_numbers(const Discovery& all) {
  const double whole = all.errors.mean_guess();
  Tree numbers = Tree::array();
  numbers.push_back(
      percent("of the variance of held-out values explained by learned positions", 1 - all.prediction.learned / whole));
  numbers.push_back(percent(fmt::format("explained by the best baseline, {}", all.prediction.baseline_name),
                            1 - all.prediction.baseline / whole));
  if (all.conclusion.modules_shown)
    numbers.push_back(
        {{"label", fmt::format("modules; those of single seeds agree with an adjusted Rand index of {:.2f}",
                               all.stability.modules)},
         {"text", fmt::format("{}", count_modules(all.modules.consensus.modules))}});
  else
    numbers.push_back({{"label", "p-value of the structure against time-shifted surrogates"},
                       {"text", fmt::format("{:.2g}", all.structure.p)}});
  return numbers;
}

std::string describe_data(const Discovery& all) {
  std::string text = fmt::format("{}: {} variables, {} time points for training and {} held out", all.study.name,
                                 all.positions.rows, all.train_rows, all.test_rows);
  if (!all.series.labels.empty()) text += "; labels used for comparison only";
  return text;
}

}  // namespace

Tree discovery_headline(const Discovery& discovery) {
  const Conclusion& conclusion = discovery.conclusion;
  const Tree machine = environment_record();
  std::string sentence = fmt::format("{}: {}", name_of_grade(conclusion.grade), conclusion.sentence);
  sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
  return {
      {"title", title_of(discovery)},
      {"sentence", std::move(sentence)},
      {"held", nullptr},
      {"numbers", list_numbers(discovery)},
      {"figure", "map"},
      {"data", describe_data(discovery)},
      {"runs", fmt::format("{} seeds, {} steps each, on {}, sextant {}", discovery.seeds.size(), discovery.length.steps,
                           machine.value("processor", "an unknown processor"), machine.value("version", "unknown"))}};
}

}  // namespace sextant::lab
