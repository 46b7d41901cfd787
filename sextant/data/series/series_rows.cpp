// Series of files as rows: trends, split, scales, order of the variables.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/data/series/covariance.h"
#include "sextant/data/series/preparation.h"
#include "sextant/data/series/prepared_rows.h"

namespace sextant::data {
namespace {

/// What changes the bytes of a file changes the name.
void add_digest(std::string& name, const std::string& path) {
  if (path.empty()) return;
  const std::string place = split_array_path(path).first;
  std::vector<std::string> files{place};
  if (std::filesystem::is_directory(place)) {
    files.clear();
    for (const auto& entry : std::filesystem::directory_iterator(place))
      if (entry.is_regular_file()) files.push_back(entry.path().string());
    std::ranges::sort(files);
  }
  for (const auto& file : files) name += " " + file + " " + digest_file(file);
}

std::string name_of(const SeriesPlan& plan) {
  std::string name =
      fmt::format("series {} {} {} {} {} {} {} {} {} {} {} {} {} {}", plan.files.data, plan.files.time, plan.files.fill,
                  plan.files.drop_constant, plan.split, plan.test_share, plan.z_score, plan.detrend, plan.difference,
                  fmt::join(plan.lags, ","), plan.arrangement, plan.shuffle, plan.shift, plan.seed);
  for (const auto& path : {plan.files.data, plan.files.labels, plan.files.coordinates}) add_digest(name, path);
  return name;
}

/// Rows [first, first + count) of a recording, on one side of the split.
struct Piece {
  const Recording* recording;
  Index first, count;
};

struct SeriesSides {
  std::vector<Piece> train, test;
};

Index test_count(Index count, double share, const char* what) {
  const auto tested = static_cast<Index>(std::lround(share * static_cast<double>(count)));
  require(tested >= 1 && tested < count, "task.test_share: cannot hold out {} of {} {} for testing", share, count,
          what);
  return tested;
}

SeriesSides split(const SeriesPlan& plan, const std::vector<Recording>& recordings) {
  const auto people = static_cast<Index>(recordings.size());
  SeriesSides sides;
  if (plan.split == "time" || (plan.split == "auto" && people < 2)) {
    for (const auto& recording : recordings) {
      const Index times = recording.values.rows, trained = times - test_count(times, plan.test_share, "time points");
      sides.train.push_back({&recording, 0, trained});
      sides.test.push_back({&recording, trained, times - trained});
    }
    return sides;
  }
  require(people >= 2, "task.split: subject needs two or more recordings, found one; use time");
  std::vector<std::int32_t> order(recordings.size());
  Random(plan.seed, Stream::order).permutation(order);
  const Index trained = people - test_count(people, plan.test_share, "recordings");
  std::sort(order.begin(), order.begin() + trained);
  std::sort(order.begin() + trained, order.end());
  for (Index i = 0; i < people; ++i) {
    const Recording& recording = recordings[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
    (i < trained ? sides.train : sides.test).push_back({&recording, 0, recording.values.rows});
  }
  return sides;
}

/// Scales come from the rows that may be looked at: the part for training, or all of a person who is only tested.
void prepare(const SeriesPlan& plan, Recording& recording, Index first, Index count, std::uint32_t part) {
  if (plan.detrend) detrend(recording.values, first, count);
  if (plan.shift != 0) shift_columns(recording.values, static_cast<std::uint64_t>(plan.shift), part);
  ColumnScale scale = measure_columns(recording.values, first, count);
  if (!plan.z_score) std::ranges::fill(scale.deviation, 1.0);
  standardise(recording.values, scale);
}

Index longest_lag(const SeriesPlan& plan) { return plan.lags.empty() ? 0 : std::ranges::max(plan.lags); }

/// Each row: the values now, then those at each lag, all of one side of the split.
void append(const SeriesPlan& plan, const std::vector<Piece>& pieces, Table& rows, std::vector<std::string>& groups) {
  const Index longest = longest_lag(plan);
  for (const auto& piece : pieces) {
    const Table& values = piece.recording->values;
    require(piece.count > longest + 1, "task.lags: {} time points of {} are too few for a lag of {}", piece.count,
            piece.recording->name, longest);
    rows.columns = values.columns * (1 + static_cast<Index>(plan.lags.size()));
    rows.rows += piece.count - longest;
    const auto copy = [&](Index time) {
      const auto begin = values.values.begin() + time * values.columns;
      rows.values.insert(rows.values.end(), begin, begin + values.columns);
    };
    for (Index time = piece.first + longest; time < piece.first + piece.count; ++time) {
      copy(time);
      for (const Index lag : plan.lags) copy(time - lag);
    }
    groups.insert(groups.end(), static_cast<std::size_t>(piece.count - longest),
                  std::filesystem::path(piece.recording->name).stem().string());
  }
}

/// Half of the people, or half of the time of the only one.
Index half_of(const SeriesPlan& plan, const std::vector<Piece>& pieces) {
  if (pieces.size() == 1) return (pieces.front().count - longest_lag(plan)) / 2;
  Index rows = 0;
  for (std::size_t i = 0; i < pieces.size() / 2; ++i) rows += pieces[i].count - longest_lag(plan);
  return rows;
}

/// The same of the tokens of earlier times, which stand behind those of now.
void repeat_at_lags(const SeriesPlan& plan, TokenFacts& facts, std::vector<std::int32_t>& order) {
  if (plan.lags.empty()) return;
  const auto count = static_cast<Index>(order.size());
  for (Index i = 0; i < count && static_cast<Index>(facts.names.size()) < count; ++i)
    facts.names.push_back(std::to_string(order[static_cast<std::size_t>(i)] + 1));
  const TokenFacts now = facts;
  for (std::size_t k = 0; k < plan.lags.size(); ++k)
    for (Index i = 0; i < count; ++i) {
      const auto own = static_cast<std::size_t>(i);
      order.push_back(order[own] + static_cast<std::int32_t>((static_cast<Index>(k) + 1) * count));
      facts.names.push_back(fmt::format("{} (t-{})", now.names[own], plan.lags[k]));
      if (!now.modules.empty()) facts.modules.push_back(now.modules[own]);
      for (Index axis = 0; axis < now.coordinates.columns; ++axis)
        facts.coordinates.values.push_back(now.coordinates(i, axis));
      facts.coordinates.rows += now.coordinates.rows > 0 ? 1 : 0;
    }
}

Arrangement find_places(const SeriesPlan& plan, const PreparedRows& rows) {
  if (plan.arrangement == "connectivity") return graph_of_correlations(second_moments(rows.train, 0, rows.train.rows));
  if (rows.facts.coordinates.rows > 0) return Arrangement::coordinates(rows.facts.coordinates);
  return Arrangement::index(rows.train.columns);
}

PreparedRows make(const SeriesPlan& plan) {
  SeriesTable series = read_series(plan.files);
  if (plan.difference)
    for (auto& recording : series.recordings) recording.values = differences_of(recording.values);
  const SeriesSides sides = split(plan, series.recordings);
  std::uint32_t part = 0;
  for (const auto* side : {&sides.train, &sides.test})
    for (const auto& piece : *side) {
      if (piece.first > 0) continue;  // the later part of a recording whose beginning is trained on
      prepare(plan, series.recordings[static_cast<std::size_t>(piece.recording - series.recordings.data())], 0,
              piece.count, part++);
    }
  for (std::size_t k = 0; k < plan.lags.size(); ++k)
    require(std::ranges::count(plan.lags, plan.lags[k]) == 1, "task.lags: {} appears twice", plan.lags[k]);
  PreparedRows rows;
  append(plan, sides.train, rows.train, rows.train_groups);
  append(plan, sides.test, rows.test, rows.test_groups);
  rows.half = half_of(plan, sides.train);
  rows.hidden = plan.lags.empty() ? 0 : series.count();
  rows.facts = {.names = series.variables, .modules = series.labels, .coordinates = series.coordinates};
  auto order = order_of_variables(series.count(), plan.shuffle);
  permute_facts(rows.facts, order);
  repeat_at_lags(plan, rows.facts, order);
  permute_columns(rows.train, order);
  permute_columns(rows.test, order);
  rows.places = find_places(plan, rows);
  rows.notes = std::move(series.notes);
  return rows;
}

}  // namespace

std::shared_ptr<const PreparedRows> prepare_series(const SeriesPlan& plan) {
  return share_rows(name_of(plan), [&] { return make(plan); });
}

}  // namespace sextant::data
