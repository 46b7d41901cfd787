// A trained (or frozen) tensor and where it lives. A layer declares its parameters and never initialises
// them: an initialiser walks them by role, so gamma, sigma and any per-part scale are configuration.
// All values lie in one flat buffer and all gradients in another, in the order of declaration, trainable
// ones first, without gaps: neighbours of equal width can be used as one matrix (key and value weights).
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/layers/role.h"
#include "sextant/math/tensor.h"

namespace sextant::layers::inline SEXTANT_PRECISION {

struct Parameter {
  std::string name;  // "blocks.0.attention.query.weight"
  Role role = Role::token;
  ParameterKind kind = ParameterKind::weight;
  Index rows = 0;     // outputs of a weight; entries of an embedding
  Index columns = 0;  // inputs of a weight; width of an embedding
  Index fan_in = 0;   // the width of what it multiplies; for embeddings the model's width
  bool trainable = true;
  /// Of a position: whether position.sigma is its spread (of a weight: of what it gives for inputs of unit
  /// spread). False: it only maps what another tensor carries and starts with N(0, 1/fan_in) under a sigma.
  bool carries_sigma = true;
  /// Where set, a spread of its own: N(0, sigma^2), whatever the initialiser.
  std::optional<double> sigma = {};
  std::vector<double> given = {};  // where not empty: the start values, whatever the initialiser

  Index offset = 0;  // into the flat buffers
  View<real> value = {};
  View<real> gradient = {};

  Index size() const { return rows * columns; }
};

class Parameters {
 public:
  Parameter& add(Parameter parameter) {
    list_.push_back(std::move(parameter));
    return list_.back();
  }

  /// Lays out values and gradients; call once, after the last add().
  void allocate();
  /// The same layout over the values of another model of the same configuration.
  void share_values(Parameters& owner);
  /// Points every gradient into a buffer of size() numbers.
  void bind_gradients(real* flat);

  std::deque<Parameter>& list() { return list_; }
  const std::deque<Parameter>& list() const { return list_; }
  /// Throws with the nearest name where there is none.
  Parameter& find(std::string_view name);

  std::span<real> values() { return {values_, static_cast<std::size_t>(size_)}; }
  std::span<const real> values() const { return {values_, static_cast<std::size_t>(size_)}; }
  std::span<real> gradients() { return {gradients_, static_cast<std::size_t>(size_)}; }
  Index size() const { return size_; }
  /// The first trainable_size() numbers of the flat buffers are trained, the rest is frozen.
  Index trainable_size() const { return trainable_size_; }

 private:
  std::deque<Parameter> list_;  // a deque: layers keep pointers into it
  AlignedVector<real> own_values_;
  AlignedVector<real> own_gradients_;
  real* values_ = nullptr;
  real* gradients_ = nullptr;
  Index size_ = 0;
  Index trainable_size_ = 0;
};

}  // namespace sextant::layers::inline SEXTANT_PRECISION
