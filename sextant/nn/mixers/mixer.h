// The contract of a mixer: how the tokens of a sample exchange information. A block hands it all rows of some samples
// and takes the answers for the rows that somebody reads; what can be left out then, only the mixer knows (a recurrence
// runs through every row, but projects only those). Padding is not part of a sample: no answer may depend on it.
#pragma once

#include <memory>

#include "sextant/core/family.h"
#include "sextant/nn/dimensions.h"
#include "sextant/nn/mix_setting.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Attention;

class Mixer {
 public:
  virtual ~Mixer() = default;

  /// Once per batch, after the weights changed; and once after the last backward.
  virtual void prepare() {}
  virtual void finish() {}

  /// y (queries, width) from x (samples*length, width). What backward needs besides x, the mixer keeps itself.
  virtual void forward(View<const real> x, const MixSetting& setting, View<real> y) = 0;
  /// The last forward's: dx (samples*length, width) += ..., gradients += ...; dy (queries, width) may be changed.
  virtual void backward(View<const real> x, const MixSetting& setting, View<real> dy, View<real> dx) = 0;

  /// Whether a token can be told of later ones. Where no block can, a CLS token, which stands first, learns nothing.
  virtual bool sees_later() const = 0;
  /// Multiply-adds of its products per token, on paper (nn/step_cost.h).
  virtual double cost_per_token(const Dimensions& dimensions) const = 0;
  /// Attention has exact savings, which a plan of the whole model makes use of (nn/attention/attention.h); others have
  /// none.
  virtual Attention* attention() { return nullptr; }
};

/// What a mixer must know of the model it sits in.
struct MixerContext {
  const ModelOptions& model;
  const Dimensions& dimensions;
  std::string name;     // of its parameters: "blocks.0.gru"
  bool ragged = false;  // samples may be shorter than dimensions.length
};

using MakeMixer = std::unique_ptr<Mixer>(const Options& own, const MixerContext& context, Parameters& parameters);
/// In its list `accepts` says where encodings may act: on embeddings, by rotation or on scores.
const Family<MakeMixer>& mixers();

}  // namespace sextant::nn::inline SEXTANT_PRECISION

/// In the .cpp of a mixer: Class has a type OwnOptions and a constructor
/// (const OwnOptions&, const MixerContext&, Parameters&).
#define SEXTANT_DEFINE_MIXER(name, Class) SEXTANT_DEFINE_VARIANT(MakeMixer, name, Class)
