// Rows of variables ready to be learned from: made once per process and request, shared by the runs of a sweep.
#pragma once

#include <functional>
#include <memory>

#include "sextant/data/arrangement.h"
#include "sextant/data/series/network.h"
#include "sextant/data/series/series.h"
#include "sextant/data/series/simulation.h"
#include "sextant/data/token_facts.h"

namespace sextant::data {

struct PreparedRows {
  Table train, test;                                   // (rows, variables * features)
  std::vector<std::string> train_groups, test_groups;  // the recording of each row, or none
  Index half = 0;    // rows [0, half) of `train` are one fold, the others the other one
  Index hidden = 0;  // the first columns are always masked, and no others; 0: masks are drawn
  TokenFacts facts;
  Arrangement places;
  std::vector<std::string> notes = {};                  // how files were read, a sentence each
  Index features = 1;                                   // numbers of each variable, side by side in a row
  std::vector<std::int32_t> train_labels, test_labels;  // the class of each row, or none
};

/// Series from files.
struct SeriesPlan {
  SeriesRequest files;
  std::string split = "auto";  // "subject", "time"; auto: by subject where there are two or more
  double test_share = 0.25;
  bool z_score = true;  // false: the mean alone is taken out
  bool detrend = false;
  bool difference = false;           // changes from one time point to the next, for variables that wander
  std::vector<Index> lags;           // each row holds the values so many time points earlier as well
  std::string arrangement = "auto";  // "connectivity": the graph of positive correlations in training
  Index shuffle = 0;                 // 0: the order of the file; otherwise the seed of another one
  Index shift = 0;                   // 0: as it is; otherwise every variable is shifted in time on its own by this seed
  std::uint64_t seed = 1;            // decides who is tested
};
std::shared_ptr<const PreparedRows> prepare_series(const SeriesPlan& plan);

/// Series of a simulated network, or of a given matrix.
struct SimulationPlan {
  std::string source = "network";  // "coupling" or "covariance": of the file `matrix`
  std::string matrix, labels;
  NetworkRequest network;
  SimulationRequest run;
  Index test_steps = 2000;
  Index shuffle = 1;
};
std::shared_ptr<const PreparedRows> simulate_rows(const SimulationPlan& plan);

/// The rows called `name`: those that were made last, or that somebody still holds, or new ones.
std::shared_ptr<const PreparedRows> share_rows(const std::string& name, const std::function<PreparedRows()>& make);

/// Variables in the order drawn from `seed`; the file's order where it is 0.
std::vector<std::int32_t> order_of_variables(Index count, Index seed);
/// Names, modules and coordinates in that order.
void permute_facts(TokenFacts& facts, const std::vector<std::int32_t>& order);
/// The positive correlations of a covariance matrix, as a graph.
Arrangement graph_of_correlations(const Table& covariance);

}  // namespace sextant::data
