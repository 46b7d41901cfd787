// Hellinger distances between the positions of rows, |sqrt P_s - sqrt P_t| with P_t the distribution of words at
// position t (Cirrincione, arXiv 2604.05217), padding counted as the word that a model reads there.
#pragma once

#include <string>

#include "sextant/data/words/word_collection.h"

namespace sextant::stress {

/// `estimator` is "cross_half" (two halves of the documents against each other, over four splits: no distance is made
/// of noise alone) or "plug_in". (length, length)
Table word_distances(const WordRows& rows, const std::string& estimator, std::uint64_t seed);

}  // namespace sextant::stress
