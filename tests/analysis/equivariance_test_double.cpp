// Equivariance: zero for an encoder that cannot know the order, not for one that can; whatever the input.
#include <gtest/gtest.h>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/random_batch.h"
#include "sextant/core/tree.h"
#include "sextant/lab/analyse.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

double measure(const Configuration& job, const TaskShape& shape) {
  Transformer model(job.model, job.position, shape, Arrangement::index(shape.length));
  const auto initialiser = initialisers().find(job.init.kind).make(*job.init.own, job.model.depth);
  sextant::init::initialise(model.parameters(), *initialiser, job.position.sigma, 3);
  const auto& variant = analyses().find("equivariance");
  return variant.make(*variant.make_options())->measure({model, 5}).number("relative_error");
}

TEST(Equivariance, HoldsWithoutPositionsForEveryKindOfInputAndReadout) {
  Configuration job = make_small_job();
  job.position.kind = "none";
  job.position.own = position_family().find("none").make_options();
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

/// Options of an analysis; one that reads a file gets how people did on three rows, and one that must know how many
/// variables there are takes the eight nodes of the network for four at two times.
std::unique_ptr<Options> make_options(const Variant<MakeAnalysis>& variant, const TemporaryDirectory& directory) {
  auto own = variant.make_options();
  const auto names = option_names({own.get()});
  if (std::ranges::find(names, "file") != names.end()) {
    const std::string file = directory.make_file("people.csv", "puzzle_index,mean_accuracy\n0,0.5\n1,0.75\n2,1\n");
    read_options({{"file", file}}, variant.name, {own.get()});
  }
  if (std::ranges::find(names, "variables") != names.end()) read_options({{"variables", 4}}, variant.name, {own.get()});
  return own;
}

/// Tasks whose rows and tokens some analyses ask for.
std::vector<std::unique_ptr<Assembly>> make_assemblies() {
  const Tree anchors{{"kind", "anchor_pairs"}, {"rows", 16'000}, {"test_rows", 20}, {"held_out_rows", 20}};
  const Tree network{{"kind", "network_simulation"}, {"modules", 2}, {"nodes", 4}, {"steps", 500}, {"test_steps", 100}};
  std::vector<std::unique_ptr<Assembly>> assemblies;
  const Tree pixels{{"kind", "masked_pixels"}, {"side", 4}, {"rows", 200}, {"test_masks", Tree::array()}};
  const Tree puzzles{{"kind", "latin_square"}, {"rows", 20}};
  const Tree words{{"kind", "word_order"}};
  for (const auto& task : {anchors, network, pixels, puzzles, words}) {
    const char* feed_forward = task == words ? "experts" : "dense";
    const Tree tree{{"precision", "double"},
                    {"task", task},
                    {"position", {{"kind", "learned"}}},
                    {"model", {{"width", 12}, {"depth", 2}, {"feed_forward_kind", feed_forward}}}};
    assemblies.push_back(std::make_unique<Assembly>(Configuration::read(tree)));
    assemblies.back()->session().initialise();
  }
  return assemblies;
}

/// A model of random rows; what it was before training and what it is compared with are made up.
struct RandomSubject {
  explicit RandomSubject(ReadoutPlace place)
      : shape{5, InputKind::tokens, 6, place, 3, LossKind::cross_entropy},
        batch(make_random_batch(shape, 3, Random(1, Stream::data))),
        model(job.model, job.position, shape, Arrangement::index(shape.length)) {
    const auto initialiser = initialisers().find(job.init.kind).make(*job.init.own, job.model.depth);
    sextant::init::initialise(model.parameters(), *initialiser, {}, 3);
  }
  Subject subject() {
    return {.model = model,
            .seed = 5,
            .held_out = batch,
            .places = Arrangement::index(shape.length),
            .splits = {{"test", batch, {"a", "b", "a"}}},
            .probes = batch,
            .start = std::vector<double>(model.parameters().values().size(), 0.5),
            .references = {&model}};
  }

  Configuration job = make_small_job();
  TaskShape shape;
  Batch batch;
  Transformer model;
};

TEST(Equivariance, EveryAnalysisFindsSomethingOrSaysWhyNot) {
  const TemporaryDirectory directory;
  const auto assemblies = make_assemblies();
  for (const auto& variant : analyses().variants()) {
    SCOPED_TRACE(variant.name);
    RandomSubject last(ReadoutPlace::last), every(ReadoutPlace::every);
    std::vector<Subject> subjects{last.subject(), every.subject()};
    for (const auto& assembly : assemblies) {
      subjects.push_back(make_subject(*assembly, 0));
      subjects.back().references = {&subjects.back().model};
    }
    bool found = false;
    for (std::size_t i = 0; i < subjects.size() && !found; ++i) {
      const auto before = subjects[i].model.read_weights();
      const Findings findings = variant.make(*make_options(variant, directory))->measure(subjects[i]);
      found = !(findings.numbers.empty() && findings.tables.empty());
      EXPECT_EQ(found, findings.left_out.empty());
      EXPECT_EQ(subjects[i].model.read_weights(), before) << "it changed the weights";
    }
    EXPECT_TRUE(found);
  }
}

}  // namespace
}  // namespace sextant::test
