#include "sextant/data/series/network.h"

#include "sextant/core/random.h"

namespace sextant::data {
namespace {

/// `total` shared by the expected number of couplings from `others` nodes.
double share(double total, double probability, Index others) {
  return others > 0 && probability > 0 ? total / (probability * static_cast<double>(others)) : 0.0;
}

}  // namespace

std::vector<Index> module_of_nodes(const std::vector<Index>& sizes) {
  std::vector<Index> modules;
  for (std::size_t module = 0; module < sizes.size(); ++module)
    modules.insert(modules.end(), static_cast<std::size_t>(sizes[module]), static_cast<Index>(module));
  return modules;
}

Table make_couplings(const NetworkRequest& request) {
  const auto modules = module_of_nodes(request.sizes);
  const auto count = static_cast<Index>(modules.size());
  const Random present(request.seed, Stream::data, 0, 0), sign(request.seed, Stream::data, 0, 1);
  Table couplings(count, count);
  for (Index i = 0; i < count; ++i) {
    const Index module = modules[static_cast<std::size_t>(i)];
    const Index own = request.sizes[static_cast<std::size_t>(module)];
    for (Index j = 0; j < count; ++j) {
      if (i == j) continue;
      const bool inside = modules[static_cast<std::size_t>(j)] == module;
      const double probability = inside ? request.inside_probability : request.between_probability;
      const bool turned = !request.directed && j < i;  // both directions ask for the same draw
      const auto draw = static_cast<std::uint64_t>(turned ? j * count + i : i * count + j);
      if (present.uniform(draw) >= probability) continue;
      const double weight =
          inside ? share(request.inside, probability, own - 1) : share(request.between, probability, count - own);
      couplings(i, j) = sign.uniform(draw) < request.negative_share ? -weight : weight;
    }
  }
  return couplings;
}

}  // namespace sextant::data
