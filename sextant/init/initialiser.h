// The contract of an initialiser: for each parameter, the law its start values are drawn from. Drawing is
// the same for all (Philox, one part per tensor), and so is the audit that measures what was drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/family.h"
#include "sextant/layers/parameter.h"

namespace sextant::init::inline SEXTANT_PRECISION {

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

class Initialiser {
 public:
  virtual ~Initialiser() = default;
  /// The law of one parameter. Gains are 1 and norm biases 0 in all of them.
  virtual Law law(const Parameter& parameter) const = 0;
};

struct InitOptions final : Options {
  std::string kind = "pytorch";
  std::shared_ptr<Options> own;
  void visit(OptionVisitor& option) override;
};

/// `depth` is for laws that scale with the number of blocks (gpt2).
using MakeInitialiser = std::unique_ptr<Initialiser>(const Options& own, Index depth);
const Family<MakeInitialiser>& initialisers();

/// The law in force: given values first, then position sigma for trained or random position tables
/// (`position_sigma`, where set, wins over every initialiser), then gains and norm biases, then the initialiser.
Law law_in_force(const Initialiser& initialiser, const Parameter& parameter, std::optional<double> position_sigma);

/// Draws every parameter from its law. Values are first filled with NaN, so a tensor that was forgotten shows.
void initialise(Parameters& parameters, const Initialiser& initialiser, std::optional<double> position_sigma,
                std::uint64_t seed);

/// One row of the audit before step 0.
struct AuditRow {
  std::string name;
  std::string role;
  Index rows = 0;
  Index columns = 0;
  Index fan_in = 0;
  Law law;
  double mean = 0;
  double deviation = 0;
  double norm = 0;
  std::string fault;  // empty: as declared
};

/// Measures every tensor against its law: mean within 6 standard errors, deviation within 6 standard errors,
/// no value outside a uniform's bounds, constants exact, everything finite.
std::vector<AuditRow> audit(const Parameters& parameters, const Initialiser& initialiser,
                            std::optional<double> position_sigma);

/// As a table for people and as CSV.
std::string audit_text(const std::vector<AuditRow>& rows);
std::string audit_csv(const std::vector<AuditRow>& rows);

/// Throws an Error that names the first fault, if there is one.
void require_audit(const std::vector<AuditRow>& rows);

}  // namespace sextant::init::inline SEXTANT_PRECISION
