// A corpus whose positional word distributions are known. Two topics of disjoint words take turns along a quarter of a
// circle: position t of n draws from the second one with probability sin^2(a_t), a_t = (pi / 2) t / (n - 1), whatever
// the words of a topic are, so Hellinger distances are chords, d(s, t) = 2 sin(|a_s - a_t| / 2), and have rank 2.
// Words come in pairs of two tones. The tone of the last quarter is the class of a document; the rest has a tone of its
// own that says nothing, so only who knows where a word stands can read the class.
#pragma once

#include <cstdint>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::data {

struct GeneratedText {
  Index documents = 4000;
  Index length = 16;
  Index words = 64;        // a multiple of 4: two topics of pairs
  double tone = 0.9;       // probability that a word has the tone of its part
  std::uint64_t seed = 1;  // of all of it
};

struct GeneratedDocuments {
  std::vector<std::int32_t> words;    // (documents, length), 0 to words - 1
  std::vector<std::int32_t> classes;  // (documents), 0 or 1
};

GeneratedDocuments generate_text(const GeneratedText& request);

/// The Hellinger distances between its positions: (length, length).
Table generated_distances(Index length);

}  // namespace sextant::data
