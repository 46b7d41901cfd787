#include "sextant/train/richness_meter.h"

#include <cmath>

#include "sextant/math/linear/alignment.h"
#include "sextant/train/position_rank.h"

namespace sextant::train::inline SEXTANT_PRECISION {

RichnessMeter::RichnessMeter(Transformer& model, Batch probes, std::uint64_t seed)
    : model_(model),
      kernel_(model, std::move(probes), seed),
      targets_(kernel_.targets()),
      start_(model.parameters().values().begin(), model.parameters().values().end()),
      parts_(list_parts()),
      start_kernel_(kernel_.measure()),
      at_start_(describe(start_kernel_)) {}

std::vector<Reading> RichnessMeter::read() { return describe(kernel_.measure()); }

std::vector<Reading> RichnessMeter::describe(const Table& kernel) const {
  std::vector<Reading> readings{{"kernel_drift", 1 - matrix_cosine(kernel, start_kernel_)},
                                {"kernel_alignment", centred_alignment(kernel, targets_, kernel_.directions().rows)},
                                {"position_rank", position_rank(model_)},
                                {"travel_all", travel({})}};
  for (const Role part : parts_) readings.push_back({fmt::format("travel_{}", name_of(part)), travel(part)});
  return readings;
}

/// Those that are trained and do not start at zero.
std::vector<Role> RichnessMeter::list_parts() const {
  std::vector<Role> parts;
  for (const Role role : all_roles())
    if (std::isfinite(travel(role))) parts.push_back(role);
  return parts;
}

/// Of a part, or of everything.
double RichnessMeter::travel(std::optional<Role> part) const {
  double moved = 0, length = 0;
  for (const auto& parameter : model_.parameters().list()) {
    if (!parameter.trainable || (part && parameter.role != *part)) continue;
    const real* start = start_.data() + parameter.offset;
    for (Index i = 0; i < parameter.size(); ++i) {
      const auto before = static_cast<double>(start[i]);
      const double change = static_cast<double>(parameter.value.data[i]) - before;
      moved += change * change;
      length += before * before;
    }
  }
  return std::sqrt(moved / length);
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
