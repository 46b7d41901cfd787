// Attention maps of two models, sample by sample and layer by layer.
#pragma once

#include "sextant/nn/model.h"

namespace sextant::analysis {

/// Sample by sample, then layer by layer: (queries, keys), the mean over heads.
using AttentionTables = std::vector<Table>;

AttentionTables attention_tables(Model& model, const Batch& batch);

/// The mean over models of as many layers and tokens.
AttentionTables mean_attention_tables(const std::vector<Model*>& models, const Batch& batch);

/// Cosines of maps, and of what differs from uniform: means over samples, layer by layer.
struct AttentionAgreement {
  std::vector<double> cosine, centred;
  double mean_cosine() const { return mean_of(cosine); }
  double mean_centred() const { return mean_of(centred); }

 private:
  static double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value / static_cast<double>(values.size());
    return sum;
  }
};

/// `order` is that of the reference's tokens; empty: their own. `table` (samples, layers) takes the cosines; may be
/// nullptr.
AttentionAgreement compare_attention(const AttentionTables& maps, const AttentionTables& reference, Index layers,
                                     const std::vector<std::int32_t>& order, Table* table);

}  // namespace sextant::analysis
