#include "sextant/lab/position_card.h"

#include <algorithm>
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/lab/assembly.h"
#include "sextant/lab/necessity_jobs.h"
#include "sextant/lab/position_card_texts.h"

namespace sextant::lab {
namespace {

constexpr Index card_tokens = 24;

PositionCardText find_text(std::string_view name) {
  for (const auto& one : position_card_texts)
    if (one.name == name) return one;
  return {name, "see its source file", "-"};
}

Table distances_of(const Geometry& geometry) {
  if (geometry.kind == Geometry::Kind::distances) return geometry.table;
  const Index count = geometry.table.rows;
  Table distances(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j) {
      double square = 0;
      for (Index k = 0; k < geometry.table.columns; ++k)
        square += std::pow(geometry.table(i, k) - geometry.table(j, k), 2);
      distances(i, j) = std::sqrt(square);
    }
  return distances;
}

void measure_distances(PositionCard& card) {
  const Index count = card.distances.rows;
  const double largest = *std::ranges::max_element(card.distances.values);
  double shift = 0;
  Index apart = 0;
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < i; ++j) {
      if (i + 1 < count) shift = std::max(shift, std::abs(card.distances(i, j) - card.distances(i + 1, j + 1)));
      if (card.distances(i, j) > 1e-9 * largest) ++apart;
    }
  card.shift_error = largest > 0 ? shift / largest : 0;
  card.pairs_apart = static_cast<double>(apart) / static_cast<double>(count * (count - 1) / 2);
}

/// On a small random encoder without a mask.
double measure_order_effect(const std::string& name, std::uint64_t seed) {
  Configuration job = make_necessity_job(seed);
  set_position(job, name, "");
  Assembly assembly(job);
  assembly.session().initialise();
  TaskShape shape = assembly.task().shape();
  shape.readout = ReadoutPlace::every;
  const auto model = engine("double").make_model(job.model, job.position, shape, assembly.task().true_positions());
  model->write_weights(assembly.session().model().read_weights());
  const auto& variant = analyses().find("equivariance");
  return variant.make(*variant.make_options())->measure({*model, job.seed()}).number("relative_error");
}

}  // namespace

PositionCard make_position_card(const std::string& name, std::uint64_t seed) {
  const VariantFacts& facts = engine("double").positions().find(name);
  const auto own = facts.make_options();
  const bool any = facts.accepts.size() == std::size(Arrangement::kinds);
  PositionCard card{.name = facts.name,
                    .sentence = facts.sentence,
                    .formula = std::string(find_text(name).formula),
                    .source = std::string(find_text(name).source),
                    .arrangements = any ? "any" : fmt::format("{}", fmt::join(facts.accepts, ", ")),
                    .beyond = facts.beyond,
                    .options = describe_options(facts.section, {own.get()}),
                    .tokens = card_tokens,
                    .rule = {},
                    .shift_error = {},
                    .pairs_apart = {},
                    .order_effect = {},
                    .distances = {},
                    .attention_bias = {},
                    .stress = find_corpus_stress(name)};
  const auto names = option_names({own.get()});
  if (std::ranges::find(names, "file") != names.end()) return card;
  const Engine& exact = engine("double");
  const EncodingContext context{32, 4, 8, false, Arrangement::index(card_tokens), "position"};
  const Geometry geometry = exact.start_encoding(name, *own, context, std::nullopt, seed).geometry;
  card.rule = geometry.rule;
  card.distances = distances_of(geometry);
  measure_distances(card);
  card.order_effect = measure_order_effect(name, seed);
  card.attention_bias = exact.attention_bias_at_start(name, *own, context, seed);
  return card;
}

}  // namespace sextant::lab
