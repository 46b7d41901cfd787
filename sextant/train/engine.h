// The precision boundary. An engine is everything that is compiled once per number type; whoever stands above asks for
// one by name and sees nothing but double.
#pragma once

#include "sextant/core/family.h"
#include "sextant/positions/encoding_context.h"
#include "sextant/tasks/task.h"
#include "sextant/train/session.h"

namespace sextant::train {

/// An encoding on its own, as it starts.
struct EncodingAtStart {
  Geometry geometry;
  bool adds_to_scores = false;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual const char* precision() const = 0;  // "float" or "double"

  // What can be chosen by name. Options made by one engine are understood by that engine alone.
  virtual const Catalogue& positions() const = 0;
  virtual const Catalogue& initialisers() const = 0;
  virtual const Catalogue& optimizers() const = 0;
  virtual const Catalogue& mixers() const = 0;
  virtual const Catalogue& feed_forwards() const = 0;

  /// The parameters are laid out but not yet drawn; `task` must outlive the session.
  virtual std::unique_ptr<Session> make_session(Task& task, const SessionParts& parts) const = 0;
  /// A model on its own; its weights are not yet drawn.
  virtual std::unique_ptr<Model> make_model(const ModelOptions& model, const PositionOptions& position,
                                            const TaskShape& shape, const Arrangement& arrangement) const = 0;
  /// `probes` are the samples of the kernel. The weights that `model` has now are the start; it must be of this engine
  /// and outlive the meter.
  virtual std::unique_ptr<Meter> make_meter(Model& model, Batch probes, std::uint64_t seed) const = 0;
  /// Drawn by the law of PyTorch, or with the standard deviation `sigma`.
  virtual EncodingAtStart start_encoding(const std::string& kind, const Options& own, const EncodingContext& context,
                                         std::optional<double> sigma, std::uint64_t seed) const = 0;
  /// What it does to the scores of tokens that are all the same, as it starts (positions/attention_bias.h).
  virtual Table attention_bias_at_start(const std::string& kind, const Options& own, const EncodingContext& context,
                                        std::uint64_t seed) const = 0;
  /// Operations of one training step, counted on paper (nn/step_cost.h).
  virtual double count_step_operations(const ModelOptions& model, const TaskShape& shape, Index batch) const = 0;
};

/// By precision, "float" or "double".
const Engine& engine(std::string_view precision);

}  // namespace sextant::train
