// Writing a checkpoint, and reading it with suspicion.
#include "sextant/train/checkpoint.h"

#include <cstring>

#include "sextant/core/json_text.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/tree.h"

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

constexpr const char* format_name = "sextant checkpoint 1";
constexpr const char* dtype = sizeof(real) == 4 ? "F32" : "F64";

/// A tensor of the file and the memory it stands for.
struct Slot {
  std::string name;
  std::vector<Index> shape;
  const real* data = nullptr;
  std::size_t bytes = 0;
};

/// Vectors are one-dimensional in the file, as elsewhere.
std::vector<Index> shape_of(const Parameter& parameter) {
  const bool vector = parameter.kind == ParameterKind::bias || parameter.kind == ParameterKind::gain;
  if (vector && parameter.rows == 1) return {parameter.columns};
  return {parameter.rows, parameter.columns};
}

std::vector<Slot> make_slots(const Parameters& parameters, Optimizer& optimizer) {
  std::vector<Slot> slots;
  const auto add = [&](const std::string& prefix, const Parameter& parameter, std::span<const real> flat) {
    slots.push_back({prefix + parameter.name, shape_of(parameter), flat.data() + parameter.offset,
                     static_cast<std::size_t>(parameter.size()) * sizeof(real)});
  };
  for (const auto& parameter : parameters.list()) add("", parameter, parameters.values());
  for (const auto& state : optimizer.state())
    for (const auto& parameter : parameters.list())
      if (parameter.trainable) add("optimizer." + state.name + ".", parameter, state.values);
  return slots;
}

Tree write_metrics(const Metrics& metrics) {
  Tree tree{{"loss", metrics.loss}};
  if (metrics.accuracy) tree["accuracy"] = *metrics.accuracy;
  return tree;
}

std::string write_progress(const CheckpointState& state) {
  Tree tree{{"step", state.step}, {"last_step", write_metrics(state.last_step)}};
  tree["early_stop"] = {{"without_improvement", state.early_stop.without_improvement},
                        {"stopped", state.early_stop.stopped}};
  if (state.early_stop.best) tree["early_stop"]["best"] = *state.early_stop.best;
  return tree.dump();
}

CheckpointState read_progress(const std::string& path, const std::string& text) {
  CheckpointState state;
  try {
    const Tree tree = parse_json_in_order(text, "progress");
    state.step = tree.at("step").get<Index>();
    const Tree& last = tree.at("last_step");
    state.last_step.loss = last.at("loss").get<double>();
    if (last.contains("accuracy")) state.last_step.accuracy = last.at("accuracy").get<double>();
    const Tree& stop = tree.at("early_stop");
    state.early_stop.without_improvement = stop.at("without_improvement").get<Index>();
    state.early_stop.stopped = stop.at("stopped").get<bool>();
    if (stop.contains("best")) state.early_stop.best = stop.at("best").get<double>();
  } catch (const std::exception& error) {
    fail("checkpoint {}: its training state cannot be read ({})", path, error.what());
  }
  require(state.step >= 0, "checkpoint {}: its step is {}", path, state.step);
  return state;
}

std::string find_metadata(const Safetensors& file, const std::string& path, const std::string& key) {
  const auto found = file.metadata().find(key);
  require(found != file.metadata().end(), "checkpoint {}: no '{}'; was it written by sextant?", path, key);
  return found->second;
}

void check_tensor(const std::string& path, const Slot& slot, const SafetensorsEntry& entry) {
  require(entry.dtype == dtype, "checkpoint {}: tensor {}: expected type {}, found {}", path, slot.name, dtype,
          entry.dtype);
  require(entry.shape == slot.shape, "checkpoint {}: tensor {}: expected shape ({}), found ({})", path, slot.name,
          fmt::join(slot.shape, ", "), fmt::join(entry.shape, ", "));
}

}  // namespace

void write_checkpoint(const std::string& path, const Parameters& parameters, Optimizer& optimizer,
                      const CheckpointState& state) {
  std::vector<SafetensorsItem> items;
  for (const auto& slot : make_slots(parameters, optimizer))
    items.push_back({slot.name, dtype, slot.shape, slot.data, slot.bytes});
  write_checked_safetensors(path, items,
                            {{"format", format_name},
                             {"progress", write_progress(state)},
                             {"configuration", state.configuration},
                             {"precision", precision_name},
                             {"instruction_set", state.instruction_set},
                             {"metrics", state.metrics}});
}

CheckpointState read_checkpoint(const std::string& path, Parameters& parameters, Optimizer& optimizer) {
  const Safetensors file(path);
  const std::string format = find_metadata(file, path, "format");
  require(format == format_name, "checkpoint {}: expected format '{}', found '{}'", path, format_name, format);
  const std::string precision = find_metadata(file, path, "precision");
  require(precision == precision_name, "checkpoint {}: its number type is {}, this run uses {}", path, precision,
          precision_name);
  const auto slots = make_slots(parameters, optimizer);
  std::vector<std::string> names;
  for (const auto& slot : slots) {
    require(file.has(slot.name),
            "checkpoint {}: tensor {} is missing; the checkpoint belongs to a different model or optimizer", path,
            slot.name);
    check_tensor(path, slot, file.find(slot.name));
    names.push_back(slot.name);
  }
  for (const auto& entry : file.entries())
    require(std::ranges::find(names, entry.name) != names.end(),
            "checkpoint {}: unexpected tensor {} for this model or optimizer", path, entry.name);
  CheckpointState state = read_progress(path, find_metadata(file, path, "progress"));
  state.configuration = find_metadata(file, path, "configuration");
  state.instruction_set = find_metadata(file, path, "instruction_set");
  // The slots lie in memory that the caller gave us to change.
  for (const auto& slot : slots) std::memcpy(const_cast<real*>(slot.data), file.find(slot.name).data, slot.bytes);
  return state;
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
