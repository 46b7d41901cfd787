// The list of analyses, expanded.
#include "sextant/analysis/analysis.h"

namespace sextant::analysis {

const Family<MakeAnalysis>& analyses() {
  static const Family<MakeAnalysis> family = [] {
    Family<MakeAnalysis> list("analyses", "analysis");
#define SEXTANT_ANALYSIS(...) SEXTANT_ADD_VARIANT(list, MakeAnalysis, __VA_ARGS__)
#include "sextant/analysis/analyses.def"
    list.keep_old_name("people", "human_difficulty");  // experiments and findings have it
    return list;
  }();
  return family;
}

}  // namespace sextant::analysis
