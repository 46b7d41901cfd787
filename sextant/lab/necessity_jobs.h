// The models that the proof of necessity looks at.
#pragma once

#include "sextant/lab/configuration.h"

namespace sextant::lab {

/// A small pre-norm encoder for word_order.
Configuration make_necessity_job(std::uint64_t seed);

/// An encoder of random shape, for sequences of random length.
Configuration draw_encoder(std::uint64_t seed, std::uint32_t number);

/// Chooses an encoding; one that reads its vectors from a file gets `table_file`.
void set_position(Configuration& configuration, const std::string& kind, const std::string& table_file);

}  // namespace sextant::lab
