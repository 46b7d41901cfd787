#include "sextant/analysis/attention_comparison.h"

#include <cmath>

#include "sextant/analysis/attention.h"

namespace sextant::analysis {
namespace {

/// cos(a - shift, b - shift), 0 where one of them is nothing but the shift.
double shifted_cosine(const Table& a, const Table& b, double shift) {
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const double x = a.values[i] - shift, y = b.values[i] - shift;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

Table permuted_map(const Table& map, const std::vector<std::int32_t>& order) {
  Table result(map.rows, map.columns);
  for (Index i = 0; i < map.rows; ++i)
    for (Index j = 0; j < map.columns; ++j)
      result(i, j) = map(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  return result;
}

}  // namespace

AttentionTables attention_tables(Model& model, const Batch& batch) {
  AttentionTables maps;
  for (Index sample = 0; sample < batch.samples; ++sample) {
    const auto heads = mean_attention(model, batch, sample, 1);
    for (const auto& one : heads) {
      if (one.head == 0) maps.emplace_back(one.weights.rows, one.weights.columns);
      for (std::size_t i = 0; i < one.weights.values.size(); ++i)
        maps.back().values[i] += one.weights.values[i] / static_cast<double>(model.options().heads);
    }
  }
  return maps;
}

AttentionTables mean_attention_tables(const std::vector<Model*>& models, const Batch& batch) {
  AttentionTables sum;
  for (Model* model : models) {
    AttentionTables maps = attention_tables(*model, batch);
    if (sum.empty()) {
      sum = std::move(maps);
      continue;
    }
    for (std::size_t m = 0; m < sum.size(); ++m)
      for (std::size_t i = 0; i < sum[m].values.size(); ++i) sum[m].values[i] += maps[m].values[i];
  }
  for (auto& map : sum)
    for (double& value : map.values) value /= static_cast<double>(models.size());
  return sum;
}

AttentionAgreement compare_attention(const AttentionTables& maps, const AttentionTables& reference, Index layers,
                                     const std::vector<std::int32_t>& order, Table* table) {
  AttentionAgreement result;
  result.cosine.resize(static_cast<std::size_t>(layers));
  result.centred.resize(static_cast<std::size_t>(layers));
  const auto samples = static_cast<Index>(maps.size()) / layers;
  for (std::size_t m = 0; m < maps.size(); ++m) {
    const Table other = order.empty() ? reference[m] : permuted_map(reference[m], order);
    const double uniform = 1 / static_cast<double>(other.columns);
    const auto layer = m % static_cast<std::size_t>(layers);
    const double raw = shifted_cosine(maps[m], other, 0), centred = shifted_cosine(maps[m], other, uniform);
    result.cosine[layer] += raw / static_cast<double>(samples);
    result.centred[layer] += centred / static_cast<double>(samples);
    if (table) (*table)(static_cast<Index>(m) / layers, static_cast<Index>(layer)) = raw;
  }
  return result;
}

}  // namespace sextant::analysis
