#include "sextant/stress/corpus_counts.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/random.h"

namespace sextant::stress {
namespace {

// Steps of the stream `analysis`, one for each use.
constexpr std::uint64_t halves_step = 1 << 20;
constexpr std::uint64_t shuffle_step = 2 << 20;
constexpr std::uint64_t weight_step = 3 << 20;

constexpr Index documents_between_looks = 256;

void shuffle_row(std::vector<std::int32_t>& row, const CountRequest& request, Index document) {
  const Random random(request.seed, Stream::analysis, shuffle_step + static_cast<std::uint64_t>(request.shuffle),
                      static_cast<std::uint32_t>(document));
  for (std::size_t i = row.size(); i-- > 1;) std::swap(row[i], row[random.below(i, i + 1)]);
}

/// The weight of a document in all parts of the counts.
std::vector<std::uint32_t> weights_of(const CountRequest& request, Index document) {
  const std::uint32_t weight = request.replicate == 0 ? 1 : bootstrap_weight(request.seed, request.replicate, document);
  std::vector<std::uint32_t> weights(static_cast<std::size_t>(request.splits) + 1, weight);
  const std::uint32_t halves = request.splits > 0 ? halves_of_document(request.seed, document) : 0;
  for (Index split = 0; split < request.splits; ++split)
    if (((halves >> split) & 1u) == 0) weights[static_cast<std::size_t>(split) + 1] = 0;
  return weights;
}

void require_request(const CountRequest& request) {
  require_layout(request.layout);
  require(request.splits >= 0 && request.splits <= 32, "splits: expected 0 to 32, not {}", request.splits);
}

void require_every_position(const PositionCounts& counts) {
  const auto totals = counts.totals(0);
  const auto empty = std::ranges::find(totals, 0u);
  require(empty == totals.end(),
          "positions: {} requested, but no document reaches position {} ({} documents are counted); use fewer "
          "positions or another padding rule",
          counts.positions, empty - totals.begin(), counts.documents);
}

}  // namespace

std::uint32_t halves_of_document(std::uint64_t seed, Index document) {
  return Random(seed, Stream::analysis, halves_step).words(static_cast<std::uint32_t>(document))[0];
}

std::uint32_t bootstrap_weight(std::uint64_t seed, Index replicate, Index document) {
  const Random random(seed, Stream::analysis, weight_step + static_cast<std::uint64_t>(replicate),
                      static_cast<std::uint32_t>(document));
  const double uniform = random.uniform(0);
  double probability = 0.36787944117144233;  // e^-1
  double sum = probability;
  std::uint32_t weight = 0;
  while (uniform >= sum && weight < 20) {
    ++weight;
    probability /= weight;
    sum += probability;
  }
  return weight;
}

std::vector<PositionCounts> count_corpus(DocumentSource& source, std::span<const CountRequest> requests,
                                         const CountWatcher& watch, std::size_t most_bytes) {
  std::vector<PositionCounter> counters;
  for (const auto& request : requests) {
    require_request(request);
    counters.emplace_back(request.layout.positions, request.splits + 1, most_bytes / requests.size());
  }
  std::vector<std::int32_t> document, row;
  for (Index number = 0; source.next(document); ++number) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const auto weights = weights_of(requests[i], number);
      if (weights[0] == 0) continue;
      lay_out(document, requests[i].layout, row);
      if (requests[i].shuffle != 0) shuffle_row(row, requests[i], number);
      counters[i].add(row, weights);
    }
    if (!watch || number % documents_between_looks != 0) continue;
    const BytesRead read = source.progress();
    watch(read.total == 0 ? 0 : static_cast<double>(read.done) / static_cast<double>(read.total));
  }
  std::vector<PositionCounts> results;
  for (auto& counter : counters) {
    results.push_back(counter.take());
    require_every_position(results.back());
  }
  return results;
}

}  // namespace sextant::stress
