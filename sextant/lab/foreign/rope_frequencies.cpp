// What is wrong with stored frequencies, in the words of the mistakes that people make.
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/rope_check.h"

namespace sextant::lab {
namespace {

double worst_difference(const std::vector<double>& one, const std::vector<double>& other) {
  double worst = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    worst = std::max(worst, std::abs(one[i] - other[i]) / std::max(std::abs(other[i]), 1e-30));
  return worst;
}

/// "" where they look like frequencies at all.
std::string not_frequencies(const std::vector<double>& stored) {
  for (const double value : stored) {
    if (!std::isfinite(value)) return "holds numbers that are not finite: it was never initialised";
    if (value < 0 || value > 1.001)
      return fmt::format("holds {:.4g}, but frequencies lie between 0 and 1: it was never initialised", value);
  }
  if (std::ranges::all_of(stored, [](double value) { return value == 0; }))
    return "is all zero: it was never initialised";
  if (!std::ranges::is_sorted(stored, std::greater<>()))
    return "does not fall: it was never initialised, or was shuffled";
  return "";
}

}  // namespace

std::optional<double> fit_rope_base(const std::vector<double>& frequencies, Index width) {
  double products = 0, squares = 0;  // log theta_i = -(2 i / width) log b: a line through the origin
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    if (!(frequencies[i] > 0)) return std::nullopt;
    const double place = -2.0 * static_cast<double>(i) / static_cast<double>(width);
    products += place * std::log(frequencies[i]);
    squares += place * place;
  }
  if (squares == 0) return std::nullopt;
  const double slope = products / squares;
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    if (std::abs(std::log(frequencies[i]) + slope * 2 * static_cast<double>(i) / static_cast<double>(width)) > 0.02)
      return std::nullopt;
  return std::exp(slope);
}

std::string compare_frequencies(const std::vector<double>& stored, const foreign::Rope& declared, Index head_width,
                                double tolerance) {
  if (const std::string fault = not_frequencies(stored); !fault.empty()) return fault;
  const auto length = static_cast<Index>(declared.original_length > 0 ? declared.original_length : declared.longest);
  const auto expected = rope_frequencies(declared, length);
  if (stored.size() != expected.size())
    return fmt::format("turns {} of {} dimensions, declared are {}", 2 * stored.size(), head_width, declared.width);
  if (worst_difference(stored, expected) <= tolerance) return "";
  foreign::Rope plain = declared;
  plain.scaling = "default";
  const auto unscaled = rope_frequencies(plain, length);
  if (declared.scaling != "default" && worst_difference(stored, unscaled) <= tolerance)
    return fmt::format("lacks the declared scaling ({}, factor {:.4g})", declared.scaling, declared.factor);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < stored.size(); ++i) ratios.push_back(unscaled[i] / std::max(stored[i], 1e-30));
  const auto [least, most] = std::ranges::minmax(ratios);
  if (most / least < 1 + 2 * tolerance)
    return fmt::format("is divided by {:.4g} (linear scaling), which is not declared", ratios.front());
  if (const auto base = fit_rope_base(stored, declared.width)) {
    const double wrong = std::pow(declared.base, static_cast<double>(declared.width) / static_cast<double>(head_width));
    if (declared.width != head_width && std::abs(*base / wrong - 1) < 0.05)
      return fmt::format("divides the exponent by the head's width {} instead of the rotary width {}", head_width,
                         declared.width);
    return fmt::format("has base {:.6g}, declared is {:.6g}", *base, declared.base);
  }
  return fmt::format("is scaled otherwise than declared ({}): the slowest pair turns {:.4g} times as fast",
                     declared.scaling, stored.back() / expected.back());
}

}  // namespace sextant::lab
