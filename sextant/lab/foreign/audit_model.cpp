#include "sextant/lab/foreign/audit_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/checkpoint.h"
#include "sextant/lab/foreign/model_files.h"
#include "sextant/lab/foreign/position_finder.h"
#include "sextant/lab/foreign/rope_check.h"
#include "sextant/lab/guarded_events.h"

namespace sextant::lab {
namespace {

/// "layers.{}.mlp.up_proj.weight": the same in every layer.
std::string peer_name(const std::string& name) {
  static const std::regex number("\\.[0-9]+\\.");
  return std::regex_replace(name, number, ".{}.");
}

/// Two axes at least that are longer than 1: a CLS token (1, 1, width) is a vector.
bool is_matrix(const AuditedTensor& tensor) {
  return std::ranges::count_if(tensor.weight.entry.shape, [](Index extent) { return extent > 1; }) >= 2;
}
bool is_float(const std::string& type) { return type == "F64" || type == "F32" || type == "F16" || type == "BF16"; }
bool is_gain(const AuditedTensor& tensor) { return tensor.weight.kind == ParameterKind::gain; }

/// Within what chance allows of N(0, deviation^2); a row of padding that is zero is allowed for.
bool looks_initial(const TensorNumbers& numbers, double deviation) {
  const auto count = static_cast<double>(numbers.count);
  if (numbers.count < 64 || numbers.not_finite > 0) return false;
  const double slack = 5 / std::sqrt(2 * count) + 0.02;
  return std::abs(numbers.deviation / deviation - 1) < slack &&
         std::abs(numbers.mean) < 6 * deviation / std::sqrt(count) &&
         std::abs(numbers.kurtosis - 3) < 0.1 + 30 / std::sqrt(count);
}

void judge_alone(AuditedTensor& tensor) {
  const TensorNumbers& numbers = tensor.numbers;
  const auto count = static_cast<double>(numbers.count);
  auto& faults = tensor.faults;
  if (numbers.not_finite > 0)
    faults.push_back(fmt::format("{} of {} numbers are not finite", numbers.not_finite, numbers.count));
  const bool varied = is_matrix(tensor) && numbers.count > 8;
  if (numbers.constant && varied) {
    faults.push_back(numbers.zeros == numbers.count ? "all zero: never initialised, or lost in a conversion"
                                                    : fmt::format("constant: every number is {:.6g}", numbers.mean));
  } else if (varied && static_cast<double>(numbers.zeros) > 0.5 * count) {
    faults.push_back(fmt::format("{:.0f} % of its numbers are zero", 100 * static_cast<double>(numbers.zeros) / count));
  }
  if (static_cast<double>(numbers.tiny) > 0.01 * count && numbers.tiny > 2)
    faults.push_back(fmt::format("{} numbers between 0 and 1e-20: memory that was never initialised", numbers.tiny));
  if (numbers.largest > 1e4 && numbers.not_finite == 0)
    faults.push_back(fmt::format("exploding: its largest number is {:.4g}", numbers.largest));
}

/// Among the tensors of the same name in other layers.
void judge_among_peers(std::vector<AuditedTensor>& tensors, double outlier) {
  std::map<std::string, std::vector<AuditedTensor*>> peers;
  for (AuditedTensor& tensor : tensors)
    if (is_matrix(tensor) && tensor.numbers.deviation > 0)
      peers[peer_name(tensor.weight.entry.name)].push_back(&tensor);
  for (auto& [name, group] : peers) {
    if (group.size() < 3) continue;
    std::vector<double> sizes;
    for (const AuditedTensor* one : group) sizes.push_back(one->numbers.deviation);
    std::ranges::nth_element(sizes, sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2));
    const double median = sizes[sizes.size() / 2];
    for (AuditedTensor* one : group) {
      const double ratio = one->numbers.deviation / median;
      if (one->faults.empty() && (ratio > outlier || ratio < 1 / outlier))
        one->faults.push_back(
            fmt::format("its spread {:.4g} is {:.3g} times that of its peers in other layers ({:.4g})",
                        one->numbers.deviation, ratio, median));
    }
  }
}

/// Gains of zero silence a layer, unless all are stored as gain - 1 (Gemma).
void judge_gains(std::vector<AuditedTensor>& tensors) {
  std::vector<AuditedTensor*> silent;
  Index gains = 0;
  for (AuditedTensor& tensor : tensors) {
    if (!is_gain(tensor)) continue;
    ++gains;
    if (tensor.numbers.zeros == tensor.numbers.count) silent.push_back(&tensor);
  }
  if (2 * static_cast<Index>(silent.size()) > gains) return;
  for (AuditedTensor* one : silent) one->faults.push_back("all zero: the norm silences its layer");
}

void find_duplicates(std::vector<AuditedTensor>& tensors) {
  std::map<std::string, const AuditedTensor*> seen;
  for (AuditedTensor& tensor : tensors) {
    const auto& entry = tensor.weight.entry;
    if (!is_matrix(tensor) || tensor.numbers.constant || tensor.numbers.count < 16 || !tensor.weight.twin.empty())
      continue;
    // The same in every layer; Mamba's logarithms of 1, 2, ... where they start.
    if (entry.name.ends_with("inv_freq") || entry.name.ends_with("attn.bias") || entry.name.ends_with("A_log"))
      continue;
    const auto [place, fresh] = seen.emplace(tensor.numbers.digest, &tensor);
    if (fresh) continue;
    const auto& other = place->second->weight;
    const bool tied = (tensor.weight.role == Role::readout || tensor.weight.role == Role::token) &&
                      (other.role == Role::readout || other.role == Role::token);
    if (!tied)
      tensor.faults.push_back(
          fmt::format("the same numbers as {}: a shard or layer was written twice", other.entry.name));
  }
}

/// Where the architecture declares the law of the start: one at it among peers that left it was never loaded. A table
/// that starts at zero (DeiT's positions) is no fault in a model that was not trained at all.
void find_untrained(std::vector<AuditedTensor>& tensors, double deviation, AuditResult& result) {
  Index initial = 0, judged = 0;
  std::map<std::string, std::vector<AuditedTensor*>> peers;
  for (AuditedTensor& tensor : tensors) {
    if (!is_matrix(tensor) || !tensor.faults.empty()) continue;
    ++judged;
    tensor.initial = looks_initial(tensor.numbers, deviation);
    initial += tensor.initial ? 1 : 0;
    peers[peer_name(tensor.weight.entry.name)].push_back(&tensor);
  }
  result.law = fmt::format("N(0, {:.4g}^2)", deviation);
  result.untrained = judged > 0 && initial * 2 > judged;
  for (AuditedTensor& tensor : tensors)
    if (result.untrained && tensor.numbers.zeros == tensor.numbers.count &&
        (tensor.weight.kind == ParameterKind::embedding || tensor.weight.entry.name.ends_with("bias_table")))
      tensor.faults.clear();
  if (result.untrained) return;
  for (auto& [name, group] : peers) {
    const auto away = std::ranges::count_if(group, [&](const AuditedTensor* one) {
      const double ratio = one->numbers.deviation / deviation;
      return !one->initial && (ratio > 1.3 || ratio < 1 / 1.3);
    });
    if (away < 2 || 2 * away <= static_cast<std::ptrdiff_t>(group.size())) continue;
    for (AuditedTensor* one : group)
      if (one->initial)
        one->faults.push_back(
            fmt::format("still at the law it starts with, {}, while its peers were trained: never loaded", result.law));
  }
}

void judge_positions_tables(const TensorFile& file, std::vector<AuditedTensor>& tensors) {
  for (const FoundTable& found : find_position_tables(file)) {
    if (!found.reason.starts_with("its name")) continue;
    const auto own = std::ranges::find_if(
        tensors, [&](const AuditedTensor& tensor) { return tensor.weight.entry.name == found.tensor; });
    if (own == tensors.end() || !own->faults.empty()) continue;
    const Table table = read_positions(file, found);
    for (const std::string& fault : {find_shuffled_rows(table, found.grid_columns), find_untrained_rows(table)})
      if (!fault.empty()) own->faults.push_back(fault);
  }
}

/// config.json against the tensors: names, shapes, stored rotary frequencies.
void judge_config(const std::string& weights, AuditResult& result) {
  const std::string type = model_type_beside(weights);
  if (type.empty() || !find_architecture(type)) return;
  try {
    const Checkpoint checkpoint(weights, {});
    const auto network = checkpoint.make();  // loads what is outside the blocks
    foreign::Sample sample;
    if (checkpoint.shape().images())
      sample.patches.assign(static_cast<std::size_t>(checkpoint.shape().grid_rows * checkpoint.shape().grid_columns *
                                                     checkpoint.shape().features()),
                            0.0);
    else
      sample.tokens = {0};
    // One token through every block and the head: all shapes are checked.
    const bool every = checkpoint.shape().head.place == foreign::HeadPlace::every_token;
    network->run({sample}, {.answer = every ? foreign::Answer::last : foreign::Answer::outputs});
    if (checkpoint.shape().ropes.empty()) return;
    for (const RopeLayer& layer : check_rope(checkpoint.file(), {}).layers)
      if (layer.verdict == RopeVerdict::differs)
        result.faults.push_back(fmt::format("layer {}: {}", layer.layer, layer.how));
  } catch (const Error& error) {
    result.faults.emplace_back(error.what());
  }
}

std::string audit_sentence(const AuditResult& result) {
  const Index faults = result.fault_count();
  const std::string start =
      result.untrained ? fmt::format(" The model is untrained: its matrices are at {}.", result.law) : "";
  if (faults == 0) return fmt::format("Nothing is wrong with the {} tensors.{}", result.tensors.size(), start);
  return fmt::format("{} fault(s) in {} tensors.{}", faults, result.tensors.size(), start);
}

}  // namespace

void AuditOptions::visit(OptionVisitor& option) {
  option.path("model", model, "a directory with config.json and safetensors, or a file of tensors");
  option("outlier", outlier, "a matrix this many times wider or narrower than its peers in other layers is a fault");
}

Index AuditResult::fault_count() const {
  auto count = static_cast<Index>(faults.size());
  for (const AuditedTensor& tensor : tensors) count += static_cast<Index>(tensor.faults.size());
  return count;
}

AuditResult audit_model(const AuditOptions& options, Events& events, std::stop_token stop) {
  require(options.outlier > 1, "outlier: expected more than 1, not {}", options.outlier);
  const std::string weights = weights_file(options.model);
  const auto file = open_tensor_file(weights);
  AuditResult result;
  auto described = describe_weights(*file);
  events.on_stage("reading tensors");
  double done = 0;
  for (ForeignWeight& weight : described) {
    if (stop.stop_requested()) throw Stopped("audit: stopped");
    if (!is_float(weight.entry.dtype) && weight.entry.dtype != "numbers") continue;
    AuditedTensor tensor{.weight = std::move(weight)};
    tensor.numbers = measure_numbers(*file, tensor.weight.entry);
    judge_alone(tensor);
    result.tensors.push_back(std::move(tensor));
    events.on_progress({"reading tensors", ++done, static_cast<double>(described.size()), "tensors", {}});
  }
  judge_gains(result.tensors);
  judge_among_peers(result.tensors, options.outlier);
  find_duplicates(result.tensors);
  const std::string config = config_beside(weights);
  if (!config.empty() && model_type_beside(weights) != "") {
    ModelConfig fields = ModelConfig::read(config);
    const double range = fields.number("initializer_range", 0.02);
    if (range > 0) find_untrained(result.tensors, range, result);
  }
  judge_positions_tables(*file, result.tensors);
  events.on_stage("running one token");
  judge_config(weights, result);
  result.sentence = audit_sentence(result);
  return result;
}

}  // namespace sextant::lab
