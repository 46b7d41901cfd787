// What a model of Hugging Face computes here, for compare_architectures.py: the stream behind every block and the
// outputs, as JSON.
//
// Usage: network_answers WEIGHTS PRECISION < {"tokens": [[...], ...]} or {"patches": [[...], ...]}
#include <iostream>
#include <nlohmann/json.hpp>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/checkpoint.h"

namespace {

using namespace sextant::test;
namespace foreign = sextant::foreign;

class Recorder final : public foreign::Listener {
 public:
  void see(const std::string& name, const std::vector<Index>&, View<const double> states) override {
    seen[name] = std::vector<double>(states.data, states.data + states.size());
  }
  nlohmann::json seen;
};

}  // namespace

int main(int, char** argv) {
  try {
    const Checkpoint checkpoint(argv[1], {});
    const auto network = checkpoint.make(argv[2]);
    const auto input = nlohmann::json::parse(std::cin);
    std::vector<foreign::Sample> samples;
    for (const auto& tokens : input.value("tokens", nlohmann::json::array()))
      samples.push_back({tokens.get<std::vector<std::int32_t>>(), {}});
    for (const auto& patches : input.value("patches", nlohmann::json::array()))
      samples.push_back({{}, patches.get<std::vector<double>>()});
    Recorder recorder;
    foreign::RunRequest request;
    request.listener = &recorder;
    const Table outputs = network->run(samples, request);
    std::cout << nlohmann::json{{"seen", recorder.seen}, {"outputs", outputs.values}, {"unused", checkpoint.unused()}};
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
