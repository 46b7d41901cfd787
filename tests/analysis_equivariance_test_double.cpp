// Equivariance: zero for an encoder that cannot know the order, not for one that can; whatever the input.
#include <gtest/gtest.h>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/random_batch.h"
#include "sextant/core/tree.h"
#include "small_job.h"
#include "temporary_directory.h"

namespace sextant {
namespace {

double measure(const Configuration& job, const TaskShape& shape) {
  Transformer model(job.model, job.position, shape, Arrangement::index(shape.length));
  const auto initialiser = initialisers().find(job.init.kind).make(*job.init.own, job.model.depth);
  initialise(model.parameters(), *initialiser, job.position.sigma, 3);
  const auto& variant = analyses().find("equivariance");
  return variant.make(*variant.make_options())->measure({model, 5}).number("relative_error");
}

TEST(Equivariance, HoldsWithoutPositionsForEveryKindOfInputAndReadout) {
  Configuration job = make_small_job();
  job.position.kind = "none";
  job.position.own = positions().find("none").make_options();
  for (const InputKind input : {InputKind::tokens, InputKind::one_hot, InputKind::values})
    for (const ReadoutPlace place :
         {ReadoutPlace::last, ReadoutPlace::masked, ReadoutPlace::every, ReadoutPlace::pooled, ReadoutPlace::cls}) {
      job.model.cls = place == ReadoutPlace::cls;
      const TaskShape shape{7, input, 6, place, 3, LossKind::cross_entropy};
      job.model.causal = false;
      EXPECT_LT(measure(job, shape), 1e-13) << name_of(input) << " " << name_of(place);
      if (place == ReadoutPlace::cls) continue;  // a causal CLS token would see nothing
      job.model.causal = true;
      EXPECT_GT(measure(job, shape), 1e-6) << name_of(input) << " " << name_of(place);
    }
}

/// Options of an analysis; one that reads a file gets how people did on three rows.
std::unique_ptr<Options> make_options(const Variant<MakeAnalysis>& variant, const TemporaryDirectory& directory) {
  auto own = variant.make_options();
  const auto names = option_names({own.get()});
  if (std::ranges::find(names, "file") != names.end()) {
    const std::string file = directory.make_file("people.csv", "puzzle_index,mean_accuracy\n0,0.5\n1,0.75\n2,1\n");
    read_options({{"file", file}}, variant.name, {own.get()});
  }
  return own;
}

TEST(Equivariance, EveryAnalysisFindsSomething) {
  const TemporaryDirectory directory;
  const Configuration job = make_small_job();
  const TaskShape shape{5, InputKind::tokens, 6, ReadoutPlace::last, 3, LossKind::cross_entropy};
  const Batch batch = make_random_batch(shape, 3, Random(1, Stream::data));
  for (const auto& variant : analyses().variants()) {
    Transformer model(job.model, job.position, shape, Arrangement::index(shape.length));
    const auto initialiser = initialisers().find(job.init.kind).make(*job.init.own, job.model.depth);
    initialise(model.parameters(), *initialiser, {}, 3);
    const auto values = model.parameters().values();
    const std::vector<real> before(values.begin(), values.end());
    const Subject subject{.model = model,
                          .seed = 5,
                          .held_out = batch,
                          .places = Arrangement::index(shape.length),
                          .splits = {{"test", batch, {"a", "b", "a"}}},
                          .probes = batch,
                          .start = std::vector<real>(values.size(), real(0.5)),
                          .references = {&model}};
    const Findings findings = variant.make(*make_options(variant, directory))->measure(subject);
    EXPECT_FALSE(findings.numbers.empty() && findings.tables.empty()) << variant.name;
    EXPECT_EQ(findings.left_out, "") << variant.name;
    EXPECT_TRUE(std::ranges::equal(values, before)) << variant.name << " changed the weights";
  }
}

}  // namespace
}  // namespace sextant
