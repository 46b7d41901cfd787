// Round by round: sweep the values that are left with more seeds, read their scores, keep the better half.
#include "sextant/cli/tune_command.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "sextant/cli/study_stages.h"
#include "sextant/cli/text_table.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/lab/sweep/halving.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/math/statistics/bootstrap.h"
#include "sextant/results/run_reader.h"

namespace sextant::cli {
namespace {

struct Tuning {
  const TuneRequest& request;
  const Tree& configuration;
  const Runner& runner;
  SweepDirectory directory;
  std::string metric;          // final.gen.accuracy; empty until the first run is there
  bool more_is_better = true;  // false: a loss
};

/// The splits that ask for what was not trained, the most demanding first.
constexpr const char* generalising[] = {"gen", "inferential", "held_out", "test"};

void choose_metric(Tuning& all, const Tree& row) {
  std::vector<std::string> known;
  for (const auto& [key, value] : row.items())
    if (key.starts_with("final.") && key.ends_with(".loss") && key != "final.train.loss")
      known.push_back(key.substr(6, key.size() - 11));
  std::string split = all.request.split;
  for (const char* name : generalising)
    if (split.empty() && std::ranges::find(known, name) != known.end()) split = name;
  if (split.empty() && !known.empty()) split = known.front();
  require(std::ranges::find(known, split) != known.end(), "--split {}: the task has no such split{}; known: {}", split,
          nearest_name_hint(split, known), fmt::join(known, ", "));
  all.more_is_better = row.contains("final." + split + ".accuracy");
  all.metric = fmt::format("final.{}.{}", split, all.more_is_better ? "accuracy" : "loss");
}

Grid make_grid(const Tuning& all, const std::vector<HalvingCandidate>& candidates, Index seeds) {
  Grid grid(all.configuration, {});
  Axis values{all.request.values.key, {}}, numbers{"seed", {}};
  for (const auto& one : candidates) values.values.push_back(one.value);
  for (Index seed = 1; seed <= seeds; ++seed) numbers.values.push_back(seed);
  grid.axes = {std::move(values), std::move(numbers)};
  return grid;
}

/// A run that diverged has learned nothing: it counts as the worst there can be, or as one that says nothing of a loss.
double score_of(Tuning& all, const std::string& directory) {
  const auto record = read_run_record(directory);
  require(record.has_value(), "{}: the run has not finished", directory);
  if (record->status != "done") return all.more_is_better ? 0 : -std::numeric_limits<double>::max();
  if (all.metric.empty()) choose_metric(all, record->row());
  const double value = record->row().at(all.metric).get<double>();
  return all.more_is_better ? value : -value;
}

void read_scores(Tuning& all, std::vector<HalvingCandidate>& candidates, Index seeds) {
  const Grid grid = make_grid(all, candidates, seeds);
  const auto cells = grid.cells();  // values outside, seeds inside
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].scores.clear();
    for (std::size_t seed = 0; seed < static_cast<std::size_t>(seeds); ++seed) {
      const SweepJob job =
          make_job(grid, cells[i * static_cast<std::size_t>(seeds) + seed], all.runner, all.request.name);
      candidates[i].scores.push_back(score_of(all, all.directory.run(job.name)));
    }
  }
}

std::string interval_text(const HalvingCandidate& one, bool more_is_better) {
  const auto interval = bootstrap_mean(one.scores);
  if (!interval) return "-";
  return more_is_better ? fmt::format("[{}, {}]", short_number(interval->low), short_number(interval->high))
                        : fmt::format("[{}, {}]", short_number(-interval->high), short_number(-interval->low));
}

void print_round(const Tuning& all, const std::vector<HalvingCandidate>& candidates, Index keep) {
  TextTable table({all.request.values.key, all.metric, "95 % interval", "seeds", ""});
  const auto kept = keep_best(candidates, keep);
  for (const auto& one : candidates) {
    const bool stays = std::ranges::any_of(kept, [&](const auto& other) { return other.value == one.value; });
    table.add({setting_text(one.value), short_number(all.more_is_better ? one.mean() : -one.mean()),
               interval_text(one, all.more_is_better), std::to_string(one.scores.size()), stays ? "kept" : ""});
  }
  fmt::print("{}", table.text());
  std::fflush(stdout);
}

/// The conclusion: which value, how good, and with what confidence.
void conclude(const Tuning& all, const std::vector<HalvingCandidate>& last) {
  const HalvingCandidate best = keep_best(last, 1).front();
  const double mean = all.more_is_better ? best.mean() : -best.mean();
  const auto shares = share_of_wins(last);
  Tree written{{"key", all.request.values.key}, {"value", best.value},        {"metric", all.metric}, {"mean", mean},
               {"seeds", best.scores.size()},   {"last_round", Tree::array()}};
  fmt::print("best    {}={}: {} {} {} over {} seeds\n", all.request.values.key, setting_text(best.value), all.metric,
             short_number(mean), interval_text(best, all.more_is_better), best.scores.size());
  for (std::size_t i = 0; i < last.size(); ++i) {
    written["last_round"].push_back(
        {{"value", last[i].value}, {"mean", all.more_is_better ? last[i].mean() : -last[i].mean()}});
    if (!shares) continue;
    written["last_round"].back()["share_of_resamples"] = (*shares)[i];
    if (last[i].value == best.value && last.size() > 1)
      fmt::print("confidence  best of the last {} in {:.1f} % of bootstrap resamples over seeds\n", last.size(),
                 100 * (*shares)[i]);
  }
  const std::string path = all.directory.path + "/tuned.json";
  write_file_atomically(path, written.dump(2) + "\n");
  fmt::print("written {}\n", path);
}

int list_rounds(const Tuning& all, const std::vector<HalvingRound>& rounds,
                const std::vector<HalvingCandidate>& every) {
  Index before = 0, runs = 0;
  for (const auto& round : rounds) {
    fmt::print("round   {} values with {} seeds: {} more runs\n", round.values, round.seeds,
               round.values * (round.seeds - before));
    runs += round.values * (round.seeds - before);
    before = round.seeds;
  }
  fmt::print("{} runs in all; the first round:\n", runs);
  return sweep_command(make_sweep(all.request, all.request.name, all.directory),
                       make_grid(all, every, rounds.front().seeds), all.runner, nullptr);
}

}  // namespace

int tune_command(const TuneRequest& request, const Tree& configuration, const Runner& runner) {
  const std::string key = request.values.key;
  Tuning all{request, configuration,
             runner,  {request.out.empty() ? fmt::format("tuned/{}-{}", request.name, key) : request.out},
             "",      true};
  require(request.values.values.size() > 1, "tune {}: give two or more candidate values, as in --values 0.3:1.2:0.1",
          key);
  std::vector<HalvingCandidate> candidates;
  for (const auto& value : request.values.values) candidates.push_back({value, {}});
  const auto rounds = plan_halving({static_cast<Index>(candidates.size()), request.first_seeds, request.seeds});
  if (request.dry_run) return list_rounds(all, rounds, candidates);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    fmt::print("round   {} of {}: {} values with {} seeds\n", i + 1, rounds.size(), candidates.size(), rounds[i].seeds);
    std::fflush(stdout);
    const int exit_code = sweep_command(make_sweep(request, request.name, all.directory),
                                        make_grid(all, candidates, rounds[i].seeds), runner, nullptr);
    if (exit_code != 0) return exit_code;
    read_scores(all, candidates, rounds[i].seeds);
    const bool is_last = i + 1 == rounds.size();
    print_round(all, candidates, is_last ? 1 : rounds[i + 1].values);
    if (!is_last) candidates = keep_best(candidates, rounds[i + 1].values);
  }
  conclude(all, candidates);
  return 0;
}

}  // namespace sextant::cli
