// The seeds of a study in rounds, until its claims are decided: a case gets further seeds as long as a claim that is
// still open asks about it. Claims that need all seeds have them from the first round on, as has the case that analyses
// compare with; cases that no claim asks about get none.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sextant/lab/experiment/early_verdict.h"
#include "sextant/lab/experiment/judgement.h"
#include "sextant/lab/experiment/study.h"

namespace sextant::lab {

class StudyRounds {
 public:
  /// max_runs 0: no limit. An Error where the first round is more than that.
  StudyRounds(const Study& study, double confidence, Index max_runs);

  /// Cases by the number of their first seeds that must be there: empty where nothing is open, or all that is allowed
  /// was asked for.
  std::map<Index, std::vector<std::string>> next() const;
  /// With the findings of all runs of the round; of others nothing is looked at.
  void observe(const Evidence& evidence);

  /// What was decided before all its seeds were there, by the number of the claim.
  const std::map<std::size_t, EarlyVerdict>& decided() const { return decided_; }
  /// Runs asked for so far, and of the whole study.
  Index runs() const;
  Index all_runs() const { return static_cast<Index>(seeds_.size() * study_.cases.size()); }
  Index first_round() const;
  /// "3 of 9 claims are open after 25 of 60 runs: ...".
  std::string describe_open() const;

 private:
  struct Open {
    std::size_t number;
    Claim claim;
    bool early;  // may be decided before all seeds are there
  };
  bool may_be_decided(const Claim& claim) const;
  std::vector<std::string> cases_of(const Claim& claim) const;
  std::map<std::string, Index> seeds_to_come() const;
  Evidence asked_for(Evidence evidence) const;

  const Study& study_;
  double confidence_;
  Index max_runs_;
  std::vector<Tree> seeds_;
  std::vector<Open> open_;
  std::map<std::string, Index> given_;  // seeds by case
  std::map<std::size_t, EarlyVerdict> decided_;
};

/// The verdict where it was decided early, in the place of that on these runs alone.
void take_early_verdict(const EarlyVerdict& early, Index all_seeds, double confidence, Verdict& verdict);

}  // namespace sextant::lab
