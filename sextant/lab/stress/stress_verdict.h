// Stress in plain words. Grades by stress-1, the root of the share of squared distances that no rescaling explains,
// with the usual bounds: below 10 % good, above 20 % of little use (Clarke, Australian Journal of Ecology 18, 1993;
// Kruskal 1964: 5 % good, 10 % fair, 20 % poor). They were made for non-metric scaling: a rule of thumb.
#pragma once

#include "sextant/core/tree.h"
#include "sextant/lab/stress/stress_report.h"

namespace sextant::lab {

inline constexpr double good_stress = 0.1;
inline constexpr double fair_stress = 0.2;
inline constexpr const char* stress_grades =
    "Good: distances between positions are off by at most 10 % (stress-1); fair: by at most 20 %; poor: by more, or no "
    "better than positions in random order or an encoding without positional information (bounds: Clarke 1993)";

/// "good", "fair" or "poor"; "-" for what carries no positional information by construction.
std::string grade_stress(const StressRow& row, const StressReport& report);

/// Why, against random orders and against what is published: "in random order its positions would be off by 70.4 %; 37
/// % of published encodings on texts are further off". Empty where neither is known.
std::string explain_grade(const StressRow& row, const StressReport& report);

struct StressVerdict {
  std::string title;
  std::string sentence;
  std::vector<const StressRow*> ranking;  // without references, the best first
};

StressVerdict judge_stress(const StressReport& report);

/// headline.json of a stress report (docs/page_data.md).
Tree stress_headline(const StressReport& report);

}  // namespace sextant::lab
