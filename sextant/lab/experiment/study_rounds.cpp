#include "sextant/lab/experiment/study_rounds.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/math/statistics/sign_betting.h"

namespace sextant::lab {

StudyRounds::StudyRounds(const Study& study, double confidence, Index max_runs)
    : study_(study), confidence_(confidence), max_runs_(max_runs) {
  require(confidence > 0.5 && confidence < 1, "--confidence {}: expected a number between 0.5 and 1", confidence);
  seeds_.assign(study.seeds.values.begin(), study.seeds.values.end());
  std::size_t number = 0;
  const auto open = [&](const Claim& claim) {
    if (may_be_decided(claim)) open_.push_back({number, claim, may_be_decided_early(claim)});
    ++number;
  };
  for (const auto& claim : study.claims) open(claim);
  for (const auto& one : study.headline.numbers) open(one.claim);
  require(max_runs == 0 || first_round() <= max_runs, "--max-runs {}: nothing can be decided before the first {} runs",
          max_runs, first_round());
}

std::vector<std::string> StudyRounds::cases_of(const Claim& claim) const {
  std::vector<std::string> names;
  for (const auto& one : study_.cases)
    for (const auto* patterns : {&claim.cases, &claim.against})
      if (std::ranges::any_of(*patterns, [&](const auto& pattern) { return fits_pattern(one.name, pattern); }) &&
          std::ranges::find(names, one.name) == names.end())
        names.push_back(one.name);
  return names;
}

/// Not where the scale leaves out a case, or has too few for a rank correlation.
bool StudyRounds::may_be_decided(const Claim& claim) const {
  for (const auto* patterns : {&claim.cases, &claim.against})
    for (const auto& pattern : *patterns)
      if (std::ranges::find(study_.left_out, pattern) != study_.left_out.end() ||
          std::ranges::none_of(study_.cases, [&](const auto& one) { return fits_pattern(one.name, pattern); }))
        return false;
  const bool ranks = (claim.measure == "trend" || claim.measure == "correlation") && !claim.by_runs;
  return (!ranks || cases_of(claim).size() >= 3) && claim.least_seeds <= static_cast<Index>(seeds_.size());
}

/// Of every case, beyond those that it has.
std::map<std::string, Index> StudyRounds::seeds_to_come() const {
  const auto all = static_cast<Index>(seeds_.size());
  std::map<std::string, Index> wanted;
  const auto want = [&](const std::string& name, Index seeds) {
    const auto found = given_.find(name);
    if (found == given_.end() || found->second < seeds) wanted[name] = std::max(wanted[name], seeds);
  };
  for (const auto& one : open_) {
    const Index first = std::max(fewest_differences(1 / (1 - confidence_)), one.claim.least_seeds);
    Index fewest = all;
    const auto names = cases_of(one.claim);
    for (const auto& name : names) {
      const auto found = given_.find(name);
      fewest = std::min(fewest, found == given_.end() ? 0 : found->second);
    }
    for (const auto& name : names) want(name, one.early ? std::min(all, std::max(first, fewest + 1)) : all);
  }
  if (!wanted.empty() && !study_.reference.empty()) want(study_.reference, all);
  return wanted;
}

std::map<Index, std::vector<std::string>> StudyRounds::next() const {
  const auto wanted = seeds_to_come();
  Index runs_then = runs();
  for (const auto& [name, seeds] : wanted) runs_then += seeds - (given_.contains(name) ? given_.at(name) : 0);
  if (max_runs_ > 0 && runs_then > max_runs_) return {};
  std::map<Index, std::vector<std::string>> round;
  for (const auto& [name, seeds] : wanted) round[seeds].push_back(name);
  return round;
}

Index StudyRounds::first_round() const {
  Index runs = 0;
  for (const auto& [name, seeds] : seeds_to_come()) runs += seeds;
  return runs;
}

Index StudyRounds::runs() const {
  Index runs = 0;
  for (const auto& [name, seeds] : given_) runs += seeds;
  return runs;
}

/// The runs of the rounds so far, whatever else the directory holds: so the same command decides the same way when it
/// is run again.
Evidence StudyRounds::asked_for(Evidence evidence) const {
  for (auto& one : evidence.cases) {
    const auto found = given_.find(one.one.name);
    const auto count = static_cast<std::size_t>(found == given_.end() ? 0 : found->second);
    std::erase_if(one.runs, [&](const EvidenceRun& run) {
      const auto end = seeds_.begin() + static_cast<std::ptrdiff_t>(count);
      return std::find(seeds_.begin(), end, run.seed) == end;
    });
  }
  return evidence;
}

void StudyRounds::observe(const Evidence& evidence) {
  for (const auto& [seeds, names] : next())
    for (const auto& name : names) given_[name] = seeds;
  const Evidence there = asked_for(evidence);
  std::erase_if(open_, [&](const Open& one) {
    auto early = decide_early(one.claim, there, seeds_, confidence_);
    if (early) {
      // What speaks against any decision (a precondition that is not met) speaks against an early one.
      Claim plain = one.claim;
      plain.by_interval = false;
      if (!judge(plain, study_, there).held) early.reset();
    }
    if (early) decided_[one.number] = *early;
    const auto names = cases_of(one.claim);
    const bool all_there = std::ranges::all_of(
        names, [&](const auto& name) { return given_.at(name) == static_cast<Index>(seeds_.size()); });
    return early || all_there;
  });
}

std::string StudyRounds::describe_open() const {
  std::vector<std::string> sentences;
  for (const auto& one : open_)
    if (one.number < study_.claims.size()) sentences.push_back("  open    " + one.claim.sentence);
  std::string text = fmt::format("{} of {} claims are open after {} of the study's {} runs", sentences.size(),
                                 study_.claims.size(), runs(), all_runs());
  if (!sentences.empty()) text += fmt::format("\n{}", fmt::join(sentences, "\n"));
  return text;
}

void take_early_verdict(const EarlyVerdict& early, Index all_seeds, double confidence, Verdict& verdict) {
  verdict.held = early.held;
  const std::string how =
      fmt::format("decided at {:.4g} % with {} of {} seeds", 100 * confidence, early.seeds, all_seeds);
  verdict.note += (verdict.note.empty() ? "" : ", ") + how;
}

}  // namespace sextant::lab
