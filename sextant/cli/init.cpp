// `sextant init`: its arguments and what it says.
#include <CLI/CLI.hpp>
#include <map>

#include "sextant/cli/commands.h"
#include "sextant/cli/foreign_text.h"
#include "sextant/cli/print.h"
#include "sextant/core/error.h"
#include "sextant/lab/foreign/initialise_model.h"
#include "sextant/lab/result_json.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

constexpr const char* init_footer =
    "Roles: token, position, query, key, value, attention_output, feed_forward_in, feed_forward_out, readout.\n"
    "Norm weights become 1 and norm biases 0. Each tensor has its own random stream, a function of the seed and its "
    "name.\n"
    "Examples:\n"
    "  sextant init gpt2 --gamma 0.8 --out started\n"
    "  sextant init bert-base-uncased --gamma 0.5 --role query=0.9,key=0.9 --sigma 0.02 --seed 7 --out started";

std::string role_text(const ForeignWeight& weight) {
  if (!weight.role) return weight.entry.dtype.find('I') != std::string::npos ? "buffer" : "unknown";
  return weight.joint ? "query, key, value" : name_of(*weight.role);
}

std::string describe_laws(const InitialisedTensor& tensor) {
  std::vector<std::string> texts;
  for (const Law& law : tensor.laws)
    if (texts.empty() || texts.back() != law.text()) texts.push_back(law.text());
  return texts.empty() ? "unchanged" : fmt::format("{}", fmt::join(texts, "; "));
}

/// Tensors of the same role and law are one row.
std::string describe_initialised(const InitialiseResult& result) {
  struct Group {
    Index tensors = 0, numbers = 0;
    double squares = 0;
  };
  std::vector<std::tuple<std::string, std::string, Index>> order;
  std::map<std::tuple<std::string, std::string, Index>, Group> groups;
  for (const InitialisedTensor& tensor : result.tensors) {
    const auto key = std::tuple(role_text(tensor.weight), describe_laws(tensor), tensor.weight.fan_in);
    if (!groups.contains(key)) order.push_back(key);
    Group& group = groups[key];
    const Index count = tensor.weight.entry.count();
    ++group.tensors;
    group.numbers += count;
    group.squares += static_cast<double>(count) * tensor.deviation * tensor.deviation;
  }
  TextTable table({"role", "fan-in", "distribution", "measured std", "tensors", "numbers"});
  for (const auto& key : order) {
    const Group& group = groups[key];
    const bool drawn = std::get<1>(key) != "unchanged";
    table.add({std::get<0>(key), std::get<2>(key) > 0 ? fmt::format("{}", std::get<2>(key)) : "-", std::get<1>(key),
               drawn ? short_number(std::sqrt(group.squares / static_cast<double>(group.numbers))) : "-",
               fmt::format("{}", group.tensors), fmt::format("{}", group.numbers)});
  }
  return table.text();
}

int run_init(const InitialiseOptions& options, bool json) {
  WarningDisplay display;
  const InitialiseResult result = initialise_model(options, display);
  if (json) {
    print_out("{}\n", as_json(result).dump(2));
    return 0;
  }
  print_out("{}", describe_initialised(result));
  print_out("{}", describe_written(result.written));
  return 0;
}

}  // namespace

void add_init(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("init", "Initialise a model's weights with standard deviation fan_in^-gamma");
  auto options = std::make_shared<InitialiseOptions>();
  auto json = std::make_shared<bool>(false);
  command->add_option("model", options->model, "a Hugging Face model directory, or a .safetensors file")
      ->required()
      ->type_name("MODEL");
  command->add_option("--gamma", options->gamma, "weights are drawn with standard deviation fan_in^-gamma")
      ->capture_default_str();
  command->add_option("--role", options->roles, "another gamma for some roles")
      ->type_name("ROLE=GAMMA,...")
      ->delimiter(',');
  command->add_option("--sigma", options->sigma, "standard deviation of position embeddings (default: by gamma)");
  command->add_option("--bias", options->bias, "biases: uniform (+-1/sqrt(fan_in)) or zero")->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the random numbers")->capture_default_str();
  command->add_option("--out", options->out, "write the model to this new directory")->type_name("DIR");
  command->add_flag("--json", *json, "print the result as JSON instead");
  command->footer(init_footer);
  command->callback([=, &exit_code] { exit_code = run_init(*options, *json); });
}

}  // namespace sextant::cli
