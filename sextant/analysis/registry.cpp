// The list of analyses, expanded.
#include "sextant/analysis/analysis.h"

namespace sextant::analysis {

#define SEXTANT_ANALYSIS(name, sentence)            \
  std::unique_ptr<Options> make_##name##_options(); \
  std::unique_ptr<Analysis> make_##name(const Options&);
#include "sextant/analysis/analyses.def"
#undef SEXTANT_ANALYSIS

const Family<MakeAnalysis>& analyses() {
  static const Family<MakeAnalysis> family("analyses", {
#define SEXTANT_ANALYSIS(name, sentence) {#name, sentence, make_##name##_options, make_##name},
#include "sextant/analysis/analyses.def"
#undef SEXTANT_ANALYSIS
                                                       });
  return family;
}

}  // namespace sextant::analysis
