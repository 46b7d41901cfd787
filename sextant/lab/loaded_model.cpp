#include "sextant/lab/loaded_model.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sextant/core/files.h"
#include "sextant/lab/assembly.h"
#include "sextant/lab/run_check.h"
#include "sextant/results/run_files.h"

namespace sextant::lab {
namespace {

class Keeper final : public Taps {
 public:
  explicit Keeper(const std::function<bool(std::string_view)>& wanted) : wanted_(wanted) {}

  void see(std::string_view name, View<const double> values) override {
    if (!wanted_(name)) return;
    Activation kept{std::string(name), Table(values.rows, values.columns)};
    for (Index i = 0; i < values.rows; ++i)
      std::copy_n(values.row(i), values.columns, kept.table.values.begin() + i * values.columns);
    activations.push_back(std::move(kept));
  }

  std::vector<Activation> activations;

 private:
  const std::function<bool(std::string_view)>& wanted_;
};

class RunModel final : public LoadedModel {
 public:
  explicit RunModel(const Configuration& configuration, const std::string& checkpoint) : assembly_(configuration) {
    assembly_.session().read_checkpoint(checkpoint);
  }
  std::string layout() const override { return "sextant"; }
  Index length() const override { return assembly_.task().shape().length; }
  bool takes_length(Index length) const override { return length == this->length(); }
  Model& model(Index) override { return assembly_.session().model(); }

 private:
  mutable Assembly assembly_;
};

class ForeignLoadedModel final : public LoadedModel {
 public:
  explicit ForeignLoadedModel(ForeignModel model) : model_(std::move(model)) {}
  std::string layout() const override { return model_.layout; }
  Index length() const override { return model_.longest(); }
  bool takes_length(Index length) const override { return length >= 1 && length <= model_.longest(); }
  Model& model(Index length) override {
    auto& made = by_length_[length];
    if (!made) made = model_.make(length, ReadoutPlace::every);
    return *made;
  }

 private:
  ForeignModel model_;
  std::map<Index, std::unique_ptr<Model>> by_length_;
};

void check_tokens(const ModelInput& input, const TaskShape& shape) {
  require(input.tokens.size() == static_cast<std::size_t>(input.samples * input.length),
          "model: expected tokens (samples, length), but there are {} for {} x {}", input.tokens.size(), input.samples,
          input.length);
  for (const std::int32_t token : input.tokens)
    require(token >= Batch::blank && token < shape.features,
            "model: token {} is outside the vocabulary of {} (0 to {}; -1 is a blank)", token, shape.features,
            shape.features - 1);
}

void check_values(const ModelInput& input, const TaskShape& shape) {
  require(input.values.size() == static_cast<std::size_t>(input.samples * input.length * shape.features),
          "model: expected values (samples, length, {}), but there are {} for {} x {}", shape.features,
          input.values.size(), input.samples, input.length);
  require(std::ranges::all_of(input.values, [](double value) { return std::isfinite(value); }),
          "model: the values hold one that is not finite");
}

Batch make_batch(const ModelInput& input, const TaskShape& shape) {
  const auto rows = static_cast<std::size_t>(input.samples * input.length);
  Batch batch;
  batch.samples = input.samples;
  batch.tokens.assign(input.tokens.begin(), input.tokens.end());
  batch.values.assign(input.values.begin(), input.values.end());
  batch.masked.assign(input.masked.begin(), input.masked.end());
  batch.labels.assign(rows, Batch::unscored);  // enough for every kind of readout
  batch.targets.assign(rows * static_cast<std::size_t>(shape.outputs), 0.0);
  return batch;
}

}  // namespace

ModelAnswer LoadedModel::answer(const ModelInput& input, const std::function<bool(std::string_view)>& wanted) {
  require(input.samples >= 1, "model: expected at least one sample");
  require(takes_length(input.length), "model: samples of {} tokens, but this model takes {}{}", input.length,
          layout() == "sextant" ? "" : "1 to ", length());
  Model& ready = model(input.length);
  const TaskShape& shape = ready.shape();
  require((shape.input == InputKind::values) != input.values.empty(), "model: this model takes {}",
          shape.input == InputKind::values ? fmt::format("values (samples, length, {})", shape.features)
                                           : std::string("token ids (samples, length)"));
  if (shape.input == InputKind::values)
    check_values(input, shape);
  else
    check_tokens(input, shape);
  require(input.masked.empty() || input.masked.size() == static_cast<std::size_t>(input.samples * input.length),
          "model: expected a mask (samples, length)");
  require(shape.readout != ReadoutPlace::masked || std::ranges::count(input.masked, 0) < std::ssize(input.masked),
          "model: it is read out at masked tokens; say which ones by `masked` (samples, length)");
  const Batch batch = make_batch(input, shape);
  Keeper keeper(wanted);
  ready.set_taps(&keeper);
  try {
    ready.forward(batch);
  } catch (...) {
    ready.set_taps(nullptr);
    throw;
  }
  ready.set_taps(nullptr);
  return {ready.read_outputs(), std::move(keeper.activations)};
}

std::unique_ptr<LoadedModel> load_run_model(const std::string& directory) {
  const std::string file = file_in(directory, run_file::configuration);
  require(file_exists(file), "{}: not a run directory (no config.toml)", directory);
  check_run(directory);
  const std::string checkpoint = file_in(directory, run_file::checkpoint);
  require(file_exists(checkpoint), "{}: no checkpoint.safetensors, so there are no weights", directory);
  return std::make_unique<RunModel>(Configuration::read(read_toml_file(file)), checkpoint);
}

std::unique_ptr<LoadedModel> load_foreign_model(const std::string& path, const ForeignHints& hints) {
  return std::make_unique<ForeignLoadedModel>(read_foreign_model(*open_tensor_file(path), hints));
}

}  // namespace sextant::lab
