// A trained model of another program, understood: which of the known layouts it has, what our transformer must be set
// to, and its weights under our names. `make` then runs it like any model of ours.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sextant/core/tensor_file.h"
#include "sextant/nn/model.h"

namespace sextant::lab {

/// What weights alone do not tell. Unset: what the file or a config.json beside it says, else the layout's usual value.
struct ForeignHints {
  std::optional<Index> heads = {};
  std::optional<bool> causal = {};
  std::string activation = {};  // relu, gelu, gelu_tanh
  std::optional<double> norm_epsilon = {};
  std::vector<std::string> ignore = {};  // tensors to run without although they may change the result
};

struct ForeignModel {
  std::string layout;  // "gpt2", "bert", ...
  ModelOptions options;
  Index positions = 0;  // the longest sample, a CLS token included
  Index features = 0;   // vocabulary, or numbers per token
  InputKind input = InputKind::tokens;
  Index outputs = 1;                                   // 1 and weights of zero where the file has no head
  std::map<std::string, std::vector<double>> weights;  // by the names of our parameters
  std::vector<std::string> unread = {};  // fields of a config.json without model_type that nobody looked at
  std::vector<std::string> unused = {};  // tensors that are no part of this layout, and change nothing

  /// For samples of `length` tokens, a CLS token not counted; read at `readout`.
  std::unique_ptr<Model> make(Index length, ReadoutPlace readout, const std::string& precision = "float") const;
  /// The longest such sample.
  Index longest() const { return positions - (options.cls ? 1 : 0); }
};

/// "" where no layout fits; `sextant inspect` then lists tensors only.
std::string find_layout(const TensorFile& file);

/// An Error that says what is missing where the file is not a model of a known layout.
ForeignModel read_foreign_model(const TensorFile& file, const ForeignHints& hints = {});

}  // namespace sextant::lab
