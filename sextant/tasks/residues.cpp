// Residues of a protein family (data/residues/residue_family.h): some are hidden and predicted from the others, as
// protein language models learn it. Which sites touch is in no input: who finds the contacts predicts best.
#include <algorithm>

#include "sextant/core/random.h"
#include "sextant/data/residues/residue_family.h"
#include "sextant/stress/pair_distances.h"
#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct ResiduesOptions final : Options {
  ResiduePlan plan;
  double masked = 0.15;
  Index test_rows = 1000;
  std::string arrangement = "contacts";
  Index data_seed = 1;

  void visit(OptionVisitor& option) override {
    option("side", plan.side, between(2, 6), "residues per side of the cube that the chain fills: side^3 residues");
    option("kinds", plan.kinds, between(2, 64), "kinds of residues");
    option("coupling", plan.coupling, between(0, 20), "standard deviation of the coupling of two residues in contact");
    option("burial", plan.burial, between(0, 20), "standard deviation of the preference of a residue for the inside");
    option("rows", plan.sequences, at_least(1), "training sequences");
    option("test_rows", test_rows, at_least(1), "held-out sequences");
    option("masked", masked, {.low = 0, .high = 1, .with_low = false},
           "fraction of residues to predict, at least one per sequence");
    option.choice("arrangement", arrangement, {"index", "contacts", "fold", "words"},
                  "arrangement: place in the chain; graph of chain and contacts; coordinates in the cube; Hellinger "
                  "distances between the residues at each site in training");
    option("data_seed", data_seed, any_seed(), "seed of the fold, the couplings, the sequences and the test masks");
  }
};

ResidueFamily make_family(const ResiduesOptions& own) {
  ResiduePlan plan = own.plan;
  plan.sequences += own.test_rows;
  plan.seed = static_cast<std::uint64_t>(own.data_seed);
  return make_residue_family(plan);
}

/// The chain and its contacts.
Table chain_and_contacts(Table graph) {
  for (Index i = 0; i + 1 < graph.rows; ++i) graph(i, i + 1) = graph(i + 1, i) = 1;
  return graph;
}

class Residues final : public Task {
 public:
  using OwnOptions = ResiduesOptions;
  Residues(const ResiduesOptions& own, std::uint64_t)
      : own_(own), family_(make_family(own)), places_(arrange()), order_(own.plan.sequences) {}

  TaskShape shape() const override {
    return {.length = sites(),
            .input = InputKind::tokens,
            .features = own_.plan.kinds,
            .readout = ReadoutPlace::masked,
            .outputs = own_.plan.kinds,
            .loss = LossKind::cross_entropy};
  }
  Index size(const std::string& split) const override { return part(split).rows; }
  Arrangement true_positions() const override { return places_; }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto rows = order_.rows_of(samples, seed, step);
    shape_batch(batch, static_cast<Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      write(batch, static_cast<Index>(i), rows[i],
            Random(seed, Stream::masking, step + 1, static_cast<std::uint32_t>(i)));
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    const Part rows = part(split);
    require_rows("residues", split, first, count, rows.rows);
    shape_batch(batch, count);
    for (Index i = 0; i < count; ++i)
      write(batch, i, rows.first + first + i,
            Random(static_cast<std::uint64_t>(own_.data_seed), Stream::evaluation, 0,
                   static_cast<std::uint32_t>(rows.first + first + i)));
  }

 private:
  struct Part {
    std::string name;
    Index first, rows;
  };

  Index sites() const { return family_.fold.rows; }

  Part part(const std::string& split) const {
    const std::vector<Part> parts{{"train", 0, own_.plan.sequences}, {"test", own_.plan.sequences, own_.test_rows}};
    return find_split("residues", parts, split);
  }

  Arrangement arrange() const {
    if (own_.arrangement == "contacts") return Arrangement::graph(chain_and_contacts(family_.contacts));
    if (own_.arrangement == "fold") return Arrangement::coordinates(family_.fold);
    if (own_.arrangement == "index") return Arrangement::index(sites());
    WordRows rows{.length = sites(), .words = {}, .classes = {}, .documents = {}};
    for (Index row = 0; row < own_.plan.sequences; ++row) {
      rows.documents.push_back(static_cast<std::int32_t>(row));
      for (Index i = 0; i < sites(); ++i) rows.words.push_back(first_word + at(row, i));
    }
    return Arrangement::distances(word_distances(rows, "cross_half", static_cast<std::uint64_t>(own_.data_seed)));
  }

  std::int32_t at(Index row, Index site) const {
    return family_.sequences[static_cast<std::size_t>(row * sites() + site)];
  }

  void shape_batch(Batch& batch, Index samples) const {
    const auto tokens = static_cast<std::size_t>(samples * sites());
    batch.samples = samples;
    batch.tokens.resize(tokens);
    batch.masked.assign(tokens, 0);
    batch.labels.assign(tokens, Batch::unscored);
    batch.values.clear();
    batch.targets.clear();
  }

  void write(Batch& batch, Index sample, Index row, const Random& random) const {
    bool any = false;
    for (Index i = 0; i < sites(); ++i) {
      const auto token = static_cast<std::size_t>(sample * sites() + i);
      batch.tokens[token] = at(row, i);
      if (random.uniform(static_cast<std::uint64_t>(i)) >= own_.masked) continue;
      hide(batch, token);
      any = true;
    }
    const auto count = static_cast<std::uint64_t>(sites());
    if (!any) hide(batch, static_cast<std::size_t>(sample) * count + random.below(count, count));
  }

  static void hide(Batch& batch, std::size_t token) {
    batch.masked[token] = 1;
    batch.labels[token] = batch.tokens[token];
  }

  ResiduesOptions own_;
  ResidueFamily family_;
  Arrangement places_;
  EpochOrder order_;
};

}  // namespace

SEXTANT_DEFINE_TASK(residues, Residues)

}  // namespace sextant::tasks
