// A generated protein family: the fold is a path through the cube, contacts couple residues, and the task hides some.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sextant/core/tree.h"
#include "sextant/data/residues/residue_family.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

double steps_between(const Table& fold, Index i, Index j) {
  double sum = 0;
  for (Index axis = 0; axis < 3; ++axis) sum += std::abs(fold(i, axis) - fold(j, axis));
  return sum;
}

/// Mutual information of the residues at two sites, in nats.
double information(const ResidueFamily& family, Index kinds, Index i, Index j) {
  const Index sites = family.fold.rows, rows = std::ssize(family.sequences) / sites;
  Table both(kinds, kinds);
  std::vector<double> first(static_cast<std::size_t>(kinds)), second(static_cast<std::size_t>(kinds));
  for (Index row = 0; row < rows; ++row) {
    const auto a = family.sequences[static_cast<std::size_t>(row * sites + i)];
    const auto b = family.sequences[static_cast<std::size_t>(row * sites + j)];
    both(a, b) += 1.0 / static_cast<double>(rows);
    first[static_cast<std::size_t>(a)] += 1.0 / static_cast<double>(rows);
    second[static_cast<std::size_t>(b)] += 1.0 / static_cast<double>(rows);
  }
  double sum = 0;
  for (Index a = 0; a < kinds; ++a)
    for (Index b = 0; b < kinds; ++b)
      if (both(a, b) > 0)
        sum += both(a, b) *
               std::log(both(a, b) / (first[static_cast<std::size_t>(a)] * second[static_cast<std::size_t>(b)]));
  return sum;
}

std::unique_ptr<Task> make_residues(const Tree& options) {
  const auto& variant = task_family().find("residues");
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, 1);
}

TEST(ResidueFamily, TheChainFillsTheCube) {
  for (const Index side : {2, 3, 4})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const ResidueFamily family = make_residue_family({.side = side, .sweeps = 1, .sequences = 1, .seed = seed});
      std::set<std::vector<double>> cells;
      for (Index i = 0; i < family.fold.rows; ++i) {
        cells.insert({family.fold(i, 0), family.fold(i, 1), family.fold(i, 2)});
        EXPECT_EQ(i == 0 ? 1 : steps_between(family.fold, i - 1, i), 1);
      }
      EXPECT_EQ(std::ssize(cells), side * side * side);
    }
  const ResidueFamily family = make_residue_family({.sweeps = 1, .sequences = 1});
  double contacts = 0;
  for (Index i = 0; i < 27; ++i)
    for (Index j = 0; j < i; ++j) contacts += family.contacts(i, j);
  EXPECT_EQ(contacts, 28);  // 54 edges of the cube, 26 of them along the chain
}

TEST(ResidueFamily, ContactsTellOfEachOther) {
  const ResidueFamily family = make_residue_family({.kinds = 4, .burial = 0, .sequences = 3000, .seed = 2});
  double touching = 0, apart = 0, pairs = 0, others = 0;
  for (Index i = 0; i < 27; ++i)
    for (Index j = 0; j < i; ++j) {
      const bool contact = family.contacts(i, j) > 0;
      (contact ? touching : apart) += information(family, 4, i, j);
      (contact ? pairs : others) += 1;
    }
  EXPECT_GT(touching / pairs, 2 * apart / others);
}

TEST(ResidueFamily, WithoutPreferencesAllKindsAreEquallyFrequent) {
  const ResidueFamily family = make_residue_family({.kinds = 4, .coupling = 0, .burial = 0, .sweeps = 1});
  std::vector<double> times(4);
  for (const auto kind : family.sequences) times[static_cast<std::size_t>(kind)] += 1;
  for (const double one : times) EXPECT_NEAR(one / static_cast<double>(family.sequences.size()), 0.25, 0.01);
}

TEST(Residues, HideSomeAndAskForThemAlone) {
  const auto task = make_residues({{"rows", 50}, {"test_rows", 20}});
  EXPECT_EQ(task->shape().length, 27);
  EXPECT_EQ(task->size("train"), 50);
  EXPECT_EQ(task->size("test"), 20);
  Batch batch;
  task->fill(batch, "test", 0, 20);
  int hidden = 0;
  for (std::size_t i = 0; i < batch.tokens.size(); ++i) {
    EXPECT_EQ(batch.labels[i], batch.masked[i] ? batch.tokens[i] : Batch::unscored);
    hidden += batch.masked[i];
  }
  EXPECT_NEAR(hidden / 540.0, 0.15, 0.06);
}

TEST(Residues, HaveAnArrangementOfTheirChoice) {
  Tree options{{"rows", 400}, {"test_rows", 1}, {"arrangement", "contacts"}};
  EXPECT_EQ(make_residues(options)->true_positions().kind(), Arrangement::Kind::graph);
  EXPECT_EQ(make_residues(options)->true_positions().as_graph("test")(4, 5), 1);
  options["arrangement"] = "fold";
  EXPECT_EQ(make_residues(options)->true_positions().kind(), Arrangement::Kind::coordinates);
  options["arrangement"] = "words";
  EXPECT_EQ(make_residues(options)->true_positions().kind(), Arrangement::Kind::distances);
  options["side"] = 7;
  EXPECT_FALSE(error_text([&] { make_residues(options); }).empty());
}

}  // namespace
}  // namespace sextant::test
