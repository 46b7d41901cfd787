#include "python_model.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "python_array.h"
#include "python_tree.h"
#include "python_work.h"
#include "sextant/core/error.h"
#include "sextant/lab/loaded_model.h"

namespace sextant::python {
namespace {

using core::Index;
using core::Tree;
using Tokens = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Mask = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// What a call works with. It has its own copies, because the call may be interrupted before the work has ended.
struct Question {
  std::shared_ptr<lab::LoadedModel> model;
  std::shared_ptr<std::mutex> turn;
  Index samples = 0, length = 0;
  std::vector<std::int32_t> tokens;
  std::vector<double> values;
  std::vector<std::uint8_t> masked;
  std::optional<std::vector<std::string>> names;
  bool activations = false;
  lab::ModelAnswer answer;

  template <class Array, class Number>
  void take(const Array& array, std::vector<Number>& to) {
    samples = static_cast<Index>(array.shape(0));
    length = static_cast<Index>(array.shape(1));
    to.assign(array.data(), array.data() + array.size());
  }
  void work() {
    const auto wanted = [&](std::string_view name) {
      return activations && (!names || std::ranges::find(*names, name) != names->end());
    };
    const std::scoped_lock lock(*turn);
    answer = model->answer({samples, length, tokens, values, masked}, wanted);
  }
};

/// A model has room for one pass at a time, so threads take turns.
class PythonModel {
 public:
  explicit PythonModel(std::unique_ptr<lab::LoadedModel> loaded) : loaded_(std::move(loaded)) {}

  nb::object answer(const std::optional<Tokens>& tokens, const std::optional<Values>& values,
                    const std::optional<Mask>& masked, const std::optional<std::vector<std::string>>& names,
                    bool activations) {
    const auto question = std::make_shared<Question>();
    question->model = loaded_;
    question->turn = turn_;
    if (tokens)
      question->take(*tokens, question->tokens);
    else if (values)
      question->take(*values, question->values);
    if (masked) question->masked.assign(masked->data(), masked->data() + masked->size());
    question->names = names;
    question->activations = activations;
    run_work([question](core::Events&, std::stop_token) { question->work(); }, nb::none());
    lab::ModelAnswer& answer = question->answer;
    nb::dict kept;
    for (auto& one : answer.activations) kept[one.name.c_str()] = write_array(std::move(one.table));
    return nb::make_tuple(write_array(std::move(answer.outputs)), kept);
  }

  nb::object facts() {
    const std::scoped_lock lock(*turn_);
    nn::Model& model = ready();
    const auto& shape = model.shape();
    nn::ModelOptions options = model.options();
    Tree tensors = Tree::array();
    for (const auto& tensor : model.tensors())
      tensors.push_back({{"name", tensor.name},
                         {"rows", tensor.rows},
                         {"columns", tensor.columns},
                         {"trainable", tensor.trainable},
                         {"role", layers::name_of(tensor.role)}});
    return write_tree({{"layout", loaded_->layout()},
                       {"precision", model.precision()},
                       {"length", loaded_->length()},
                       {"input", data::name_of(shape.input)},
                       {"features", shape.features},
                       {"readout", data::name_of(shape.readout)},
                       {"outputs", shape.outputs},
                       {"loss", data::name_of(shape.loss)},
                       {"model", core::write_options({&options})},
                       {"tensors", std::move(tensors)}});
  }

  nb::object weight(const std::string& name) {
    const std::scoped_lock lock(*turn_);
    const nn::Model& model = ready();
    return write_array(model.read(model.find(name)));
  }

  nb::object positions(Index block) {
    const std::scoped_lock lock(*turn_);
    nn::Model& model = ready();
    core::require(block >= 0 && block < model.options().depth, "positions: block {} of a model with {} blocks", block,
                  model.options().depth);
    auto geometry = model.geometry(block);
    nb::dict all;
    all["kind"] = geometry.kind == positions::Geometry::Kind::vectors ? "vectors" : "distances";
    all["rule"] = geometry.rule.c_str();
    all["values"] = write_array(std::move(geometry.table));
    return all;
  }

 private:
  nn::Model& ready() { return loaded_->model(loaded_->length()); }

  std::shared_ptr<lab::LoadedModel> loaded_;
  std::shared_ptr<std::mutex> turn_ = std::make_shared<std::mutex>();
};

lab::ForeignHints read_hints(std::optional<Index> heads, std::optional<bool> causal, const std::string& activation) {
  return {.heads = heads, .causal = causal, .activation = activation};
}

}  // namespace

void add_model(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonModel>(module, "Model", "A trained model, run on the engine.")
      .def("answer", &PythonModel::answer, "tokens"_a.none(), "values"_a.none(), "masked"_a.none(), "names"_a.none(),
           "activations"_a, "Outputs, and the activations by name.")
      .def("facts", &PythonModel::facts, "Layout, shape, options and tensors.")
      .def("weight", &PythonModel::weight, "name"_a, "The values of a tensor.")
      .def("positions", &PythonModel::positions, "block"_a, "The vectors or distances of a block's encoding.");
  module.def(
      "load_run_model",
      [](const std::string& directory) {
        const nb::gil_scoped_release released;
        return new PythonModel(lab::load_run_model(directory));
      },
      "directory"_a, nb::rv_policy::take_ownership, "The model of a run, with its last weights.");
  module.def(
      "load_foreign_model",
      [](const std::string& path, std::optional<Index> heads, std::optional<bool> causal,
         const std::string& activation) {
        const nb::gil_scoped_release released;
        return new PythonModel(lab::load_foreign_model(path, read_hints(heads, causal, activation)));
      },
      "path"_a, "heads"_a.none(), "causal"_a.none(), "activation"_a, nb::rv_policy::take_ownership,
      "The model in a checkpoint of another program.");
}

}  // namespace sextant::python
