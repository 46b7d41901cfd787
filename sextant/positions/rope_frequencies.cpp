#include "sextant/positions/rope_frequencies.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sextant/core/error.h"
#include "sextant/positions/waves.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

void RopeOptions::visit(OptionVisitor& option) {
  option("base", base, positive(), "base of the rotation frequencies (rope_theta), usually 10000");
  option("rope_theta", rope_theta, positive(), "base under Hugging Face's name; auto: base");
  option.choice("rope_type", rope_type, {"default", "linear", "dynamic", "yarn", "longrope", "llama3", "proportional"},
                "how the frequencies are scaled for longer contexts, as in Hugging Face's rope_parameters");
  option("factor", factor, at_least(1), "context length over original_max_position_embeddings");
  option("original_max_position_embeddings", original_max_position_embeddings, at_least(1),
         "length that the frequencies were trained for; auto (or 0): the tokens of a sample / factor");
  option("partial_rotary_factor", partial_rotary_factor, {.low = 0, .high = 1, .with_low = false},
         "share of the head width that is rotated; proportional (p-RoPE): share of the frequencies, the others are 0");
  option("attention_factor", attention_factor, positive(),
         "yarn, longrope: queries and keys are multiplied by it; auto: as published");
  option("beta_fast", beta_fast, positive(), "yarn: pairs with more turns than this over the original length are kept");
  option("beta_slow", beta_slow, positive(), "yarn: pairs with fewer turns than this are interpolated by factor");
  option("mscale", mscale, at_least(0), "yarn: with mscale_all_dim, the attention factor as in DeepSeek; auto: none");
  option("mscale_all_dim", mscale_all_dim, at_least(0), "yarn: see mscale; auto: none");
  option("truncate", truncate, "yarn: round the ends of the ramp between beta_fast and beta_slow to whole pairs");
  option("low_freq_factor", low_freq_factor, positive(), "llama3: wavelengths above original length / this are scaled");
  option("high_freq_factor", high_freq_factor, positive(), "llama3: wavelengths below original length / this are kept");
  option("short_factor", short_factor, positive(), "longrope: one divisor per frequency up to the original length");
  option("long_factor", long_factor, positive(), "longrope: one divisor per frequency beyond it");
}

Index RopeOptions::rotated_columns(Index part) const {
  return rope_type == "proportional" ? part : static_cast<Index>(partial_rotary_factor * static_cast<double>(part));
}

namespace {

/// What a rule works on; `frequency` starts as base^(-2i/width).
struct RopeScaling {
  const std::string& who;
  const RopeOptions& own;
  double base;
  Index width;     // columns that rotate
  double length;   // of a sample
  double trained;  // original_max_position_embeddings

  double frequency(Index pair, double with_base) const { return wave_frequency(pair, width, with_base); }
};

/// Positions divided by the factor (Chen et al., arXiv 2306.15595).
void scale_linear(const RopeScaling& rule, RopeFrequencies& result) {
  for (double& frequency : result.frequency) frequency /= rule.own.factor;
}

/// A base that grows with the length beyond the trained one ("dynamic NTK"; bloc97 and emozilla 2023, arXiv
/// 2309.00071, appendix B.1).
void scale_dynamic(const RopeScaling& rule, RopeFrequencies& result) {
  require(rule.width > 2, "{}: rope_type dynamic needs more than one pair of columns to rotate", rule.who);
  const double length = std::max(rule.length, rule.trained);
  const auto width = static_cast<double>(rule.width);
  const double growth = rule.own.factor * length / rule.trained - (rule.own.factor - 1);
  const double base = rule.base * std::pow(growth, width / (width - 2));
  for (std::size_t i = 0; i < result.frequency.size(); ++i)
    result.frequency[i] = rule.frequency(static_cast<Index>(i), base);
}

double yarn_temperature(double factor, double mscale) { return factor <= 1 ? 1 : 0.1 * mscale * std::log(factor) + 1; }

/// Fast pairs kept, slow ones interpolated, a ramp between, and sharper attention (YaRN; Peng et al., arXiv
/// 2309.00071).
void scale_yarn(const RopeScaling& rule, RopeFrequencies& result) {
  const RopeOptions& own = rule.own;
  require(rule.base > 1, "{}: rope_type yarn needs a base above 1, not {}", rule.who, rule.base);
  const auto width = static_cast<double>(rule.width);
  const auto pair_with_turns = [&](double turns) {
    return width * std::log(rule.trained / (turns * 2 * std::numbers::pi)) / (2 * std::log(rule.base));
  };
  double low = pair_with_turns(own.beta_fast);
  double high = pair_with_turns(own.beta_slow);
  if (own.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, width - 1);
  if (low == high) high += 0.001;
  for (std::size_t i = 0; i < result.frequency.size(); ++i) {
    const double interpolated = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
    result.frequency[i] *= interpolated / own.factor + (1 - interpolated);
  }
  if (own.attention_factor)
    result.attention_factor = *own.attention_factor;
  else if (own.mscale.value_or(0) != 0 && own.mscale_all_dim.value_or(0) != 0)
    result.attention_factor =
        yarn_temperature(own.factor, *own.mscale) / yarn_temperature(own.factor, *own.mscale_all_dim);
  else
    result.attention_factor = yarn_temperature(own.factor, 1);
}

/// A divisor of its own for every frequency, found by search (LongRoPE; Ding et al., arXiv 2402.13753).
void scale_longrope(const RopeScaling& rule, RopeFrequencies& result) {
  const RopeOptions& own = rule.own;
  const bool beyond = rule.length > rule.trained;
  const std::vector<double>& divisors = beyond ? own.long_factor : own.short_factor;
  require(divisors.size() == result.frequency.size(),
          "{}: rope_type longrope needs position.{}_factor with {} numbers, one per frequency, not {}", rule.who,
          beyond ? "long" : "short", result.frequency.size(), divisors.size());
  for (std::size_t i = 0; i < divisors.size(); ++i) result.frequency[i] /= divisors[i];
  const double published =
      own.factor <= 1 ? 1.0 : std::sqrt(1 + std::log(own.factor) / std::log(std::max(rule.trained, 2.0)));
  result.attention_factor = own.attention_factor.value_or(published);
}

/// The lowest frequencies set to 0, so that they carry content (p-RoPE; Barbero et al., arXiv 2410.06205).
void scale_proportional(const RopeScaling& rule, RopeFrequencies& result) {
  scale_linear(rule, result);
  const auto rotating = static_cast<Index>(rule.own.partial_rotary_factor * static_cast<double>(rule.width)) / 2;
  std::fill(result.frequency.begin() + rotating, result.frequency.end(), 0.0);
}

/// Long waves divided by the factor, short ones kept, a smooth passage between (Llama 3.1, arXiv 2407.21783).
void scale_llama3(const RopeScaling& rule, RopeFrequencies& result) {
  const RopeOptions& own = rule.own;
  require(own.high_freq_factor > own.low_freq_factor, "{}: high_freq_factor {} must be more than low_freq_factor {}",
          rule.who, own.high_freq_factor, own.low_freq_factor);
  for (double& frequency : result.frequency) {
    const double turns = rule.trained * frequency / (2 * std::numbers::pi);  // over the original length
    const double kept =
        std::clamp((turns - own.low_freq_factor) / (own.high_freq_factor - own.low_freq_factor), 0.0, 1.0);
    frequency *= (1 - kept) / own.factor + kept;
  }
}

}  // namespace

RopeFrequencies make_rope_frequencies(const std::string& who, const RopeOptions& own, Index width, Index length) {
  const auto tokens = static_cast<double>(length);
  const RopeScaling rule{who,
                         own,
                         own.rope_theta.value_or(own.base),
                         width,
                         tokens,
                         own.original_max_position_embeddings
                             ? static_cast<double>(*own.original_max_position_embeddings)
                             : std::max(1.0, tokens / own.factor)};
  RopeFrequencies result;
  for (Index pair = 0; pair < width / 2; ++pair) result.frequency.push_back(rule.frequency(pair, rule.base));
  if (own.rope_type == "linear") scale_linear(rule, result);
  if (own.rope_type == "dynamic") scale_dynamic(rule, result);
  if (own.rope_type == "yarn") scale_yarn(rule, result);
  if (own.rope_type == "longrope") scale_longrope(rule, result);
  if (own.rope_type == "llama3") scale_llama3(rule, result);
  if (own.rope_type == "proportional") scale_proportional(rule, result);
  return result;
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
