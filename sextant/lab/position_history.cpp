// Taking frames, and the file that holds them.
#include "sextant/lab/position_history.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/safetensors.h"

namespace sextant::lab {
namespace {

constexpr std::size_t most_frames = 64;  // two per octave: 2^31 steps
constexpr Index never = std::numeric_limits<Index>::max();

bool is_trained(const std::vector<TensorFacts>& tensors, const std::string& prefix) {
  return std::ranges::any_of(tensors, [&](const TensorFacts& parameter) {
    return parameter.trainable && parameter.name.starts_with(prefix + ".");
  });
}

/// "000000128/position" is 128 and "position".
std::pair<Index, std::string> split_name(const std::string& path, const std::string& name) {
  Index step = 0;
  const char* end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data(), end, step);
  require(parsed.ec == std::errc() && parsed.ptr != end && *parsed.ptr == '/',
          "{}: expected tensors named STEP/NAME, found '{}'", path, name);
  return {step, std::string(parsed.ptr + 1, end)};
}

}  // namespace

Index next_frame(Index step) {
  for (int half_octaves = 0;; ++half_octaves)
    if (const Index due = std::llround(std::exp2(0.5 * half_octaves)); due > step) return due;
}

PositionHistory::PositionHistory(const Model& model) : model_(model) {
  const auto parameters = model.tensors();
  if (is_trained(parameters, "position")) subjects_.push_back({"position", 0});
  for (Index block = 0; block < model.options().depth; ++block)
    if (const std::string name = fmt::format("blocks.{}.position", block); is_trained(parameters, name))
      subjects_.push_back({name, block});
  if (!has_subject()) next_ = never;
}

void PositionHistory::take(Index step) {
  Frame frame{step, {}};
  for (const auto& subject : subjects_) {
    const Geometry geometry = model_.geometry(subject.block);
    rule_ = geometry.rule;
    const auto& values = geometry.table.values;
    frame.pictures.push_back(
        {subject.name, {geometry.table.rows, geometry.table.columns}, {values.begin(), values.end()}});
  }
  frames_.push_back(std::move(frame));
  await_next(step);
}

void PositionHistory::await_next(Index step) {
  const bool has_room = frames_.size() + 1 < most_frames;  // one place is kept for the end
  next_ = has_subject() && has_room ? next_frame(step) : never;
}

void PositionHistory::end(Index step) {
  if (has_subject() && (frames_.empty() || frames_.back().step != step)) take(step);
}

void PositionHistory::write(const std::string& path, const std::string& run, Sync sync) const {
  std::vector<SafetensorsItem> items;
  std::vector<Index> steps;
  for (const auto& frame : frames_) {
    steps.push_back(frame.step);
    for (const auto& picture : frame.pictures)
      items.push_back({fmt::format("{:09}/{}", frame.step, picture.name), "F32", picture.shape, picture.values.data(),
                       picture.values.size() * sizeof(float)});
  }
  write_checked_safetensors(path, items,
                            {{"rule", rule_}, {"run", run}, {"steps", fmt::format("{}", fmt::join(steps, " "))}}, sync);
}

void PositionHistory::read(const std::string& path, Index step) {
  const Safetensors file(path);
  if (const auto rule = file.metadata().find("rule"); rule != file.metadata().end()) rule_ = rule->second;
  frames_.clear();
  for (const auto& entry : file.entries()) {
    const auto [at, name] = split_name(path, entry.name);
    if (at > step) continue;
    require(entry.dtype == "F32", "{}: tensor {}: expected type F32, found {}", path, entry.name, entry.dtype);
    if (frames_.empty() || frames_.back().step != at) frames_.push_back({at, {}});
    Picture picture{name, entry.shape, std::vector<float>(entry.bytes / sizeof(float))};
    std::memcpy(picture.values.data(), entry.data, entry.bytes);
    frames_.back().pictures.push_back(std::move(picture));
  }
  await_next(step);
}

std::vector<PositionFrame> read_frames(const std::string& path) {
  std::vector<PositionFrame> frames;
  if (!file_exists(path)) return frames;
  const Safetensors file(path);
  for (const auto& entry : file.entries()) {
    const Index step = split_name(path, entry.name).first;
    require(entry.dtype == "F32" && entry.shape.size() == 2,
            "{}: tensor {}: expected a table of type F32, found {} axes of type {}", path, entry.name,
            entry.shape.size(), entry.dtype);
    if (frames.empty() || frames.back().step != step) frames.push_back({step, {}});
    Table& table = frames.back().tables.emplace_back(entry.shape[0], entry.shape[1]);
    std::vector<float> values(table.values.size());
    std::memcpy(values.data(), entry.data, entry.bytes);
    std::ranges::copy(values, table.values.begin());
  }
  return frames;
}

}  // namespace sextant::lab
