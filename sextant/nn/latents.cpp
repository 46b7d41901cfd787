#include "sextant/nn/latents.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

Latents::Latents(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters)
    : count_(dimensions.latents),
      normalises_(dimensions.pre_norm),
      array_(parameters.add({.name = "latents",
                             .role = Role::latent,
                             .kind = ParameterKind::embedding,
                             .rows = dimensions.latents,
                             .columns = dimensions.width,
                             .fan_in = dimensions.width,
                             .sigma = options.latent_sigma})) {
  if (normalises_) norm_ = Norm(parameters, "latents.norm", dimensions, options.norm_epsilon);
}

void Latents::begin_chunk(const Chunk& input, Index most_samples) {
  chunk_.samples = input.samples;
  chunk_.length = count_;
  chunk_.first_sample = input.first_sample;
  chunk_.batch_samples = input.batch_samples;
  chunk_.room = count_ * most_samples;
  chunk_.positions.reserve(static_cast<std::size_t>(chunk_.room));
  chunk_.positions.clear();
  for (QuerySet* set : {&chunk_.carried, &chunk_.wanted}) {
    set->reserve(chunk_.room, most_samples);
    set->clear();
  }
  for (Index sample = 0; sample < chunk_.samples; ++sample) {
    for (Index latent = 0; latent < count_; ++latent) {
      const Index row = sample * count_ + latent;
      chunk_.positions.push_back(static_cast<std::int32_t>(latent));
      for (QuerySet* set : {&chunk_.carried, &chunk_.wanted}) set->add(row, row, latent);
    }
    for (QuerySet* set : {&chunk_.carried, &chunk_.wanted}) set->end_sample();
  }
}

void Latents::spread(View<const real> own, View<real> rows) const {
  for (Index sample = 0; sample < chunk_.samples; ++sample) copy_to(own, rows.slice_rows(sample * count_, count_));
}

void Latents::gather(View<const real> d, View<real> own) const {
  for (Index sample = 0; sample < chunk_.samples; ++sample) add_to(d.slice_rows(sample * count_, count_), own);
}

void Latents::forward() {
  const Index width = array_.columns;
  for (Tensor* tensor : {&saved_rows_, &d_query_rows_}) tensor->reserve(chunk_.room, width);
  const View<real> rows = saved_rows_.shape(chunk_.rows(), width);
  spread(array_.value, rows);
  source_ = {rows, d_query_rows_.shape_zero(chunk_.rows(), width)};
  if (!normalises_) return;
  norm_.forward(array_.value, nullptr, {}, {}, normalised_.shape(count_, width));
  query_rows_.reserve(chunk_.room, width);
  const View<real> query_rows = query_rows_.shape(chunk_.rows(), width);
  spread(normalised_.view(), query_rows);
  source_.rows = query_rows;
}

void Latents::backward(View<const real> d) {
  gather(d, array_.gradient);
  if (!normalises_) return gather(d_query_rows_.view(), array_.gradient);
  gather(d_query_rows_.view(), d_normalised_.shape_zero(count_, array_.columns));
  norm_.backward(d_normalised_.view(), array_.gradient, Write::add);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
