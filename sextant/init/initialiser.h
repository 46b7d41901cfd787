// The contract of an initialiser: for each parameter, the law its start values are drawn from. Drawing is
// the same for all (Philox, one part per tensor), and so is the audit that measures what was drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/family.h"
#include "sextant/init/audit.h"
#include "sextant/layers/parameter.h"

namespace sextant::init::inline SEXTANT_PRECISION {

class Initialiser {
 public:
  virtual ~Initialiser() = default;
  /// The law of one parameter. Gains are 1 and norm biases 0 in all of them.
  virtual Law law(const Parameter& parameter) const = 0;
};

/// `depth` is for laws that scale with the number of blocks (gpt2).
using MakeInitialiser = std::unique_ptr<Initialiser>(const Options& own, Index depth);
const Family<MakeInitialiser>& initialisers();

/// The law in force: given values first, then a parameter's own sigma, then position sigma for trained or random
/// position tables
/// (`position_sigma`, where set, wins over every initialiser), then gains and norm biases, then the initialiser.
Law law_in_force(const Initialiser& initialiser, const Parameter& parameter, std::optional<double> position_sigma);

/// Draws every parameter from its law. Values are first filled with NaN, so a tensor that was forgotten shows.
void initialise(Parameters& parameters, const Initialiser& initialiser, std::optional<double> position_sigma,
                std::uint64_t seed);

/// Measures every tensor against its law: mean within 6 standard errors, deviation within 6 standard errors,
/// no value outside a uniform's bounds, constants exact, everything finite.
std::vector<AuditRow> audit(const Parameters& parameters, const Initialiser& initialiser,
                            std::optional<double> position_sigma);

}  // namespace sextant::init::inline SEXTANT_PRECISION

/// In the .cpp of an initialiser: Class has a type OwnOptions and a constructor (const OwnOptions&, Index depth).
#define SEXTANT_DEFINE_INITIALISER(name, Class) SEXTANT_DEFINE_VARIANT(MakeInitialiser, name, Class)
