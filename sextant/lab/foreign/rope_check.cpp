#include "sextant/lab/foreign/rope_check.h"

#include <algorithm>
#include <cmath>
#include <regex>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/network_layers.h"

namespace sextant::lab {
namespace {

std::string describe_rope(const foreign::Rope& rope, Index head_width) {
  std::string text = fmt::format("base {:.6g}, {} of {} dimensions, {}", rope.base, rope.width, head_width,
                                 rope.neighbours ? "pairs of neighbours" : "pairs of halves");
  if (rope.scaling != "default") text += fmt::format(", scaling {} by {:.4g}", rope.scaling, rope.factor);
  return text;
}

/// The number in ".layers.7." or ".h.7."; -1: of no layer.
Index layer_in(const std::string& name) {
  static const std::regex pattern("\\.(?:layers|h|layer|block)\\.([0-9]+)\\.");
  std::smatch found;
  return std::regex_search(name, found, pattern) && found[1].length() < 9 ? std::stol(found[1]) : -1;
}

struct StoredFrequencies {
  std::string name;
  Index layer;
  std::vector<double> values;
  double tolerance;  // of its type
};

std::vector<StoredFrequencies> find_frequencies(const TensorFile& file) {
  std::vector<StoredFrequencies> found;
  for (const TensorEntry& entry : file.entries())
    if (entry.name.ends_with("inv_freq") && entry.count() > 0 && entry.count() < (Index{1} << 20))
      found.push_back({entry.name, layer_in("." + entry.name), file.values(entry.name),
                       entry.dtype == "F32" || entry.dtype == "F64" ? 1e-4 : 1e-2});
  return found;
}

/// Stored numbers against the declared rope of every layer that they are for.
void judge_stored(const std::vector<StoredFrequencies>& stored, const foreign::NetworkShape& shape, RopeCheck& check) {
  for (const auto& [name, layer, values, tolerance] : stored)
    for (RopeLayer& own : check.layers) {
      if (layer >= 0 && layer != own.layer) continue;
      const foreign::Rope& rope =
          shape.ropes[static_cast<std::size_t>(shape.blocks[static_cast<std::size_t>(own.layer)].rope)];
      const std::string how = compare_frequencies(values, rope, shape.head_width, tolerance);
      if (own.verdict == RopeVerdict::differs) continue;
      own.verdict = how.empty() ? RopeVerdict::agrees : RopeVerdict::differs;
      own.how = how.empty() ? fmt::format("stored in {}", name) : fmt::format("{} {}", name, how);
      const auto expected = rope_frequencies(rope, 1);
      if (how.empty() || values.size() != expected.size()) continue;
      for (const Index distance : {Index{1}, Index{16}, Index{256}, Index{4096}}) {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
          sum += std::cos((values[i] - expected[i]) * static_cast<double>(distance));
        own.alignment.emplace_back(distance, sum / static_cast<double>(values.size()));
      }
    }
}

struct Alternative {
  std::string change;
  foreign::Rope rope;
};

std::vector<Alternative> alternatives_to(const foreign::Rope& declared, Index head_width) {
  std::vector<Alternative> all;
  const auto add = [&](const std::string& change, const auto& edit) {
    foreign::Rope other = declared;
    edit(other);
    all.push_back({change, other});
  };
  add("the other pairing", [](foreign::Rope& rope) { rope.neighbours = !rope.neighbours; });
  for (const double base : {1e4, 1e5, 5e5, 1e6})
    if (std::abs(base / declared.base - 1) > 0.01)
      add(fmt::format("base {:.0f}", base), [&](foreign::Rope& rope) { rope.base = base; });
  if (declared.scaling != "default")
    add("no scaling", [](foreign::Rope& rope) { rope.scaling = "default", rope.attention_factor = 1; });
  else
    for (const double factor : {2.0, 4.0, 8.0})
      add(fmt::format("linear scaling by {:.0f}", factor), [&](foreign::Rope& rope) {
        rope.scaling = "linear";
        rope.factor = factor;
      });
  for (const double share : {1.0, 0.5, 0.25}) {
    const auto width = static_cast<Index>(static_cast<double>(head_width) * share);
    if (width != declared.width && width % 2 == 0 && width > 0)
      add(fmt::format("{} of {} dimensions", width, head_width), [&](foreign::Rope& rope) { rope.width = width; });
  }
  return all;
}

double loss_with(const Checkpoint& checkpoint, const std::vector<foreign::Sample>& samples,
                 const foreign::NetworkShape& shape) {
  const auto network = foreign::make_network(shape, checkpoint, "float", false);
  return next_token_loss(*network, samples);
}

foreign::NetworkShape with_rope(foreign::NetworkShape shape, const foreign::Rope& rope, Index layer) {
  shape.ropes.push_back(rope);
  for (Index n = 0; n < shape.depth(); ++n)
    if (layer < 0 || n == layer)
      shape.blocks[static_cast<std::size_t>(n)].rope = static_cast<Index>(shape.ropes.size()) - 1;
  return shape;
}

/// An alternative that is better by more than this many nats per token is the right one: text at the wrong frequencies
/// costs far more, and noise between two right ones far less.
constexpr double clearly_better = 0.02;

void try_alternatives(const Checkpoint& checkpoint, const std::vector<foreign::Sample>& samples, RopeCheck& check) {
  const foreign::NetworkShape& shape = checkpoint.shape();
  const double declared = loss_with(checkpoint, samples, shape);
  check.trials.push_back({"as declared", -1, declared});
  double worst = declared;
  for (const auto& [change, rope] : alternatives_to(shape.ropes.front(), shape.head_width)) {
    check.trials.push_back({change, -1, loss_with(checkpoint, samples, with_rope(shape, rope, -1))});
    worst = std::max(worst, check.trials.back().loss);
  }
  const RopeTrial best = *std::ranges::min_element(check.trials, {}, &RopeTrial::loss);
  const bool sensitive = worst - best.loss > clearly_better;  // an untrained model does not care
  for (RopeLayer& own : check.layers) {
    const foreign::Rope& rope =
        shape.ropes[static_cast<std::size_t>(shape.blocks[static_cast<std::size_t>(own.layer)].rope)];
    foreign::Rope other = rope;
    other.neighbours = !rope.neighbours;
    RopeTrial turned{"the other pairing", own.layer, 0};
    turned.loss = loss_with(checkpoint, samples, with_rope(shape, other, own.layer));
    check.trials.push_back(turned);
    if (own.verdict == RopeVerdict::differs || !sensitive) continue;
    if (declared - best.loss > clearly_better) {
      own.verdict = RopeVerdict::differs;
      own.how = fmt::format("the model predicts the text better with {}: {:.3f} instead of {:.3f} nats per token",
                            best.change, best.loss, declared);
    } else if (declared - turned.loss > clearly_better) {
      own.verdict = RopeVerdict::differs;
      own.how = fmt::format("this layer predicts the text better with the other pairing: {:.3f} instead of {:.3f} nats",
                            turned.loss, declared);
    } else if (turned.loss - declared <= clearly_better) {
      if (own.verdict == RopeVerdict::cannot_be_told)
        own.how = "on this text the layer does not depend on its rotary positions";
    } else if (own.verdict == RopeVerdict::cannot_be_told) {
      own.verdict = RopeVerdict::agrees;
      own.how = fmt::format("no alternative predicts the text better than {:.3f} nats per token", declared);
    }
  }
}

RopeCheck check_without_config(const std::vector<StoredFrequencies>& stored, const std::string& path) {
  require(!stored.empty(),
          "{}: no config.json and no stored frequencies (inv_freq), so its rotary positions cannot be told", path);
  RopeCheck check;
  for (const auto& [name, layer, values, tolerance] : stored) {
    RopeLayer own{.layer = std::max<Index>(0, layer)};
    const Index width = 2 * static_cast<Index>(values.size());
    const auto base = fit_rope_base(values, width);
    own.how = base ? fmt::format("{}: base {:.6g} over {} dimensions", name, *base, width)
                   : fmt::format("{}: not the powers of one base: scaled, or never initialised", name);
    const bool broken =
        !std::ranges::all_of(values, [](double v) { return std::isfinite(v) && v >= 0 && v <= 1.001; }) ||
        !std::ranges::is_sorted(values, std::greater<>());
    if (broken) own.verdict = RopeVerdict::differs;
    check.layers.push_back(std::move(own));
  }
  return check;
}

std::string sentence_of(const RopeCheck& check) {
  Index agree = 0, differ = 0;
  for (const RopeLayer& layer : check.layers) {
    agree += layer.verdict == RopeVerdict::agrees ? 1 : 0;
    differ += layer.verdict == RopeVerdict::differs ? 1 : 0;
  }
  const auto all = static_cast<Index>(check.layers.size());
  if (differ > 0) return fmt::format("The rotary positions of {} of {} layers are not those declared.", differ, all);
  if (agree == all) return fmt::format("The rotary positions of all {} layers are those declared.", all);
  const std::string rest = fmt::format("{} of {} layers", all - agree, all);
  if (check.trials.empty())
    return fmt::format(
        "Whether the rotary positions are those declared cannot be told for {}; --corpus TEXT lets the model decide.",
        rest);
  return fmt::format("No layer contradicts the declared rotary positions; for {} this text cannot tell.", rest);
}

}  // namespace

const char* name_of(RopeVerdict verdict) {
  return verdict == RopeVerdict::agrees ? "agrees" : verdict == RopeVerdict::differs ? "differs" : "cannot be told";
}

bool RopeCheck::differs() const {
  return std::ranges::any_of(layers, [](const RopeLayer& layer) { return layer.verdict == RopeVerdict::differs; });
}

double next_token_loss(foreign::Network& network, const std::vector<foreign::Sample>& samples) {
  const Table losses = network.run(samples, {.answer = foreign::Answer::losses});
  double sum = 0, count = 0;
  for (const auto& sample : samples) count += static_cast<double>(sample.tokens.size()) - 1;
  for (const double loss : losses.values) sum += loss;
  return sum / std::max(1.0, count);
}

RopeCheck check_rope(const TensorFile& file, const LayerRequest& request) {
  const auto stored = find_frequencies(file);
  if (model_type_beside(file.path()).empty()) {
    RopeCheck check = check_without_config(stored, file.path());
    check.sentence =
        check.differs() ? sentence_of(check) : "No config.json declares rotary positions; these are stored.";
    return check;
  }
  const Checkpoint checkpoint(file.path(), request.ignore);
  const foreign::NetworkShape& shape = checkpoint.shape();
  require(!shape.ropes.empty(), "{}: models of type {} have no rotary positions", file.path(), checkpoint.model_type());
  RopeCheck check;
  for (Index n = 0; n < shape.depth(); ++n)
    if (const Index rope = shape.blocks[static_cast<std::size_t>(n)].rope; rope >= 0)
      check.layers.push_back(
          {.layer = n, .declared = describe_rope(shape.ropes[static_cast<std::size_t>(rope)], shape.head_width)});
  judge_stored(stored, shape, check);
  const bool language = shape.causal && shape.head.place == foreign::HeadPlace::every_token;
  if (!request.corpus.path.empty() && language)
    try_alternatives(checkpoint, choose_network_samples(request, shape).samples, check);
  check.sentence = sentence_of(check);
  return check;
}

}  // namespace sextant::lab
