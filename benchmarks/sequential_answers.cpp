// Whether stopping early is honest, and what it saves, by simulation: races between settings (lab/sweep/race.h) and
// means against a limit (math/statistics/mean_betting.h).
//   null    all settings are equal: how often a winner is declared, which is always wrong
//   means   a set whose mean is not above its limit: how often it is said to be
//   power   one setting is better: how often it is found, and with which share of the runs, beside the fixed design
//           (all seeds, sign-flip tests of paired seeds, Holm over the pairs)
// Usage: sequential_answers [--experiments 10000]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <random>

#include "sextant/lab/sweep/race.h"
#include "sextant/math/statistics/mean_betting.h"
#include "sextant/math/statistics/significance.h"

namespace sextant::test {
namespace {

using core::Index;
using Engine = std::mt19937_64;

struct Kind {
  const char* name;
  std::function<double(Engine&)> draw;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"normal", [](Engine& engine) { return std::normal_distribution()(engine); }},
      {"half succeed",
       [](Engine& engine) { return (engine() % 2 ? 1 : 0.5) + 0.01 * std::normal_distribution()(engine); }},
      {"one in ten fails",
       [](Engine& engine) { return (engine() % 10 ? 1 : 0.5) + 0.001 * std::normal_distribution()(engine); }},
      {"skewed", [](Engine& engine) { return -std::lognormal_distribution(0.0, 1.5)(engine); }},
      {"three values", [](Engine& engine) { return static_cast<double>(engine() % 3); }},
  };
  return all;
}

struct Raced {
  std::optional<Index> winner;
  Index runs = 0;
};

Raced race_of(Index settings, Index seeds, const std::vector<std::vector<double>>& scores) {
  lab::Race race({.settings = settings, .seeds = seeds});
  Raced result;
  for (auto round = race.propose(); !round.empty(); round = race.propose())
    for (const auto& run : round) {
      race.observe(run, scores[static_cast<std::size_t>(run.setting)][static_cast<std::size_t>(run.seed)]);
      ++result.runs;
    }
  result.winner = race.winner();
  return result;
}

/// (settings, seeds); `advantage` is the first setting's.
std::vector<std::vector<double>> draw_scores(Index settings, Index seeds, const Kind& kind, double advantage,
                                             Engine& engine) {
  std::vector<std::vector<double>> scores(static_cast<std::size_t>(settings));
  for (auto& own : scores)
    for (Index seed = 0; seed < seeds; ++seed)
      own.push_back(kind.draw(engine) + (&own == scores.data() ? advantage : 0));
  return scores;
}

/// The first setting is ahead of every other one.
bool fixed_design_finds_first(const std::vector<std::vector<double>>& scores) {
  std::vector<double> p;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    std::vector<double> differences;
    double sum = 0;
    for (std::size_t seed = 0; seed < scores[0].size(); ++seed) {
      differences.push_back(scores[0][seed] - scores[i][seed]);
      sum += differences.back();
    }
    p.push_back(sum > 0 ? math::sign_flip_test(differences).p : 1);
  }
  return std::ranges::max(math::holm_adjusted(p)) < 0.05;
}

void simulate_null(int experiments) {
  fmt::print("null: all settings equal, 30 seeds, a look after every round; winners (all false) of {}\n", experiments);
  for (const Index settings : {2, 4, 8})
    for (const auto& kind : kinds()) {
      Engine engine(1);
      int found = 0;
      for (int i = 0; i < experiments; ++i)
        found += race_of(settings, 30, draw_scores(settings, 30, kind, 0, engine)).winner.has_value();
      fmt::print("  {} settings  {:<18} {:6} = {:.2f} %\n", settings, kind.name, found, 100.0 * found / experiments);
    }
}

/// Sets of values in [0, 1] whose mean is at most the limit: all fail or succeed, or lie near the limit.
void simulate_means(int experiments) {
  fmt::print("means: sets of 15 values in [0, 1] whose mean is not above the limit; said to be above, of {}\n",
             experiments);
  struct SetOfValues {
    const char* name;
    double limit;
    std::vector<double> values;
  };
  std::vector<SetOfValues> sets{{"two of 15 fail", 0.9, std::vector<double>(15, 1)},
                                {"half fail", 0.55, std::vector<double>(15, 1)},
                                {"all at the limit", 0.5, std::vector<double>(15, 0.5)},
                                {"spread around it", 0.5, {}}};
  for (std::size_t i = 0; i < 2; ++i) sets[0].values[i] = 0.25;
  for (std::size_t i = 0; i < 7; ++i) sets[1].values[i] = 0;
  for (int i = 0; i < 15; ++i) sets[3].values.push_back(i / 14.0);
  for (auto& set : sets) {
    Engine engine(3);
    int found = 0;
    for (int i = 0; i < experiments; ++i) {
      std::ranges::shuffle(set.values, engine);
      found += math::evidence_of_mean_above(set.values, set.limit, 0, 15) >= 20;
    }
    fmt::print("  limit {:<4}  {:<18} {:6} = {:.2f} %\n", set.limit, set.name, found, 100.0 * found / experiments);
  }
}

void simulate_power(int experiments) {
  constexpr Index seeds = 15;
  fmt::print("power: one of the settings is ahead by so many standard deviations, {} seeds, {} experiments\n", seeds,
             experiments);
  fmt::print("  settings  ahead by  fixed design finds it  until decided  with of the runs\n");
  for (const Index settings : {2, 4})
    for (const double advantage : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0}) {
      Engine engine(2);
      int fixed = 0, found = 0, wrong = 0;
      Index runs = 0;
      for (int i = 0; i < experiments; ++i) {
        const auto scores = draw_scores(settings, seeds, kinds().front(), advantage, engine);
        fixed += fixed_design_finds_first(scores);
        const Raced raced = race_of(settings, seeds, scores);
        found += raced.winner == 0;
        wrong += raced.winner && *raced.winner != 0;
        runs += raced.runs;
      }
      const double all = static_cast<double>(experiments) * static_cast<double>(settings * seeds);
      fmt::print("  {:>8}  {:>8}  {:>19.1f} %  {:>11.1f} %  {:>14.1f} %   wrong {:.2f} %\n", settings, advantage,
                 100.0 * fixed / experiments, 100.0 * found / experiments, 100 * static_cast<double>(runs) / all,
                 100.0 * wrong / experiments);
    }
}

}  // namespace
}  // namespace sextant::test

int main(int argc, char** argv) {
  CLI::App app("Simulates answers that may stop early.");
  int experiments = 10'000;
  app.add_option("--experiments", experiments, "of each kind")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  sextant::test::simulate_null(experiments);
  sextant::test::simulate_means(experiments);
  sextant::test::simulate_power(std::max(1, experiments / 10));
}
