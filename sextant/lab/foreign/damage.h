// What a change of its positions does to a model, on the user's text and on our own engine: perplexity before and after
// where the model predicts the next token, else the cosine of its outputs.
#pragma once

#include "sextant/core/tree.h"
#include "sextant/lab/corpus_options.h"
#include "sextant/lab/foreign/checkpoint.h"

namespace sextant::lab {

struct DamageOptions : CorpusOptions {
  Index samples = 8;
  Index length = 0;
  std::vector<std::string> ignore = {};

  void visit(OptionVisitor& option) override;
};

struct Damage {
  Index length = 0, samples = 0;
  std::string inputs = {};                       // "tokens of FILE"
  std::optional<double> perplexity_before = {};  // nothing where the model as it was cannot run at this length
  std::optional<double> perplexity_after = {};   // nothing without text, or where the model predicts no tokens
  std::optional<double> cosine = {};             // mean over tokens of the cosine of the outputs before and after
  std::string note = {};                         // why nothing was measured
};

/// At each of the lengths. A model that cannot be run gives one Damage with a note.
std::vector<Damage> measure_damage(const Checkpoint& before, const Checkpoint& after, const DamageOptions& options,
                                   const std::vector<Index>& lengths);

/// "the perplexity goes from 21.30 to 21.34 (+0.2 %)": one line of it.
std::string describe_damage(const Damage& damage);
Tree damage_json(const std::vector<Damage>& damages);

}  // namespace sextant::lab
