#include "sextant/lab/advice.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/tree.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

/// An encoding with a row or a bucket for each position that is tested beyond the lengths it is trained on.
std::string advise_lengths(const Configuration& configuration) {
  const Tree task = configuration.write().at("task");
  if (!task.contains("test_lengths") || task.at("test_lengths").empty()) return "";
  const Tree& length = task.at("length");
  const auto trained = length.is_array() ? length.back().get<Index>() : length.get<Index>();
  const auto tested = std::ranges::max(task.at("test_lengths").get<std::vector<Index>>());
  const std::string& kind = configuration.position.kind;
  const std::string& beyond = engine("float").positions().find(kind).beyond;
  const PositionOptions& position = configuration.position;
  if (tested <= trained || beyond == "extends" || position.randomise_to || position.drop_at_step) return "";
  return fmt::format(
      "position.kind={} {}: trained at lengths up to {}, tested at {}; choose an encoding that extends (`sextant "
      "list positions`) or set position.randomise_to to the tokens of the longest sample or more",
      kind,
      beyond == "clamps" ? "treats all longer distances alike" : "has untrained positions beyond the trained length",
      trained, tested);
}

}  // namespace

std::optional<Index> heads_needed(const Configuration& configuration) {
  const ModelOptions& model = configuration.model;
  if (configuration.position.kind != "alibi" || model.heads != 1) return std::nullopt;
  for (const Index heads : {8, 4, 2})
    if (model.width % heads == 0) return heads;
  return std::nullopt;
}

std::vector<std::string> advise(const Configuration& configuration, Index steps) {
  std::vector<std::string> sentences;
  const ModelOptions& model = configuration.model;
  if (configuration.position.kind == "alibi" && model.heads == 1)
    sentences.push_back(
        "position.kind=alibi with model.heads=1 has one slope, 2^-8: the model hardly sees positions; set "
        "model.heads to 4 or 8");
  if (model.tied && configuration.init.kind == "pytorch")
    sentences.push_back(
        "model.tied=true with init.kind=pytorch: embeddings start from N(0, 1), so the first loss is far above that of "
        "chance; set init.kind=gpt2");
  const Tree schedule = configuration.write().at("schedule");
  if (schedule.contains("warmup") && steps > 0)
    if (const auto warmup = schedule.at("warmup").get<Index>(); warmup >= steps)
      sentences.push_back(
          fmt::format("schedule.warmup={} is not over after {} steps of training: the learning rate only rises; set "
                      "schedule.warmup={}",
                      warmup, steps, std::max<Index>(1, steps / 10)));
  if (std::string sentence = advise_lengths(configuration); !sentence.empty()) sentences.push_back(std::move(sentence));
  return sentences;
}

}  // namespace sextant::lab
