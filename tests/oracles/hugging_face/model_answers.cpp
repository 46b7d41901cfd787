// What a foreign model computes here, for compare_transformers.py: the embeddings, the stream behind every block and
// the outputs, for two samples that both sides can make, as JSON.
//
// Usage: model_answers FILE LENGTH
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "sextant/lab/foreign/foreign_model.h"

namespace {

using namespace sextant::test;

constexpr Index samples = 2;

class Recorder final : public Taps {
 public:
  void see(std::string_view name, View<const double> values) override {
    if (name != "embeddings" && name != "outputs" && !name.ends_with(".residual")) return;
    auto& copy = seen[std::string(name)] = nlohmann::json::array();
    for (Index i = 0; i < values.rows; ++i)
      for (Index j = 0; j < values.columns; ++j) copy.push_back(values(i, j));
  }
  nlohmann::json seen;
};

}  // namespace

int main(int, char** argv) {
  const Index length = std::atoll(argv[2]);
  const ForeignModel foreign = read_foreign_model(*open_tensor_file(argv[1]));
  const bool patches = foreign.input == InputKind::values;
  const auto model = foreign.make(length, patches ? ReadoutPlace::cls : ReadoutPlace::every, "double");
  Batch batch;
  batch.samples = samples;
  batch.labels.assign(static_cast<std::size_t>(patches ? samples : samples * length), Batch::unscored);
  for (Index i = 0; i < samples * length; ++i) {
    if (!patches) batch.tokens.push_back(static_cast<std::int32_t>(7 * i % foreign.features));
    for (Index j = 0; patches && j < foreign.features; ++j)
      batch.values.push_back(std::sin(static_cast<double>(i * foreign.features + j)));
  }
  Recorder recorder;
  model->set_taps(&recorder);
  model->forward(batch);
  std::cout << nlohmann::json{{"layout", foreign.layout}, {"seen", recorder.seen}} << '\n';
}
