// Small models and batches for tests, made from the lists: nothing here names a member of a family.
#pragma once

#include <filesystem>

#include "sextant/core/npy.h"
#include "sextant/core/random.h"
#include "sextant/core/tree.h"
#include "sextant/nn/transformer.h"

namespace sextant::test::inline SEXTANT_PRECISION {

/// Options of an encoding by name; one that reads a file gets a random table of the right shape.
inline PositionOptions position_options(const std::string& kind, Index length, Index width) {
  PositionOptions result;
  result.kind = kind;
  result.own = position_family().find(kind).make_options();
  const auto names = option_names({result.own.get()});
  if (std::find(names.begin(), names.end(), "file") != names.end()) {
    const auto path = std::filesystem::temp_directory_path() /
                      fmt::format("sextant_{}_{}_{}_{}.npy", kind, length, width, static_cast<int>(::getpid()));
    std::vector<double> values(static_cast<std::size_t>(length * width));
    const Random random(7, Stream::analysis);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = random.normal(i);
    write_npy(path.string(), {length, width}, values);
    read_options({{"file", path.string()}}, "position", {result.own.get()});
  }
  return result;
}

/// A random batch of a shape: lengths below the model's where they may differ, tokens with some blanks, values, masks,
/// labels with some unscored rows, targets.
inline Batch random_batch(const TaskShape& shape, Index samples, std::uint64_t seed) {
  Batch batch;
  batch.samples = samples;
  const Random random(seed, Stream::data);
  const auto rows = static_cast<std::size_t>(samples * shape.length);
  std::uint64_t n = 0;
  if (shape.ragged)
    for (Index sample = 0; sample < samples; ++sample)
      batch.lengths.push_back(static_cast<std::int32_t>(
          sample == 1 ? shape.length - 1 : 1 + random.below(n++, static_cast<std::uint64_t>(shape.length) - 1)));
  if (shape.input == InputKind::values) {
    batch.values.resize(rows * static_cast<std::size_t>(shape.features));
    for (double& value : batch.values) value = random.normal(n++);
  } else {
    batch.tokens.resize(rows);
    for (std::int32_t& token : batch.tokens)
      token = static_cast<std::int32_t>(random.below(n++, static_cast<std::uint64_t>(shape.features) + 1)) - 1;
  }
  if (shape.readout == ReadoutPlace::masked) {
    batch.masked.resize(rows);
    for (std::size_t row = 0; row < rows; ++row)
      batch.masked[row] = row % static_cast<std::size_t>(shape.length) == 1 || random.uniform(n++) < 0.4;
  }
  const bool by_token = shape.readout == ReadoutPlace::every || shape.readout == ReadoutPlace::masked;
  const std::size_t scored = by_token ? rows : static_cast<std::size_t>(samples);
  if (shape.loss == LossKind::cross_entropy) {
    batch.labels.resize(scored);
    for (std::int32_t& label : batch.labels)
      label = static_cast<std::int32_t>(random.below(n++, static_cast<std::uint64_t>(shape.outputs)));
    if (by_token) batch.labels[1] = Batch::unscored;
  } else {
    batch.targets.resize(scored * static_cast<std::size_t>(shape.outputs));
    for (double& target : batch.targets) target = random.normal(n++);
  }
  return batch;
}

/// Every parameter off its symmetric start, so that no gradient vanishes by accident. Given values stay.
inline void fill_random(Parameters& parameters, double scale, std::uint64_t seed) {
  const Random random(seed, Stream::initialisation);
  std::uint64_t n = 0;
  for (Parameter& parameter : parameters.list())
    for (Index i = 0; i < parameter.size(); ++i) {
      const double centre = !parameter.given.empty() ? parameter.given[static_cast<std::size_t>(i)]
                                                     : (parameter.kind == ParameterKind::gain ? 1.0 : 0.0);
      parameter.value.data[i] = static_cast<real>(centre + scale * random.normal(n++));
    }
}

/// Loss and gradients of a batch worked off in chunks, as the trainer does it.
inline double loss_and_gradients(Transformer& model, const Batch& batch, Index chunk, const Pass& pass) {
  auto gradients = model.parameters().gradients();
  std::fill(gradients.begin(), gradients.end(), real(0));
  Score score;
  model.begin_batch(batch, 0, batch.samples, pass);
  for (Index first = 0; first < batch.samples; first += chunk) {
    score.add(model.forward_chunk(first, std::min(chunk, batch.samples - first)));
    model.backward_chunk(1);
  }
  model.end_batch();
  return score.loss;
}

}  // namespace sextant::test::inline SEXTANT_PRECISION
