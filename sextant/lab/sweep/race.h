// A race between settings: seeds are added until one setting is shown to be the best, or those that are left to be as
// good as each other, or no seed is left. A setting that another one beats gets no further seeds (racing: Maron &
// Moore, Artificial Intelligence Review 11, 1997), and looking after every seed costs nothing in certainty, because the
// evidence is that of math/statistics/sign_betting.h, of differences paired by seed.
//
// With K settings one beats another where the evidence reaches K / alpha. The truly best one is beaten by any other
// with probability (K - 1) alpha / K at most; so a wrong winner is declared with probability alpha at most, also where
// all are equal and every winner is wrong.
#pragma once

#include <optional>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::lab {

struct RaceOptions {
  Index settings = 0;
  Index seeds = 0;  // of each setting, at most
  double confidence = 0.95;
  double margin = 0;  // settings whose scores differ by less on average are as good as each other; 0: never
};

/// One run: a setting, and which of the seeds.
struct RaceRun {
  Index setting = 0;
  Index seed = 0;
  auto operator<=>(const RaceRun&) const = default;
};

/// By whom a setting was beaten, and after how many seeds.
struct Beaten {
  Index by = 0;
  Index after = 0;
};

class Race {
 public:
  /// An Error where there are too few seeds for any decision.
  explicit Race(const RaceOptions& options);

  /// The runs to make next, all of one round: empty where it is decided or no seed is left.
  std::vector<RaceRun> propose() const;
  /// Every run of a round is observed before the next one is proposed. More is better; nothing: the run failed.
  void observe(const RaceRun& run, std::optional<double> score);

  /// The last one that was not beaten.
  std::optional<Index> winner() const;
  /// Those that are left are as good as each other, within the margin.
  bool tied() const { return tied_; }
  bool decided() const { return winner().has_value() || tied_; }

  Index settings() const { return options_.settings; }
  const std::vector<std::optional<Beaten>>& beaten() const { return beaten_; }
  /// By seed.
  const std::vector<double>& scores(Index setting) const { return scores_[static_cast<std::size_t>(setting)]; }
  /// Minus infinity before its first run.
  double mean(Index setting) const;
  /// Best first: settings that are left by their means, then the others, the last one beaten first.
  std::vector<Index> ranking() const;
  /// How many seeds more it would take to decide between the two best that are left, if differences go on as they came;
  /// nothing where they do not lean to one side.
  std::optional<Index> seeds_to_come() const;

  /// Those that were not beaten.
  std::vector<Index> left() const;

 private:
  double wanted() const;  // evidence
  std::vector<double> differences(Index a, Index b) const;
  bool equal(Index a, Index b) const;
  void judge();

  RaceOptions options_;
  std::vector<std::vector<double>> scores_;  // by setting, by seed
  std::vector<std::optional<Beaten>> beaten_;
  bool tied_ = false;
};

}  // namespace sextant::lab
