#include "sextant/lab/discover/verdict.h"

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

bool seeds_agree(const Stability& stability) {
  return stability.modules >= agreeing_modules || (stability.similarity >= agreeing_positions && stability.p <= 0.05);
}

/// Shares of the variance of held-out values.
struct Explained {
  double learned = 0, baseline = 0;
};

Explained explained_by(const Discovery& all) {
  const double whole = all.errors.mean_guess();
  return {1 - all.chosen_error().ensemble / whole, 1 - all.errors.best_baseline().error / whole};
}

/// Far from what a simple method finds, and not because training data were learned by heart.
bool is_trained_too_little(const Discovery& all, const Explained& explained) {
  if (explained.baseline < worth_learning || explained.learned >= learned_share * explained.baseline) return false;
  const double by_heart = 1 - all.chosen_error().train;  // training values have the variance 1
  return all.length.falling || by_heart < explained.baseline;
}

std::string compare_errors(const Discovery& all) {
  const auto& added = all.prediction;
  const std::string numbers =
      fmt::format("held-out error {:.4f}, {} {:.4f}", added.learned, added.baseline_name, added.baseline);
  if (added.is_something()) return fmt::format("predict better than the best baseline ({})", numbers);
  if (added.value > -0.02) return fmt::format("predict as well as the best baseline ({})", numbers);
  return fmt::format("predict worse than the best baseline ({})", numbers);
}

bool adds_anything(const Discovery& all) {
  return all.prediction.is_something() || (all.labels && all.labels->is_something()) ||
         (all.neighbours && all.neighbours->is_something()) ||
         (all.influences && all.influences->added && all.influences->added->is_something());
}

}  // namespace

const char* name_of_grade(Grade grade) {
  switch (grade) {
    case Grade::strong:
      return "strong";
    case Grade::moderate:
      return "moderate";
    case Grade::weak:
      return "weak";
    case Grade::none:
      return "none";
    case Grade::not_trained_enough:
      return "not trained enough";
  }
  return "none";
}

Conclusion conclude(const Discovery& all) {
  const Explained explained = explained_by(all);
  if (is_trained_too_little(all, explained))
    return {Grade::not_trained_enough,
            fmt::format(
                "After {} steps the models explain {:.0f} % of the variance of held-out values, the {} {:.0f} %: "
                "train longer (--steps) before trusting positions or modules.",
                all.length.steps, 100 * explained.learned, all.errors.best_baseline().name, 100 * explained.baseline),
            false};
  if (!all.structure.found())
    return {
        Grade::none,
        fmt::format("The variables do not predict each other: held-out error {:.4f}, time-shifted surrogates {:.4f}, "
                    "p = {:.3g}. The positions and the map reflect noise.",
                    all.structure.error, all.structure.shifted, all.structure.p),
        false};
  const bool agree = seeds_agree(all.stability), level = all.prediction.value > -0.02;
  const std::string errors = compare_errors(all);
  if (!agree)
    return {Grade::weak,
            fmt::format("The variables predict each other, but seeds disagree on the arrangement, so no modules are "
                        "given. Learned positions {}.",
                        errors),
            false};
  if (adds_anything(all) && level)
    return {Grade::strong,
            fmt::format("The variables have an arrangement on which seeds agree. Learned positions {}.", errors), true};
  if (level)
    return {Grade::moderate,
            fmt::format("The variables have an arrangement on which seeds agree. Learned positions {}, and add nothing "
                        "to it.",
                        errors),
            true};
  return {Grade::weak,
          fmt::format("The variables have an arrangement on which seeds agree, but learned positions {}: prefer the "
                      "baseline's.",
                      errors),
          true};
}

}  // namespace sextant::lab
