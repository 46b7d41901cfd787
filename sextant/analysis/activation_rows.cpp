#include "sextant/analysis/activation_rows.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

constexpr Index samples_at_once = 32;  // samples at a time, so that activations stay in the cache

/// Listens as long as it lives.
class RowTap final : public Taps {
 public:
  RowTap(Model& model, const std::string& name, const std::vector<Index>& tokens)
      : model_(model), name_(name), tokens_(tokens), length_(model.shape().length + (model.options().cls ? 1 : 0)) {
    model_.set_taps(this);
  }
  ~RowTap() override { model_.set_taps(nullptr); }

  // values (samples of the chunk * length, width); chunks come in order
  void see(std::string_view name, View<const double> values) override {
    if (name != name_) return;
    if (rows.columns == 0) rows = Table(static_cast<Index>(tokens_.size()), values.columns);
    for (Index sample = 0; sample < values.rows / length_; ++sample, ++seen) {
      const double* row = values.row(sample * length_ + tokens_[static_cast<std::size_t>(seen)]);
      for (Index j = 0; j < values.columns; ++j) rows(seen, j) = static_cast<double>(row[j]);
    }
  }

  Table rows;
  Index seen = 0;

 private:
  Model& model_;
  const std::string& name_;
  const std::vector<Index>& tokens_;
  Index length_;
};

}  // namespace

Table activation_rows(Model& model, const Batch& batch, const std::string& name, const std::vector<Index>& tokens) {
  require(static_cast<Index>(tokens.size()) == batch.samples, "activation {}: {} tokens given for {} samples", name,
          tokens.size(), batch.samples);
  RowTap tap(model, name, tokens);
  model.begin_batch(batch, 0, batch.samples, {});
  for (Index first = 0; first < batch.samples; first += samples_at_once) {
    look_for_stop();
    model.forward_chunk(first, std::min(samples_at_once, batch.samples - first));
  }
  require(tap.seen == batch.samples, "activation {}: the model has no such activation", name);
  return std::move(tap.rows);
}

}  // namespace sextant::analysis
