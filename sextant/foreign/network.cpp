// The two builds of the executor; this file names both namespaces.
#include "sextant/foreign/network.h"

#include "sextant/core/error.h"

namespace sextant::foreign {

namespace f32 {
std::unique_ptr<Network> make_executor(const NetworkShape& shape, const WeightSource& weights, bool keep);
}
namespace f64 {
std::unique_ptr<Network> make_executor(const NetworkShape& shape, const WeightSource& weights, bool keep);
}

std::unique_ptr<Network> make_network(const NetworkShape& shape, const WeightSource& weights,
                                      const std::string& precision, bool keep) {
  require(precision == "float" || precision == "double", "precision: expected float or double, not '{}'", precision);
  return precision == "float" ? f32::make_executor(shape, weights, keep) : f64::make_executor(shape, weights, keep);
}

}  // namespace sextant::foreign
