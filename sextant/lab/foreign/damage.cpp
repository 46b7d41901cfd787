#include "sextant/lab/foreign/damage.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/foreign_samples.h"
#include "sextant/lab/foreign/network_layers.h"
#include "sextant/lab/foreign/rope_check.h"

namespace sextant::lab {
namespace {

/// The stream behind the last norm, or the last block where there is none.
class LastStates final : public foreign::Listener {
 public:
  void see(const std::string&, const std::vector<Index>&, View<const double> states) override {
    last = Table(states.rows, states.columns);
    std::copy_n(states.data, last.values.size(), last.values.begin());
  }
  Table last;
};

Table last_states(const Checkpoint& checkpoint, const std::vector<foreign::Sample>& samples) {
  LastStates listener;
  checkpoint.make()->run(samples, {.answer = foreign::Answer::nothing, .listener = &listener});
  return std::move(listener.last);
}

double mean_cosine(const Table& before, const Table& after) {
  double sum = 0;
  for (Index i = 0; i < before.rows; ++i) {
    double dot = 0, first = 0, second = 0;
    for (Index j = 0; j < before.columns; ++j) {
      dot += before(i, j) * after(i, j);
      first += before(i, j) * before(i, j);
      second += after(i, j) * after(i, j);
    }
    sum += first > 0 && second > 0 ? dot / std::sqrt(first * second) : 0;
  }
  return sum / static_cast<double>(std::max<Index>(1, before.rows));
}

bool fits(const Checkpoint& checkpoint, Index length) {
  const Index longest = checkpoint.shape().longest;
  return longest == 0 || length <= longest;
}

Damage measure_at(const Checkpoint& before, const Checkpoint& after, const DamageOptions& options, Index length) {
  LayerRequest request;
  request.samples = options.samples;
  request.length = length;
  request.corpus = with_own_tokenizer(options.corpus_request(), before.file().path());
  const NetworkSamples samples = choose_network_samples(request, after.shape());
  Damage damage{
      .length = samples.length, .samples = static_cast<Index>(samples.samples.size()), .inputs = samples.what};
  const bool predicts = (after.shape().causal || after.shape().mamba) &&
                        after.shape().head.place == foreign::HeadPlace::every_token && !options.corpus.empty();
  if (predicts) {
    if (fits(before, length)) damage.perplexity_before = std::exp(next_token_loss(*before.make(), samples.samples));
    damage.perplexity_after = std::exp(next_token_loss(*after.make(), samples.samples));
  }
  if (fits(before, samples.length))
    damage.cosine = mean_cosine(last_states(before, samples.samples), last_states(after, samples.samples));
  else if (!predicts)
    damage.note = "the model as it was has no outputs at this length to compare with";
  return damage;
}

}  // namespace

void DamageOptions::visit(OptionVisitor& option) {
  option("samples", samples, "samples that the damage is measured on");
  option("length", length, "tokens per sample; 0: the model's longest, at most 512");
  option("ignore", ignore, "fields of config.json, and tensors, to run without although they may change the result");
  CorpusOptions::visit(option);
}

std::vector<Damage> measure_damage(const Checkpoint& before, const Checkpoint& after, const DamageOptions& options,
                                   const std::vector<Index>& lengths) {
  std::vector<Damage> all;
  for (const Index length : lengths) {
    try {
      all.push_back(measure_at(before, after, options, length));
    } catch (const Error& error) {  // too few long documents, say
      all.push_back({.length = length, .note = error.what()});
    }
  }
  return all;
}

std::string describe_damage(const Damage& damage) {
  std::string text = fmt::format("{} samples of {} {}: ", damage.samples, damage.length, damage.inputs);
  if (!damage.note.empty()) return fmt::format("at {} tokens: not measured: {}", damage.length, damage.note);
  if (damage.perplexity_before && damage.perplexity_after)
    text += fmt::format("perplexity {:.4g} -> {:.4g} ({:+.1f} %)", *damage.perplexity_before, *damage.perplexity_after,
                        100 * (*damage.perplexity_after / *damage.perplexity_before - 1));
  else if (damage.perplexity_after)
    text += fmt::format("perplexity {:.4g}; before, the model could not run at this length", *damage.perplexity_after);
  if (damage.cosine)
    text += fmt::format("{}cosine of the outputs before and after {:.4f}", damage.perplexity_after ? ", " : "",
                        *damage.cosine);
  return text;
}

Tree damage_json(const std::vector<Damage>& damages) {
  const auto number = [](const std::optional<double>& value) { return value ? Tree(*value) : Tree(); };
  Tree list = Tree::array();
  for (const Damage& damage : damages)
    list.push_back({{"length", damage.length},
                    {"samples", damage.samples},
                    {"perplexity_before", number(damage.perplexity_before)},
                    {"perplexity_after", number(damage.perplexity_after)},
                    {"cosine", number(damage.cosine)},
                    {"note", damage.note}});
  return list;
}

}  // namespace sextant::lab
