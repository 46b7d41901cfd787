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
  return {{"columns", {{{"label", "reading"}}, {{"label", "at the start"}}, {{"label", "at the end"}}}},
          {"rows", std::move(rows)}};
}

class Richness final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit Richness(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    if (subject.start.empty()) return {.left_out = "nobody knows the weights before training"};
    if (subject.probes.samples < 2) return {.left_out = "there are no training samples to take the kernel on"};
    const auto meter = make_meter(subject);
    const auto& start = meter->at_start();
    const auto now = meter->read();
    Findings findings;
    for (const auto& reading : now) findings.numbers.push_back({reading.name, reading.value});
    for (const auto& reading : start)
      if (reading.name == "kernel_alignment" || reading.name == "position_rank")
        findings.numbers.push_back({reading.name + "_at_start", reading.value});
    findings.panels.push_back(
        {"richness", "table", "Lazy or rich",
         "How far training moved the model: travel is |w - w0| / |w0| of a part's weights, drift "
         "the cosine distance of the tangent kernel from that of the start, alignment the centred "
         "alignment of the kernel with the target, rank the directions that positions use.",
         40, draw(start, now)});
    return findings;
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(richness, Richness)

}  // namespace sextant::analysis
