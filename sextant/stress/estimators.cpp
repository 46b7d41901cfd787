// The names of the estimators.
#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/stress/target_request.h"

namespace sextant::stress {

const char* name_of(Estimator estimator) {
  switch (estimator) {
    case Estimator::cross_half:
      return "cross_half";
    case Estimator::plug_in:
      return "plug_in";
    case Estimator::null_subtracted:
      return "null_subtracted";
    case Estimator::rarefied:
      return "rarefied";
  }
  return "";
}

Estimator parse_estimator(const std::string& name) {
  std::vector<std::string> known;
  for (const auto one : {Estimator::cross_half, Estimator::plug_in, Estimator::null_subtracted, Estimator::rarefied}) {
    if (name == name_of(one)) return one;
    known.emplace_back(name_of(one));
  }
  fail("estimator '{}'{}: expected {}", name, nearest_name_hint(name, known), fmt::join(known, ", "));
}

}  // namespace sextant::stress
