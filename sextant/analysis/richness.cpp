// The lazy/rich meter on a finished run: what it would have read live at the last step, and at the start.
#include "sextant/analysis/analysis.h"
#include "sextant/train/engine.h"

namespace sextant::analysis {
namespace {

/// The meter of a model that begins where the run began; the model keeps the weights it has.
std::unique_ptr<Meter> make_meter(const Subject& subject) {
  const auto now = subject.model.read_weights();
  subject.model.write_weights(subject.start);
  auto meter = engine(subject.model.precision()).make_meter(subject.model, subject.probes, subject.seed);
  subject.model.write_weights(now);
  return meter;
}

Tree draw(const std::vector<Reading>& start, const std::vector<Reading>& now) {
  Tree rows = Tree::array();
  for (std::size_t i = 0; i < now.size(); ++i)
    rows.push_back({now[i].name, five_digits(start[i].value), five_digits(now[i].value)});
  return {{"columns", {{{"label", "metric"}}, {{"label", "at initialisation"}}, {{"label", "after training"}}}},
          {"rows", std::move(rows)}};
}

class Richness final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit Richness(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    if (subject.start.empty()) return {.left_out = "the weights at initialisation are unknown"};
    if (subject.probes.samples < 2) return {.left_out = "there are no training samples to evaluate the NTK on"};
    const auto meter = make_meter(subject);
    const auto& start = meter->at_start();
    const auto now = meter->read();
    Findings findings;
    for (const auto& reading : now) findings.numbers.push_back({reading.name, reading.value});
    for (const auto& reading : start)
      if (reading.name == "kernel_alignment" || reading.name == "position_rank")
        findings.numbers.push_back({reading.name + "_at_start", reading.value});
    findings.panels.push_back(
        {"richness", "table", "Lazy or rich training",
         "How far training moved the model: travel is the relative weight change |w - w0| / |w0| by role, drift "
         "the cosine distance of the NTK from that at initialisation, alignment the centred "
         "kernel-target alignment, rank the effective rank of the positions.",
         40, draw(start, now)});
    return findings;
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(richness, Richness)

}  // namespace sextant::analysis
