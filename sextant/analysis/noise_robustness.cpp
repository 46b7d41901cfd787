// How much noise an answer survives: accuracy on held-out splits with Gaussian noise on the input of every block.
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/answers.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::analysis {
namespace {

struct NoiseRobustnessOptions final : Options {
  double most = 2;
  Index levels = 8;
  void visit(OptionVisitor& option) override {
    option("most", most, positive(), "largest standard deviation of the noise");
    option("levels", levels, between(1, 1000), "number of noise levels above zero, including the largest");
  }
};

constexpr Index least_answers = 400;  // per level: small splits are asked several times, each with other noise
constexpr Index most_draws = 4;

double accuracy(Model& model, const Batch& rows, double noise, std::uint64_t seed) {
  const Index draws = noise > 0 ? std::clamp<Index>(least_answers / rows.samples + 1, 1, most_draws) : 1;
  double sum = 0;
  for (Index draw = 0; draw < draws; ++draw)
    sum += mean(answer(model, rows, {.seed = seed, .step = static_cast<std::uint64_t>(draw), .noise = noise}).correct);
  return sum / static_cast<double>(draws);
}

class NoiseRobustness final : public Analysis {
 public:
  using OwnOptions = NoiseRobustnessOptions;
  explicit NoiseRobustness(const NoiseRobustnessOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_answers(subject); !reason.empty()) return {.left_out = std::move(reason)};
    Findings findings;
    Tree series = Tree::array();
    for (const SplitRows* split : whole_splits(subject)) series.push_back(measure_split(subject, *split, findings));
    findings.panels.push_back({"noise_robustness",
                               "metric_by_setting",
                               "Accuracy under noise",
                               "Accuracy when Gaussian noise of this standard deviation is added to the "
                               "input of every block.",
                               42,
                               {{"x", {{"label", "standard deviation of the noise"}}},
                                {"y", {{"label", "accuracy"}}},
                                {"series", std::move(series)}}});
    return findings;
  }

 private:
  Tree measure_split(const Subject& subject, const SplitRows& split, Findings& findings) const {
    Tree points = Tree::array();
    double without = 0, sum = 0;
    for (Index level = 0; level <= own_.levels; ++level) {
      const double noise = own_.most * static_cast<double>(level) / static_cast<double>(own_.levels);
      const double value = accuracy(subject.model, split.rows, noise, subject.seed);
      (level == 0 ? without : sum) += value;
      findings.numbers.push_back({fmt::format("{}[{}]", split.name, noise), value});
      points.push_back({{"x", noise}, {"y", five_digits(value)}, {"low", nullptr}, {"high", nullptr}, {"runs", 1}});
    }
    findings.numbers.push_back({fmt::format("kept[{}]", split.name), sum / static_cast<double>(own_.levels) / without});
    return {{"label", split.name}, {"points", std::move(points)}};
  }

  NoiseRobustnessOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(noise_robustness, NoiseRobustness)

}  // namespace sextant::analysis
