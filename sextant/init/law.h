// The distribution that the start values of one tensor are drawn from.
#pragma once

#include <string>

namespace sextant::init {

struct Law {
  enum class Kind { normal, uniform, constant, given };
  Kind kind = Kind::constant;
  double centre = 0;  // mean, or the constant
  double spread = 0;  // standard deviation of a normal; half-width of a uniform

  static Law normal(double deviation) { return {Kind::normal, 0, deviation}; }
  static Law uniform(double half_width) { return {Kind::uniform, 0, half_width}; }
  static Law constant(double value) { return {Kind::constant, value, 0}; }

  double deviation() const;  // standard deviation of the law
  std::string text() const;  // "N(0, 0.05^2)", "U(-0.1, 0.1)", "= 1", "given"
};

/// The law of a standard deviation, "uniform" or "normal": a uniform is sqrt(3) deviations wide on each side.
Law law_of_deviation(const std::string& distribution, double deviation);

}  // namespace sextant::init
