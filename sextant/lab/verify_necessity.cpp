// Three parts: random encoders without positions are equivariant; every encoding and the causal mask break
// that; trained on word_order, no positions means exactly 1/2 and every encoding means clearly more.
#include "sextant/lab/verify_necessity.h"

#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/core/npy.h"
#include "sextant/core/random.h"
#include "sextant/lab/assembly.h"
#include "sextant/lab/necessity_jobs.h"
#include "sextant/lab/scratch_directory.h"

namespace sextant::lab {
namespace {

constexpr double equivariant_below = 1e-12;
constexpr double broken_above = 1e-6;
constexpr double learned_above = 0.75;  // of a test split of which chance gets exactly 1/2

double measure_equivariance(const Configuration& configuration) {
  Assembly assembly(configuration);
  assembly.session().initialise();
  TaskShape shape = assembly.task().shape();
  shape.readout = ReadoutPlace::every;
  const auto model = engine("double").make_model(configuration.model, configuration.position, shape,
                                                 make_arrangement(configuration.position.arrangement, assembly.task()));
  model->write_weights(assembly.session().model().read_weights());
  const auto& variant = analyses().find("equivariance");
  const auto own = variant.make_options();
  return variant.make(*own)->measure({*model, configuration.seed()}).number("relative_error");
}

double train_word_order(const Configuration& configuration) {
  Assembly assembly(configuration);
  Session& session = assembly.session();
  session.initialise();
  double accuracy = 0;
  while (session.step() < session.steps()) {
    const StepReport report = session.make_step();
    require(report.fault.empty(), "verify necessity: step {}: {}", report.step, report.fault);
    if (report.step % 50 != 0 && report.step != session.steps()) continue;
    accuracy = session.evaluate("test").accuracy.value_or(0);
    if (accuracy > learned_above) break;
  }
  return accuracy;
}

class NecessityVerifier {
 public:
  NecessityVerifier(const NecessityRequest& request, const VerificationWatcher& watch)
      : request_(request), watch_(watch) {
    const Configuration base = make_necessity_job(request.seed);
    const Index length = Assembly(base).task().shape().length;
    std::vector<double> values(static_cast<std::size_t>(length * base.model.width));
    const Random random(request.seed, Stream::analysis, 2);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = random.normal(i);
    table_file_ = scratch_.path() + "/table.npy";
    write_npy(table_file_, {length, base.model.width}, values);
  }

  Verification verify() {
    verify_equivariance();
    for_each_signal([&](const std::string& name, const Configuration& configuration) {
      const double error = measure_equivariance(configuration);
      note({"breaks equivariance: " + name, fmt::format("relative error {:.2e} > {:.0e}", error, broken_above),
            error > broken_above});
    });
    verify_chance();
    for_each_signal([&](const std::string& name, const Configuration& configuration) {
      const double accuracy = train_word_order(configuration);
      note({"learns word_order: " + name, fmt::format("test accuracy {:.4f} > {}", accuracy, learned_above),
            accuracy > learned_above});
    });
    return result_;
  }

 private:
  void note(const VerificationRow& row) {
    result_.rows.push_back(row);
    watch_(row);
  }

  Configuration make_training() const {
    Configuration result = make_necessity_job(request_.seed);
    result.train.steps = request_.steps;
    result.train.lanes = 1;
    return result;
  }

  /// Every encoding but none, and none under a causal mask.
  template <class Act>
  void for_each_signal(const Act& act) const {
    Configuration configuration = make_training();
    for (const auto& variant : engine("double").positions().variants()) {
      if (variant.name == "none") continue;
      set_position(configuration, variant.name, table_file_);
      act(variant.name, configuration);
    }
    set_position(configuration, "none", table_file_);
    configuration.model.causal = true;
    act("none, causal mask", configuration);
  }

  void verify_equivariance() {
    constexpr std::uint32_t encoders = 20;
    double worst = 0;
    for (std::uint32_t number = 0; number < encoders; ++number) {
      Configuration configuration = draw_encoder(request_.seed, number);
      set_position(configuration, "none", table_file_);
      worst = std::max(worst, measure_equivariance(configuration));
    }
    note({fmt::format("equivariance of {} random encoders without positions", encoders),
          fmt::format("worst relative error {:.2e} <= {:.0e}", worst, equivariant_below), worst <= equivariant_below});
  }

  void verify_chance() {
    Configuration configuration = make_training();
    configuration.train.steps = std::max<Index>(1, request_.steps / 2);
    set_position(configuration, "none", table_file_);
    const double accuracy = train_word_order(configuration);
    note({"word_order without positions", fmt::format("test accuracy {} = 1/2", accuracy), accuracy == 0.5});
  }

  NecessityRequest request_;
  const VerificationWatcher& watch_;
  ScratchDirectory scratch_;
  std::string table_file_;
  Verification result_;
};

}  // namespace

Verification verify_necessity(const NecessityRequest& request, const VerificationWatcher& watch) {
  return NecessityVerifier(request, watch).verify();
}

}  // namespace sextant::lab
