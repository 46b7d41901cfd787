// The two long stages of a discovery, each of which keeps what is there.
#pragma once

#include "sextant/lab/discover/discover.h"

namespace sextant::lab {

/// What a discovery has open while it trains.
struct Training {
  const DiscoverOptions& options;
  const Runner& runner;
  Events& events;
  const std::stop_token& stop;
  Index variables = 0;
};

/// Trains everything; false where it was stopped or failed.
bool train_all(const Training& training, DiscoverResult& result);

/// Adds all findings to the evidence; false where it was stopped.
bool analyse_all(const DiscoverOptions& options, Evidence& evidence, Events& events, const std::stop_token& stop,
                 DiscoverResult& result);

}  // namespace sextant::lab
