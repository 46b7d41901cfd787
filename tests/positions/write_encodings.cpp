// What every encoding computes in double, for the comparison with sextant.torch and sextant.jax: one JSON object per
// line of stdout, for every encoding of the list in every arrangement that it accepts, with each option varied. Inputs
// and parameters are random; `weights` of an output w make the loss sum(w * output), whose gradients stand beside it.
//
// Usage: write_encodings DIRECTORY      (for the table that fixed_table reads)
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>

#include "sextant/core/npy.h"
#include "sextant/math/product.h"
#include "sextant/positions/position.h"
#include "tests/support/option_variations.h"

namespace {

using namespace sextant::test;
using Json = nlohmann::json;

std::mt19937_64 engine(3);

double draw() { return std::normal_distribution<double>()(engine); }

void fill(View<real> x) {
  for (Index i = 0; i < x.rows; ++i)
    for (Index j = 0; j < x.columns; ++j) x(i, j) = draw();
}

Json rows_of(View<const real> x) {
  Json rows = Json::array();
  for (Index i = 0; i < x.rows; ++i) rows.push_back(std::vector<double>(x.row(i), x.row(i) + x.columns));
  return rows;
}

Table random_symmetric(Index count) {
  Table table(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < i; ++j) table(i, j) = table(j, i) = 0.2 + std::abs(draw());
  return table;
}

std::vector<Arrangement> make_arrangements() {
  Table points(6, 2);
  for (double& value : points.values) value = 2 * draw();
  return {Arrangement::index(6),
          Arrangement::index(70),
          Arrangement::grid({2, 7}),
          Arrangement::coordinates(points),
          Arrangement::distances(random_symmetric(5)),
          Arrangement::graph(random_symmetric(5))};
}

Json describe(const Arrangement& arrangement) {
  Json text{{"kind", arrangement.kind_name()}, {"count", arrangement.count()}, {"cls", arrangement.has_cls()}};
  using enum Arrangement::Kind;
  if (arrangement.kind() == grid) text["extents"] = arrangement.extents();
  if (arrangement.kind() == coordinates) text["table"] = rows_of(arrangement.as_coordinates("test").view());
  if (arrangement.kind() == distances) text["table"] = rows_of(arrangement.as_distances("test").view());
  if (arrangement.kind() == graph) text["table"] = rows_of(arrangement.as_graph("test").view());
  return text;
}

/// One encoding in one place, asked in each place where it acts.
class Case {
 public:
  Case(const std::string& kind, const EncodingContext& context, const Tree& options, const std::string& file)
      : context_(context), length_(context.arrangement.length()) {
    const auto own = position_family().find(kind).make_options();
    if (kind == "fixed_table") {
      Tensor table(length_, context.width);
      fill(table.view());
      write_npy(file, {length_, context.width}, {table.data(), table.data() + table.size()});
      answer_["file"] = rows_of(table.view());
      read_options(Tree{{"file", file}}, "position", {own.get()});
    }
    read_options(options, "position", {own.get()});
    position_ = make_position(kind, *own, context, parameters_);
    parameters_.allocate();
    for (Parameter& parameter : parameters_.list()) {
      const bool table = parameter.given.size() > 1;  // of fixed_table and mds: as they are
      for (std::size_t j = 0; j < static_cast<std::size_t>(parameter.size()); ++j)
        parameter.value.data[j] =
            parameter.given.empty() ? 0.5 * draw() : parameter.given[j] * (table ? 1 : 1 + 0.1 * draw());
    }
    answer_["kind"] = kind;
    answer_["options"] = options;
    answer_["arrangement"] = describe(context.arrangement);
    answer_["width"] = context.width;
    answer_["heads"] = context.heads;
    answer_["head_width"] = context.head_width;
    answer_["causal"] = context.causal;
    for (Index i = 0; i < length_; ++i) rows_.push_back(static_cast<std::int32_t>(i));
  }

  Json answer() {
    position_->prepare();
    for (real& gradient : parameters_.gradients()) gradient = 0;
    if (position_->adds_to_embeddings()) ask_embeddings();
    if (position_->rotates()) ask_rotation();
    if (position_->adds_to_scores()) ask_scores();
    if (position_->reads_content()) ask_content();
    position_->finish();
    answer_["parameters"] = Json::object();
    for (const Parameter& parameter : parameters_.list())
      answer_["parameters"][parameter.name.substr(context_.prefix.size() + 1)] = {
          {"value", rows_of(parameter.value)},
          {"gradient", parameter.trainable ? rows_of(parameter.gradient) : Json()}};
    return answer_;
  }

 private:
  void ask_embeddings() {
    Tensor x(length_, context_.width), weights(length_, context_.width);
    fill(x.view());
    fill(weights.view());
    Json said{{"input", rows_of(x.view())}, {"weights", rows_of(weights.view())}};
    position_->add_to_embeddings(x.view(), rows_);
    position_->embeddings_backward(weights.view(), rows_);
    said["output"] = rows_of(x.view());
    answer_["embeddings"] = std::move(said);
  }

  void ask_rotation() {
    Tensor x(length_, context_.heads * context_.head_width), weights(length_, context_.heads * context_.head_width);
    fill(x.view());
    fill(weights.view());
    Json said{{"input", rows_of(x.view())}, {"weights", rows_of(weights.view())}};
    position_->rotate(x.view(), rows_);
    position_->rotate_backward(weights.view(), x.view(), rows_);
    said["output"] = rows_of(x.view());
    said["d_input"] = rows_of(weights.view());
    answer_["rotation"] = std::move(said);
  }

  void ask_scores() {
    for (Index head = 0; head < context_.heads; ++head) {
      Tensor queries(length_, context_.head_width), weights(length_, length_), scores, d_queries;
      fill(queries.view());
      fill(weights.view());
      if (context_.causal)  // what the mask hides has no gradient
        for (Index i = 0; i < length_; ++i)
          for (Index j = i + 1; j < length_; ++j) weights.view()(i, j) = 0;
      scores.shape_zero(length_, length_);
      d_queries.shape_zero(length_, context_.head_width);
      position_->add_to_scores(scores.view(), queries.view(), head, scale, rows_);
      position_->scores_backward(weights.view(), queries.view(), d_queries.view(), head, scale, rows_);
      answer_["scores"].push_back({{"queries", rows_of(queries.view())},
                                   {"weights", rows_of(weights.view())},
                                   {"output", rows_of(scores.view())},
                                   {"d_queries", rows_of(d_queries.view())}});
    }
    answer_["scale"] = scale;
  }

  /// All heads see the same inputs; queries and keys are their own.
  void ask_content() {
    Tensor inputs(length_, context_.width), d_inputs;
    fill(inputs.view());
    d_inputs.shape_zero(length_, context_.width);
    for (Index head = 0; head < context_.heads; ++head) {
      Tensor queries(length_, context_.head_width), keys(length_, context_.head_width), weights(length_, length_);
      Tensor scores(length_, length_), d_queries, d_keys;
      for (Tensor* tensor : {&queries, &keys, &weights}) fill(tensor->view());
      if (context_.causal)  // what the mask hides has no gradient
        for (Index i = 0; i < length_; ++i)
          for (Index j = i + 1; j < length_; ++j) weights.view()(i, j) = 0;
      Json said{
          {"queries", rows_of(queries.view())}, {"keys", rows_of(keys.view())}, {"weights", rows_of(weights.view())}};
      d_queries.shape_zero(length_, context_.head_width);
      d_keys.shape_zero(length_, context_.head_width);
      const Content content{queries.view(), keys.view(), inputs.view(), head, scale, rows_};
      multiply_transposed(queries.view(), keys.view(), scores.view(), Write::replace, scale);
      position_->transform_scores(scores.view(), content);
      position_->transform_backward(weights.view(), content, {d_queries.view(), d_keys.view(), d_inputs.view()});
      multiply(weights.view(), keys.view(), d_queries.view(), Write::add, scale);
      transposed_multiply(weights.view(), queries.view(), d_keys.view(), Write::add, scale);
      said["output"] = rows_of(scores.view());
      said["d_queries"] = rows_of(d_queries.view());
      said["d_keys"] = rows_of(d_keys.view());
      answer_["content"].push_back(std::move(said));
    }
    answer_["inputs"] = rows_of(inputs.view());
    answer_["d_inputs"] = rows_of(d_inputs.view());
    answer_["scale"] = scale;
  }

  static constexpr real scale = 0.37;
  EncodingContext context_;
  Index length_;
  Parameters parameters_;
  std::unique_ptr<Position> position_;
  std::vector<std::int32_t> rows_;
  Json answer_;
};

}  // namespace

int main(int, char** argv) {
  const std::vector<Arrangement> arrangements = make_arrangements();
  for (const std::string& kind : position_family().names()) {
    OptionVariations variations;
    position_family().find(kind).make_options()->visit(variations);
    for (const Tree& options : variations.found)
      for (const Arrangement& arrangement : arrangements)
        for (const bool causal : {false, true})
          for (const bool cls : {false, true}) {
            if (arrangement.count() > 20 && (cls || !options.empty())) continue;  // one long sample is enough
            const EncodingContext context{8, 3, 8, causal, cls ? arrangement.with_cls() : arrangement, "position"};
            try {
              std::cout << Case(kind, context, options, std::string(argv[1]) + "/table.npy").answer().dump() << "\n";
            } catch (const Error&) {  // an arrangement or an option that it refuses
            }
          }
  }
}
