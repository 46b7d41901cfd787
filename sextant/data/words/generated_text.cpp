#include "sextant/data/words/generated_text.h"

#include <cmath>
#include <numbers>

#include "sextant/core/error.h"
#include "sextant/core/random.h"

namespace sextant::data {
namespace {

constexpr std::uint64_t words_step = 1 << 20;  // of the stream `data`

double angle(Index t, Index length) {
  return 0.5 * std::numbers::pi * static_cast<double>(t) / static_cast<double>(length - 1);
}

/// Which pair of a topic has the cumulated share `uniform`, with shares 1, 1/2, 1/3, ... as words have (Zipf).
Index draw_pair(double uniform, Index pairs) {
  double all = 0;
  for (Index i = 1; i <= pairs; ++i) all += 1 / static_cast<double>(i);
  double sum = 0;
  for (Index i = 1; i < pairs; ++i) {
    sum += 1 / static_cast<double>(i) / all;
    if (uniform < sum) return i - 1;
  }
  return pairs - 1;
}

void require_request(const GeneratedText& request) {
  require(request.documents >= 4, "synthetic text: expected 4 or more documents, not {}", request.documents);
  require(request.length >= 4, "synthetic text: expected 4 or more words per document, not {}", request.length);
  constexpr double most_words = 1e9;
  require(static_cast<double>(request.documents) * static_cast<double>(request.length) <= most_words,
          "synthetic text: {} documents of {} words; expected at most {} words in all", request.documents,
          request.length, most_words);
  require(request.words >= 4 && request.words % 4 == 0,
          "synthetic text: expected a vocabulary size that is a multiple of 4 (two topics of pairs), not {}",
          request.words);
  require(request.tone >= 0 && request.tone <= 1, "synthetic text: tone: expected 0 to 1, not {}", request.tone);
}

}  // namespace

GeneratedDocuments generate_text(const GeneratedText& request) {
  require_request(request);
  const Index pairs = request.words / 4;
  GeneratedDocuments result;
  for (Index document = 0; document < request.documents; ++document) {
    const Random random(request.seed, Stream::data, words_step, static_cast<std::uint32_t>(document));
    const Index last_tone = random.uniform(0) < 0.5 ? 0 : 1;
    const Index other_tone = random.uniform(1) < 0.5 ? 0 : 1;
    for (Index t = 0; t < request.length; ++t) {
      const auto number = [&](std::uint64_t use) {
        return random.uniform(2 + 3 * static_cast<std::uint64_t>(t) + use);
      };
      const Index topic = number(0) < std::pow(std::sin(angle(t, request.length)), 2) ? 1 : 0;
      const Index pair = draw_pair(number(1), pairs);
      const Index tone_here = 4 * t >= 3 * request.length ? last_tone : other_tone;
      const Index tone = number(2) < request.tone ? tone_here : 1 - tone_here;
      result.words.push_back(static_cast<std::int32_t>(topic * 2 * pairs + 2 * pair + tone));
    }
    result.classes.push_back(static_cast<std::int32_t>(last_tone));
  }
  return result;
}

Table generated_distances(Index length) {
  Table distances(length, length);
  for (Index s = 0; s < length; ++s)
    for (Index t = 0; t < length; ++t)
      distances(s, t) = 2 * std::sin(0.5 * std::abs(angle(s, length) - angle(t, length)));
  return distances;
}

}  // namespace sextant::data
