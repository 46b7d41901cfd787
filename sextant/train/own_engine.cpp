// What an engine of one number type offers to those above the boundary.
#include "sextant/init/initialiser.h"
#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/mixers/mixer.h"
#include "sextant/nn/step_cost.h"
#include "sextant/positions/attention_bias.h"
#include "sextant/train/checkpoint.h"
#include "sextant/train/engine.h"
#include "sextant/train/richness_meter.h"
#include "sextant/train/trainer.h"

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

class OwnSession final : public Session {
 public:
  OwnSession(Task& task, const SessionParts& parts) : parts_(parts), trainer_(task, parts) {}

  Model& model() override { return trainer_.model(); }
  std::vector<AuditRow> initialise() override {
    const auto initialiser = initialisers().find(parts_.init.kind).make(*parts_.init.own, parts_.model.depth);
    sextant::init::initialise(trainer_.parameters(), *initialiser, parts_.position.sigma, parts_.seed);
    auto rows = audit(trainer_.parameters(), *initialiser, parts_.position.sigma);
    require_audit(rows);
    return rows;
  }
  Index step() const override { return trainer_.step(); }
  Index steps() const override { return trainer_.steps(); }
  void set_step(Index step) override { trainer_.set_step(step); }
  StepReport make_step() override { return trainer_.make_step(); }
  Metrics evaluate(const std::string& split) override { return trainer_.evaluate(split); }
  void write_checkpoint(const std::string& path, const CheckpointState& state) override {
    sextant::train::write_checkpoint(path, trainer_.parameters(), trainer_.optimizer(), state);
  }
  CheckpointState read_checkpoint(const std::string& path) override {
    return sextant::train::read_checkpoint(path, trainer_.parameters(), trainer_.optimizer());
  }

 private:
  SessionParts parts_;
  Trainer trainer_;
};

class OwnEngine final : public Engine {
 public:
  const char* precision() const override { return precision_name; }
  const Catalogue& positions() const override { return position_family().catalogue(); }
  const Catalogue& initialisers() const override { return sextant::init::initialisers().catalogue(); }
  const Catalogue& optimizers() const override { return sextant::train::optimizers().catalogue(); }
  const Catalogue& mixers() const override { return sextant::nn::mixers().catalogue(); }
  const Catalogue& feed_forwards() const override { return sextant::nn::feed_forwards().catalogue(); }

  std::unique_ptr<Session> make_session(Task& task, const SessionParts& parts) const override {
    return std::make_unique<OwnSession>(task, parts);
  }
  std::unique_ptr<Model> make_model(const ModelOptions& model, const PositionOptions& position, const TaskShape& shape,
                                    const Arrangement& arrangement) const override {
    return std::make_unique<Transformer>(model, position, shape, arrangement);
  }
  std::unique_ptr<Meter> make_meter(Model& model, Batch probes, std::uint64_t seed) const override {
    auto* own = dynamic_cast<Transformer*>(&model);
    require(own, "meter: a model of the {} engine was given to the {} engine", model.precision(), precision_name);
    return std::make_unique<RichnessMeter>(*own, std::move(probes), seed);
  }
  EncodingAtStart start_encoding(const std::string& kind, const Options& own, const EncodingContext& context,
                                 std::optional<double> sigma, std::uint64_t seed) const override {
    Parameters parameters;
    const auto position = start(kind, own, context, sigma, seed, parameters);
    return {position->geometry(), position->adds_to_scores()};
  }
  Table attention_bias_at_start(const std::string& kind, const Options& own, const EncodingContext& context,
                                std::uint64_t seed) const override {
    Parameters parameters;
    return measure_attention_bias(*start(kind, own, context, std::nullopt, seed, parameters), context);
  }
  double count_step_operations(const ModelOptions& model, const TaskShape& shape, Index batch) const override {
    return sextant::nn::count_step_operations(model, shape, batch);
  }

 private:
  static std::unique_ptr<Position> start(const std::string& kind, const Options& own, const EncodingContext& context,
                                         std::optional<double> sigma, std::uint64_t seed, Parameters& parameters) {
    auto position = make_position(kind, own, context, parameters);
    parameters.allocate();
    const auto& law = sextant::init::initialisers().find("pytorch");
    sextant::init::initialise(parameters, *law.make(*law.make_options(), 1), sigma, seed);
    return position;
  }
};

}  // namespace

const Engine& own_engine() {
  static const OwnEngine engine;
  return engine;
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
