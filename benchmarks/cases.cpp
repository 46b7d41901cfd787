#include "cases.h"

#include "sextant/core/random.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

template <class Section, class SomeFamily>
void choose(Section& section, const SomeFamily& family, const std::string& kind) {
  section.kind = kind;
  section.own = family.find(kind).make_options();
}

SpeedCase base(const TaskShape& shape, const std::string& optimizer) {
  SpeedCase result;
  result.shape = shape;
  result.parts.arrangement = Arrangement::index(shape.length);
  choose(result.parts.position, position_family(), "learned");
  choose(result.parts.optimizer, optimizers(), optimizer);
  choose(result.parts.schedule, schedules(), "constant");
  result.parts.optimizer.learning_rate = 1e-4;
  return result;
}

// Ito et al., Latin squares: four post-norm blocks, positions at every block, a second GELU.
SpeedCase latin(Index width, Index feed_forward, Index batch) {
  SpeedCase result = base({.length = 16, .input = InputKind::one_hot, .features = 5, .outputs = 4}, "adamw");
  ModelOptions& model = result.parts.model;
  model.width = width;
  model.depth = 4;
  model.feed_forward = feed_forward;
  model.second_activation = true;
  result.parts.position.at = "every";
  result.parts.train.batch = batch;
  return result;
}

// The reduced networks of docs/papers/latin_squares.md: the scale small, and quick, which is latin(32, 64, 32).
SpeedCase latin_small() {
  SpeedCase result = latin(48, 96, 64);
  result.parts.train.clip = 1;
  return result;
}

// Zhang et al., anchor functions: causal, post-norm, ReLU, no biases but the readout's.
SpeedCase anchors(Index depth) {
  SpeedCase result = base({.length = 9, .input = InputKind::tokens, .features = 201, .outputs = 201}, "adamw");
  ModelOptions& model = result.parts.model;
  model.width = 400;
  model.depth = depth;
  model.key_width = model.value_width = 200;
  model.feed_forward = 1200;
  model.causal = true;
  model.activation = "relu";
  model.query_bias = model.key_bias = model.value_bias = false;
  model.attention_output_bias = model.feed_forward_bias = false;
  result.parts.train.batch = 2048;
  result.parts.train.clip = 1;
  return result;
}

// Ito et al., fMRI: 360 regions, half of them masked, their values predicted.
SpeedCase fmri() {
  SpeedCase result = base({.length = 360,
                           .input = InputKind::values,
                           .features = 1,
                           .readout = ReadoutPlace::masked,
                           .outputs = 1,
                           .loss = LossKind::squared_error},
                          "adam");
  ModelOptions& model = result.parts.model;
  model.width = 64;
  model.depth = 4;
  model.feed_forward = 256;
  model.second_activation = true;
  result.parts.position.at = "every";
  result.parts.train.batch = 16;
  result.parts.train.gradient_shards =
      1;  // a run per core wants no more, and tables of scores are made once per gradient shard
  return result;
}

SpeedCase small() {
  SpeedCase result = base({.length = 16, .input = InputKind::tokens, .features = 32, .outputs = 32}, "adamw");
  ModelOptions& model = result.parts.model;
  model.width = 64;
  model.depth = 2;
  model.feed_forward = 256;
  result.parts.train.batch = 64;
  return result;
}

// What compare_mixers.py trains: a mixer, or attention with experts, left to right, read by the mean over tokens.
SpeedCase mixer_case(const std::string& kind, Index length) {
  SpeedCase result = base(
      {.length = length, .input = InputKind::tokens, .features = 32, .readout = ReadoutPlace::pooled, .outputs = 32},
      "adamw");
  ModelOptions& model = result.parts.model;
  model.width = 64;
  model.depth = 2;
  model.feed_forward = 256;
  model.causal = true;
  if (kind == "experts")
    model.feed_forward_kind = kind;
  else
    model.mixer = kind;
  result.parts.train.batch = 64;
  result.parts.train.gradient_shards = 1;
  return result;
}

// What encoding_cost.py trains: four heads, left to right, with an encoding or none.
SpeedCase encoding_case(const std::string& encoding, Index length) {
  SpeedCase result = mixer_case("attention", length);
  result.parts.model.heads = 4;
  choose(result.parts.position, position_family(), encoding);
  return result;
}

class PreparedTask final : public Task {
 public:
  PreparedTask(const TaskShape& shape, Index batch) : shape_(shape) {
    for (std::uint64_t n = 0; n < batches_.size(); ++n) draw(batches_[n], batch, n);
  }
  TaskShape shape() const override { return shape_; }
  Index size(const std::string&) const override { return 0; }
  void fill_training(Batch& batch, Index, std::uint64_t, std::uint64_t step) override {
    batch = batches_[step % batches_.size()];
  }
  void fill(Batch& batch, const std::string&, Index, Index) override { batch = batches_[0]; }
  Arrangement true_positions() const override { return Arrangement::index(shape_.length); }

 private:
  void draw(Batch& batch, Index samples, std::uint64_t number) const {
    const Random random(1, Stream::data, number);
    std::uint64_t n = 0;
    const auto rows = static_cast<std::size_t>(samples * shape_.length);
    batch.samples = samples;
    if (shape_.input == InputKind::values) {
      batch.values.resize(rows);
      batch.targets.resize(rows);
      batch.masked.resize(rows);
      for (std::size_t i = 0; i < rows; ++i) {
        batch.values[i] = batch.targets[i] = static_cast<real>(random.normal(n++));
        batch.masked[i] = random.uniform(n++) < 0.5;
      }
      return;
    }
    // One-hot inputs have a blank (the zero vector) besides their symbols; anchors use keys 20..99 and anchors 1..4.
    const bool anchors = shape_.features == 201;
    const int lowest = shape_.input == InputKind::one_hot ? -1 : (anchors ? 20 : 0);
    const int highest = anchors ? 99 : static_cast<int>(shape_.features) - 1;
    batch.tokens.resize(rows);
    for (auto& token : batch.tokens)
      token = lowest + static_cast<std::int32_t>(random.below(n++, static_cast<std::uint64_t>(highest - lowest + 1)));
    batch.labels.resize(static_cast<std::size_t>(samples));
    for (Index sample = 0; sample < samples; ++sample) {
      if (anchors) {
        const auto place = static_cast<Index>(random.below(n++, 7)) + 1;
        for (Index k = 0; k < 2; ++k)
          batch.tokens[static_cast<std::size_t>(sample * shape_.length + place + k)] =
              1 + static_cast<std::int32_t>(random.below(n++, 4));
      }
      batch.labels[static_cast<std::size_t>(sample)] =
          static_cast<std::int32_t>(random.below(n++, static_cast<std::uint64_t>(shape_.outputs)));
    }
  }

  TaskShape shape_;
  std::vector<Batch> batches_ = std::vector<Batch>(8);
};

}  // namespace

std::vector<std::string> speed_case_names() {
  std::vector<std::string> names{"latin",         "latin_small",    "latin_quick",     "anchors2",
                                 "anchors5",      "fmri",           "small",           "gru_64",
                                 "gru_256",       "state_space_64", "state_space_256", "selective_64",
                                 "selective_256", "experts_64",     "experts_256"};
  for (const std::string& encoding : position_family().names()) names.push_back(encoding + "_encoding_64");
  return names;
}

SpeedCase speed_case(const std::string& name) {
  if (name == "latin") return latin(160, 640, 128);
  if (name == "latin_small") return latin_small();
  if (name == "latin_quick") return latin(32, 64, 32);
  if (name == "anchors2") return anchors(2);
  if (name == "anchors5") return anchors(5);
  if (name == "fmri") return fmri();
  if (name == "small") return small();
  for (const Index length : {64, 256})
    for (const std::string kind : {"gru", "state_space", "selective", "experts"})
      if (name == fmt::format("{}_{}", kind, length)) return mixer_case(kind, length);
  for (const std::string& encoding : position_family().names())
    if (name == encoding + "_encoding_64") return encoding_case(encoding, 64);
  fail("there is no case '{}'{}", name, nearest_name_hint(name, speed_case_names()));
}

double operations_outside_products(const SpeedCase& chosen) {
  const ModelOptions& model = chosen.parts.model;
  const auto length = static_cast<double>(chosen.shape.length), width = static_cast<double>(model.width);
  const auto layers = static_cast<double>(chosen.parts.train.batch * model.depth);
  // y, the gradient of the kernel and that of x: a multiply-add per pair of tokens each
  if (model.mixer == "state_space") return layers * width * 3 * 2 * length * (length + 1) / 2;
  // The scan of math/selective_scan.cpp per token, channel and state: 9 instructions for 2^x in 13 forward, 12 for the
  // states again and 8 backward. Inner width 2 x, 16 states: the defaults.
  if (model.mixer == "selective") return layers * length * 2 * width * 16 * (13 + 12 + 8) * 2;
  return 0;
}

std::unique_ptr<Task> make_prepared_task(const TaskShape& shape, Index batch) {
  return std::make_unique<PreparedTask>(shape, batch);
}

}  // namespace sextant::test::inline SEXTANT_PRECISION
