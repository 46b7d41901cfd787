// One golden of tests/oracles/pytorch/goldens (written by make_goldens.py): a small network, ten batches for it, and
// what PyTorch computed with them in float64. The configuration is TOML in the metadata.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "sextant/core/safetensors.h"
#include "sextant/core/tree.h"
#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/mixers/mixer.h"
#include "sextant/train/trainer.h"

namespace sextant::test::inline SEXTANT_PRECISION {

/// The [shape] section: what a task would say of itself.
struct GoldenShape final : Options {
  TaskShape shape;
  std::string input, readout, loss;

  void visit(OptionVisitor& option) override {
    option("length", shape.length, "tokens per sample");
    option.choice("input", input, {"tokens", "one_hot", "values"}, "what a token is");
    option("features", shape.features, "vocabulary, symbols or numbers per token");
    option.choice("readout", readout, {"last", "masked", "every", "pooled", "cls"}, "where the answer is read");
    option("outputs", shape.outputs, "classes or numbers per scored row");
    option("ragged", shape.ragged, "samples may be shorter");
    option.choice("loss", loss, {"cross_entropy", "squared_error"}, "what is minimised");
  }
  TaskShape resolved() const {
    TaskShape result = shape;
    for (auto kind : {InputKind::tokens, InputKind::one_hot, InputKind::values})
      if (input == name_of(kind)) result.input = kind;
    for (auto place :
         {ReadoutPlace::last, ReadoutPlace::masked, ReadoutPlace::every, ReadoutPlace::pooled, ReadoutPlace::cls})
      if (readout == name_of(place)) result.readout = place;
    for (auto kind : {LossKind::cross_entropy, LossKind::squared_error})
      if (loss == name_of(kind)) result.loss = kind;
    return result;
  }
};

class Golden {
 public:
  static std::string folder() { return SEXTANT_TEST_DATA "/oracles/pytorch/goldens"; }
  /// The files of the folder without their ending, in alphabetical order.
  static std::vector<std::string> names() {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
      if (entry.path().extension() == ".safetensors") result.push_back(entry.path().stem());
    std::ranges::sort(result);
    return result;
  }

  explicit Golden(const std::string& name) : file_(folder() + "/" + name + ".safetensors") {
    Tree tree = parse_toml(file_.metadata().at("configuration"), name);
    GoldenShape shape;
    read_options(tree.at("shape"), "shape", {&shape});
    shape_ = shape.resolved();
    choose_parts(tree.at("model"));
    read_options(tree.at("model"), "model", {&parts_.model});
    if (tree.at("position").contains("file"))  // beside the goldens
      tree["position"]["file"] = folder() + "/" + tree["position"]["file"].get<std::string>();
    read_choice(tree, "position", parts_.position, position_family());
    read_choice(tree, "optimizer", parts_.optimizer, optimizers());
    read_choice(tree, "schedule", parts_.schedule, schedules());
    read_options(tree.at("train"), "train", {&parts_.train});
    const std::string& arrangement = parts_.position.arrangement;
    parts_.arrangement = Arrangement::parse(arrangement == "task" ? "index" : arrangement, shape_.length);
    parts_.train.batch = batch(0).samples;
  }

  const Safetensors& file() const { return file_; }
  const TaskShape& shape() const { return shape_; }
  const SessionParts& parts() const { return parts_; }

  Batch batch(Index step) const {
    Batch batch;
    fill_field(batch.lengths, "batch.lengths", step);
    fill_field(batch.tokens, "batch.tokens", step);
    fill_field(batch.values, "batch.values", step);
    fill_field(batch.masked, "batch.masked", step);
    fill_field(batch.labels, "batch.labels", step);
    fill_field(batch.targets, "batch.targets", step);
    batch.samples = file_.find(shape_.input == InputKind::values ? "batch.values" : "batch.tokens").shape[1];
    return batch;
  }

  void set_parameters(Parameters& parameters) const {
    for (Parameter& parameter : parameters.list()) {
      const auto& entry = file_.find("p." + parameter.name);
      require(entry.shape == std::vector<Index>{parameter.rows, parameter.columns},
              "golden: p.{} has not the shape ({}, {}) of the engine's", parameter.name, parameter.rows,
              parameter.columns);
      const auto values = file_.values(entry.name);
      std::ranges::transform(values, parameter.value.data, [](double value) { return static_cast<real>(value); });
    }
  }

 private:
  /// The options of the mixer and of the feed-forward network stand among the model's.
  void choose_parts(const Tree& fields) {
    ModelOptions& model = parts_.model;
    if (fields.contains("mixer")) model.mixer = fields.at("mixer").get<std::string>();
    if (fields.contains("feed_forward_kind"))
      model.feed_forward_kind = fields.at("feed_forward_kind").get<std::string>();
    model.own[model.mixer] = mixers().find(model.mixer).make_options();
    model.own[model.feed_forward_kind] = feed_forwards().find(model.feed_forward_kind).make_options();
  }

  template <class Chosen, class FamilyType>
  static void read_choice(const Tree& tree, const char* section, Chosen& chosen, const FamilyType& family) {
    const Tree fields = tree.contains(section) ? tree.at(section) : Tree::object();
    if (fields.contains("kind")) chosen.kind = fields.at("kind").template get<std::string>();
    chosen.own = family.find(chosen.kind).make_options();
    read_options(fields, section, {&chosen, chosen.own.get()});
  }

  /// A field of the batch of one step, empty where the golden has none.
  template <class T>
  void fill_field(std::vector<T>& field, const char* name, Index step) const {
    field.clear();
    if (!file_.has(name)) return;
    const auto all = file_.values(name);
    const auto count = static_cast<Index>(all.size()) / file_.find(name).shape[0];
    for (Index i = step * count; i < (step + 1) * count; ++i)
      field.push_back(static_cast<T>(all[static_cast<std::size_t>(i)]));
  }

  Safetensors file_;
  TaskShape shape_;
  SessionParts parts_;
};

/// The golden's batches as a task, so that the trainer itself makes the ten steps.
class GoldenTask final : public Task {
 public:
  explicit GoldenTask(const Golden& golden) : golden_(golden) {}
  TaskShape shape() const override { return golden_.shape(); }
  Index size(const std::string&) const override { return 0; }
  void fill_training(Batch& batch, Index, std::uint64_t, std::uint64_t step) override {
    batch = golden_.batch(static_cast<Index>(step));
  }
  void fill(Batch&, const std::string& split, Index, Index) override { fail("golden: there is no split '{}'", split); }
  Arrangement true_positions() const override { return golden_.parts().arrangement; }

 private:
  const Golden& golden_;
};

}  // namespace sextant::test::inline SEXTANT_PRECISION
