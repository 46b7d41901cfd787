// A trained model to look into: that of a run of ours, or a checkpoint of another program. It is run on inputs of the
// caller's, and every activation can be kept by the name of its tap.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "sextant/lab/foreign/foreign_model.h"

namespace sextant::lab {

/// What goes in: tokens for models of tokens and symbols, values for the others.
struct ModelInput {
  Index samples = 0;
  Index length = 0;
  std::span<const std::int32_t> tokens = {};  // (samples, length); -1 is a blank
  std::span<const double> values = {};        // (samples, length, features)
  std::span<const std::uint8_t> masked = {};  // (samples, length) or empty
};

struct Activation {
  std::string name;  // as docs/architecture.md lists them
  Table table;       // (samples*length, width); scores and patterns (samples*heads*length, length)
};

struct ModelAnswer {
  Table outputs;  // a row for every row that is read out: of a sample, a token or a masked token
  std::vector<Activation> activations = {};
};

class LoadedModel {
 public:
  virtual ~LoadedModel() = default;

  /// "sextant" for a run, else the layout of the checkpoint.
  virtual std::string layout() const = 0;
  /// The length of samples where the model has one of its own, else the longest.
  virtual Index length() const = 0;
  virtual bool takes_length(Index length) const = 0;
  /// Ready for samples of that length; it lives as long as this.
  virtual Model& model(Index length) = 0;

  /// An Error where the input does not fit. `wanted` says which activations are kept.
  ModelAnswer answer(const ModelInput& input, const std::function<bool(std::string_view)>& wanted);
};

/// With the weights of the last checkpoint of the run.
std::unique_ptr<LoadedModel> load_run_model(const std::string& directory);

/// `path` as open_tensor_file takes it; read out at every token.
std::unique_ptr<LoadedModel> load_foreign_model(const std::string& path, const ForeignHints& hints = {});

}  // namespace sextant::lab
