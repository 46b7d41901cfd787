// Three parts: random encoders without positions are equivariant; every encoding and the causal mask break
// that; trained on word_order, no positions means exactly 1/2 and every encoding means clearly more.
#include "sextant/lab/verify_necessity.h"

#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/core/npy.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/core/tree.h"
#include "sextant/lab/assembly.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/necessity_jobs.h"
#include "sextant/lab/scratch_directory.h"

namespace sextant::lab {
namespace {

constexpr double equivariant_below = 1e-12;
constexpr double broken_above = 1e-6;
constexpr Index usual_steps = 800;
constexpr double learned_above = 0.75;  // of a test split of which chance gets exactly 1/2

double measure_equivariance(const Configuration& configuration, const std::string& symmetry = "permutation") {
  Assembly assembly(configuration);
  assembly.session().initialise();
  TaskShape shape = assembly.task().shape();
  shape.readout = configuration.model.latents ? ReadoutPlace::pooled : ReadoutPlace::every;
  const auto model = engine("double").make_model(configuration.model, configuration.position, shape,
                                                 make_arrangement(configuration.position.arrangement, assembly.task()));
  model->write_weights(assembly.session().model().read_weights());
  const auto& variant = analyses().find("equivariance");
  const auto own = variant.make_options();
  read_options(Tree{{"symmetry", symmetry}}, "equivariance", {own.get()});
  return variant.make(*own)->measure({*model, configuration.seed()}).number("relative_error");
}

double train_word_order(const Configuration& configuration) {
  Assembly assembly(configuration);
  Session& session = assembly.session();
  session.initialise();
  double accuracy = 0;
  while (session.step() < session.steps()) {
    look_for_stop();
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
  NecessityVerifier(std::uint64_t seed, Index steps, VerificationNotes& notes)
      : seed_(seed), steps_(steps), notes_(notes) {
    const Configuration base = make_necessity_job(seed);
    const Index length = Assembly(base).task().shape().length;
    std::vector<double> values(static_cast<std::size_t>(length * base.model.width));
    const Random random(seed, Stream::analysis, 2);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = random.normal(i);
    table_file_ = scratch_.path() + "/table.npy";
    write_npy(table_file_, {length, base.model.width}, values);
  }

  void verify() {
    verify_equivariance();
    for_each_signal([&](const std::string& name, const Configuration& configuration) {
      const double error = measure_equivariance(configuration);
      note({"breaks equivariance: " + name, fmt::format("relative error {:.2e} > {:.0e}", error, broken_above),
            error > broken_above});
    });
    verify_mixers();
    if (notes_.goes_on()) verify_chance();
    for_each_signal([&](const std::string& name, const Configuration& configuration) {
      const double accuracy = train_word_order(configuration);
      note({"learns word_order: " + name, fmt::format("test accuracy {:.4f} > {}", accuracy, learned_above),
            accuracy > learned_above});
    });
  }

 private:
  void note(const VerificationRow& row) { notes_.note(row); }

  Configuration make_training() const {
    Configuration result = make_necessity_job(seed_);
    result.train.steps = steps_;
    result.train.gradient_shards = 1;
    return result;
  }

  /// Every encoding but none, and none under a causal mask.
  template <class Act>
  void for_each_signal(const Act& act) const {
    Configuration configuration = make_training();
    for (const auto& variant : engine("double").positions().variants()) {
      if (variant.name == "none") continue;
      if (!notes_.goes_on()) return;
      set_position(configuration, variant.name, table_file_);
      act(variant.name, configuration);
    }
    if (!notes_.goes_on()) return;
    set_position(configuration, "none", table_file_);
    configuration.model.causal = true;
    act("none, causal mask", configuration);
  }

  void verify_equivariance() {
    constexpr std::uint32_t encoders = 20;
    double worst = 0;
    for (std::uint32_t number = 0; number < encoders; ++number) {
      Configuration configuration = draw_encoder(seed_, number);
      set_position(configuration, "none", table_file_);
      worst = std::max(worst, measure_equivariance(configuration));
    }
    note({fmt::format("equivariance of {} random encoders without positions", encoders),
          fmt::format("worst relative error {:.2e} <= {:.0e}", worst, equivariant_below), worst <= equivariant_below});
  }

  /// Without positions: only attention without a graph treats tokens as a set; of the others a convolution with
  /// circular padding knows no more than who stands beside whom.
  void verify_mixers() {
    const auto mixers = engine("double").mixers().variants();
    const auto measure = [&](const std::string& mixer, const Tree& options, const std::string& symmetry,
                             const std::string& arrangement = "index") {
      Tree model{{"mixer", mixer}, {"width", 32}, {"norm_place", "pre"}, {"final_norm", true}};
      model.update(options);
      Configuration configuration =
          Configuration::read(Tree{{"precision", "double"},
                                   {"seed", static_cast<Index>(seed_)},
                                   {"task", {{"length", 9}, {"vocabulary", 32}}},
                                   {"model", model},
                                   {"position", {{"kind", "none"}, {"arrangement", arrangement}}}});
      return measure_equivariance(configuration, symmetry);
    };
    for (const auto& mixer : mixers) {
      if (!notes_.goes_on()) return;
      const double error = measure(mixer.name, Tree::object(), "permutation");
      if (mixer.name == "attention")
        note({"a set to attention without a mask",
              fmt::format("relative error {:.2e} <= {:.0e}", error, equivariant_below), error <= equivariant_below});
      else
        note({"an order to " + mixer.name + " without positions",
              fmt::format("relative error {:.2e} > {:.0e}", error, broken_above), error > broken_above});
    }
    for (const auto& [name, options] :
         {std::pair{"attention with shared keys", Tree{{"heads", 4}, {"key_value_heads", 1}}},
          {"latents that read it (Perceiver)", Tree{{"latents", 5}}}}) {
      const double error = measure("attention", options, "permutation");
      note({fmt::format("a set to {}", name), fmt::format("relative error {:.2e} <= {:.0e}", error, equivariant_below),
            error <= equivariant_below});
    }
    const double along_edges = measure("attention", Tree{{"neighbours", true}}, "permutation", "grid:3x3");
    note({"a graph to attention along its edges",
          fmt::format("relative error {:.2e} > {:.0e}", along_edges, broken_above), along_edges > broken_above});
    for (const bool circular : {true, false}) {
      const std::string padding = circular ? "circular" : "zero";
      const double error = measure("convolution", Tree{{"padding", padding}}, "shift");
      note({fmt::format("convolution, {} padding, {} absolute positions", padding, circular ? "has no" : "has"),
            fmt::format("relative error under shifts {:.2e} {} {:.0e}", error, circular ? "<=" : ">",
                        circular ? equivariant_below : broken_above),
            circular ? error <= equivariant_below : error > broken_above});
    }
  }

  void verify_chance() {
    Configuration configuration = make_training();
    configuration.train.steps = std::max<Index>(1, steps_ / 2);
    set_position(configuration, "none", table_file_);
    const double accuracy = train_word_order(configuration);
    note({"word_order without positions", fmt::format("test accuracy {} = 1/2", accuracy), accuracy == 0.5});
    configuration.model.latents = 4;
    configuration.train.steps = std::max<Index>(1, steps_ / 8);
    const double of_latents = train_word_order(configuration);
    note({"word_order without positions, read by latents", fmt::format("test accuracy {} = 1/2", of_latents),
          of_latents == 0.5});
  }

  std::uint64_t seed_;
  Index steps_;  // of training, at most, for each encoding; half of them without positions
  VerificationNotes& notes_;
  ScratchDirectory scratch_;
  std::string table_file_;
};

}  // namespace

void VerifyNecessityOptions::visit(OptionVisitor& option) {
  option("seed", seed, "seed of weights and data");
  option("steps", steps, "training steps per encoding, at most; 0: as many as the check itself thinks right");
}

Verification verify_necessity(const VerifyNecessityOptions& options, Events& events, std::stop_token stop) {
  require(options.steps >= 0, "--steps: expected 1 or more, not {}", options.steps);
  require(options.seed >= 0, "--seed: expected 0 or more, not {}", options.seed);
  VerificationNotes notes(events, stop);
  try {
    const Index steps = options.steps > 0 ? options.steps : usual_steps;
    notes.run([&] { NecessityVerifier(static_cast<std::uint64_t>(options.seed), steps, notes).verify(); });
  } catch (const Error& error) {
    throw BrokenRun(error.what());
  }
  return notes.result();
}

}  // namespace sextant::lab
