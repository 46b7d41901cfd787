#include "sextant/lab/foreign/initialise_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/lab/guarded_events.h"

namespace sextant::lab {
namespace {

using Gammas = std::map<Role, double>;

/// {"query=0.9", ...} over one gamma for all.
Gammas read_gammas(const InitialiseOptions& options) {
  require(std::isfinite(options.gamma), "gamma: expected a finite number, not {}", options.gamma);
  Gammas gammas;
  std::vector<std::string> names;
  for (const Role role : all_roles()) {
    gammas[role] = options.gamma;
    names.push_back(name_of(role));
  }
  for (const std::string& text : options.roles) {
    const std::size_t equals = text.find('=');
    require(equals != std::string::npos, "role '{}': expected ROLE=GAMMA, as in query=0.9", text);
    const std::string name = text.substr(0, equals);
    const auto found = std::ranges::find(names, name);
    require(found != names.end(), "no role '{}'{}; known: {}", name, nearest_name_hint(name, names),
            fmt::join(names, ", "));
    double gamma = 0;
    const char* end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data() + equals + 1, end, gamma);
    require(problem == std::errc() && rest == end && std::isfinite(gamma),
            "role '{}': expected a number behind =", text);
    gammas[all_roles()[static_cast<std::size_t>(found - names.begin())]] = gamma;
  }
  return gammas;
}

Law law_of_role(const ForeignWeight& weight, Role role, const Gammas& gammas, const InitialiseOptions& options) {
  const auto fan_in = static_cast<double>(weight.fan_in);
  if (weight.kind == ParameterKind::gain) return Law::constant(1);
  if (weight.kind == ParameterKind::bias)
    return role == Role::norm || options.bias == "zero" ? Law::constant(0) : Law::uniform(1 / std::sqrt(fan_in));
  if (role == Role::position && options.sigma)
    return Law::normal(weight.kind == ParameterKind::embedding ? *options.sigma : *options.sigma / std::sqrt(fan_in));
  return Law::normal(std::pow(fan_in, -gammas.at(role)));
}

std::vector<Law> laws_of(const ForeignWeight& weight, const Gammas& gammas, const InitialiseOptions& options) {
  if (!weight.role) return {};
  if (!weight.joint || weight.kind != ParameterKind::weight)
    return {law_of_role(weight, *weight.role, gammas, options)};
  return {law_of_role(weight, Role::query, gammas, options), law_of_role(weight, Role::key, gammas, options),
          law_of_role(weight, Role::value, gammas, options)};
}

/// Which of the laws is in force for number j.
std::size_t third_of(const ForeignWeight& weight, Index j) {
  if (!weight.joint || weight.kind != ParameterKind::weight) return 0;
  const Index outputs = weight.transposed ? weight.entry.shape.back() : weight.entry.shape.front();
  const Index output = weight.transposed ? j % outputs : j / (weight.entry.count() / outputs);
  return static_cast<std::size_t>(std::min<Index>(2, output / std::max<Index>(1, outputs / 3)));
}

std::vector<double> draw_tensor(const ForeignWeight& weight, const std::vector<Law>& laws, std::uint64_t seed) {
  const std::uint64_t stream = std::stoull(Digest().add(weight.entry.name).text(), nullptr, 16);
  const Random random(seed, Stream::initialisation, stream >> 32, static_cast<std::uint32_t>(stream));
  std::vector<double> values(static_cast<std::size_t>(weight.entry.count()));
  for (std::size_t j = 0; j < values.size(); ++j) {
    const Law& law = laws[third_of(weight, static_cast<Index>(j))];
    values[j] = law.centre;
    if (law.kind == Law::Kind::normal) values[j] += law.spread * random.normal(j);
    if (law.kind == Law::Kind::uniform) values[j] += law.spread * (2 * random.uniform(j) - 1);
  }
  return values;
}

void measure_drawn(const std::vector<double>& values, InitialisedTensor& tensor) {
  const auto count = static_cast<double>(values.size());
  for (const double value : values) tensor.mean += value;
  tensor.mean /= count;
  double squares = 0;
  for (const double value : values) squares += (value - tensor.mean) * (value - tensor.mean) / count;
  tensor.deviation = std::sqrt(squares);
}

void warn_of_unknown(const std::vector<InitialisedTensor>& tensors, Events& events) {
  std::vector<std::string> names;
  for (const InitialisedTensor& tensor : tensors)
    if (tensor.laws.empty() && tensor.weight.entry.dtype.find('I') == std::string::npos)
      names.push_back(tensor.weight.entry.name);
  if (names.empty()) return;
  const std::size_t more = names.size() > 3 ? names.size() - 3 : 0;
  names.resize(names.size() - more);
  events.on_message(
      {Message::Kind::warning, fmt::format("left as it was, because the name does not tell the role: {}{}",
                                           fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : "")});
}

}  // namespace

void InitialiseOptions::visit(OptionVisitor& option) {
  option.path("model", model, "a directory with config.json and safetensors, or a .safetensors file");
  option("gamma", gamma, "weights are drawn with standard deviation fan_in^-gamma");
  option("roles", roles, "another gamma for some roles: query=0.9, position=1, ...");
  option("sigma", sigma, "standard deviation of position embeddings; auto: as gamma says");
  option.choice("bias", bias, {"uniform", "zero"}, "biases: U(-1/sqrt(fan_in), 1/sqrt(fan_in)) or zero");
  option("seed", seed, "seed of the random numbers");
  option("out", out, "directory to write the model to; empty: nowhere");
}

InitialiseResult initialise_model(const InitialiseOptions& options, Events& events, std::stop_token stop) {
  const Gammas gammas = read_gammas(options);
  require(!options.sigma || (std::isfinite(*options.sigma) && *options.sigma >= 0),
          "sigma: expected a number of 0 or more, not {}", options.sigma.value_or(0));
  require(options.bias == "uniform" || options.bias == "zero", "bias '{}': expected uniform or zero", options.bias);
  require(options.seed >= 0, "seed: expected 0 or more, not {}", options.seed);
  const ModelFiles model = find_model_files(options.model);
  if (!options.out.empty()) require_new_place(model, options.out);
  const auto file = open_tensor_file(model.weights);
  InitialiseResult result;
  ChangedTensors changed;
  for (ForeignWeight& weight : describe_weights(*file)) {
    if (stop.stop_requested()) throw Stopped("init: stopped");
    events.on_stage(fmt::format("drawing {}", weight.entry.name));
    InitialisedTensor tensor{.laws = laws_of(weight, gammas, options)};
    if (!tensor.laws.empty()) {
      const bool tied = !weight.twin.empty() && changed.contains(weight.twin);
      auto values = tied ? changed.at(weight.twin).values
                         : draw_tensor(weight, tensor.laws, static_cast<std::uint64_t>(options.seed));
      measure_drawn(values, tensor);
      changed[weight.entry.name] = {std::move(values)};
    }
    tensor.weight = std::move(weight);
    result.tensors.push_back(std::move(tensor));
  }
  require(!changed.empty(), "{}: no tensor has a name that tells what it is for", model.weights);
  if (!options.out.empty()) {
    if (stop.stop_requested()) throw Stopped("init: stopped before writing");
    events.on_stage("writing the model");
    result.written = write_model(model, {.tensors = changed}, options.out);
  }
  warn_of_unknown(result.tensors, events);
  return result;
}

}  // namespace sextant::lab
