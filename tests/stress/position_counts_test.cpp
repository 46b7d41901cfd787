// Counting a corpus: layouts, halves, weights, shuffles, and what estimators make of samples with known distributions.
#include "sextant/stress/position_counts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/stress/classical_scaling.h"
#include "sextant/stress/corpus_counts.h"
#include "sextant/stress/document_rows.h"
#include "tests/support/error_text.h"
#include "tests/support/stress_subject.h"

namespace sextant::test {
namespace {

using Documents = std::vector<std::vector<std::int32_t>>;

PositionCounts count_one(const Documents& documents, const CountRequest& request) {
  ListedDocuments source(documents);
  return count_corpus(source, std::vector{request}).front();
}

std::uint32_t count_at(const PositionCounts& counts, std::int32_t token, std::int32_t place, Index part = 0) {
  for (std::size_t i = 0; i < counts.tokens.size(); ++i)
    if (counts.tokens[i] == token)
      for (std::size_t entry = counts.starts[i]; entry < counts.starts[i + 1]; ++entry)
        if (counts.place(entry) == static_cast<std::size_t>(place)) return counts.count(entry, part);
  return 0;
}

void expect_same(const PositionCounts& one, const PositionCounts& other) {
  EXPECT_EQ(one.documents, other.documents);
  EXPECT_EQ(one.tokens, other.tokens);
  EXPECT_EQ(one.starts, other.starts);
  EXPECT_EQ(one.sums, other.sums);
  EXPECT_TRUE(std::equal(one.row(0), one.row(one.entries()), other.row(0), other.row(other.entries())));
}

double mean_square(const HellingerGram& gram) {
  const auto n = static_cast<double>(gram.count());
  double trace = 0, all = 0;
  for (const double value : gram.diagonal()) trace += value;
  std::vector<double> ones(static_cast<std::size_t>(gram.count()), 1.0), sums(ones.size());
  gram.apply(ones, sums);
  for (const double value : sums) all += value;
  return (n * trace - all) / (n * (n - 1) / 2);
}

const Documents three = {{7, 8, 9, 7}, {7, 8}, {8}};
const SpecialTokens bert{101, 102, 0};

TEST(PositionCounts, FollowTheRule) {
  const auto present = count_one(three, {{3, PositionRule::present, {}}});
  EXPECT_EQ(present.totals(0), (std::vector<std::uint64_t>{3, 2, 1}));
  EXPECT_EQ(count_at(present, 7, 0), 2u);
  EXPECT_EQ(count_at(present, 8, 1), 2u);
  EXPECT_EQ(count_at(present, 9, 2), 1u);
  EXPECT_EQ(count_at(present, 7, 2), 0u);
  const auto complete = count_one(three, {{3, PositionRule::complete, {}}});
  EXPECT_EQ(complete.totals(0), (std::vector<std::uint64_t>{1, 1, 1}));
  EXPECT_EQ(complete.documents, 1);
  const auto padded = count_one(three, {{5, PositionRule::padded, bert}});
  EXPECT_EQ(padded.totals(0), (std::vector<std::uint64_t>{3, 3, 3, 3, 3}));
  EXPECT_EQ(count_at(padded, 101, 0), 3u);
  EXPECT_EQ(count_at(padded, 102, 3), 1u);
  EXPECT_EQ(count_at(padded, 7, 4), 1u);  // the long one is cut at n: its [SEP] is gone
  EXPECT_EQ(count_at(padded, 0, 4), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(padded.tokens));
  const auto kept = count_one(three, {{5, PositionRule::max_length, bert}});
  EXPECT_EQ(kept.totals(0), (std::vector<std::uint64_t>{3, 3, 3, 3, 3}));
  EXPECT_EQ(count_at(kept, 7, 4), 0u);    // the long text gives way ...
  EXPECT_EQ(count_at(kept, 102, 4), 1u);  // ... to its [SEP]
  EXPECT_EQ(count_at(kept, 102, 3), 1u);
}

TEST(PositionCounts, RefuseWhatCannotBe) {
  const auto text = [](const CountRequest& request) { return error_text([&] { count_one(three, request); }); };
  EXPECT_TRUE(contains(text({{5, PositionRule::present, {}}}), "no document reaches position 4"));
  EXPECT_TRUE(contains(text({{3, PositionRule::padded, {}}}), "no padding token"));
  EXPECT_TRUE(contains(text({{1, PositionRule::present, {}}}), "expected 2 or more"));
  EXPECT_TRUE(contains(text({.layout = {2}, .splits = 33}), "0 to 32"));
  EXPECT_TRUE(contains(error_text([] { parse_position_rule("pad"); }), "present, complete, padded or max_length"));
}

TEST(PositionCounts, GrowPastTheFirstTable) {
  Documents documents;
  for (std::int32_t i = 0; i < 300; ++i) {
    documents.emplace_back();
    for (std::int32_t t = 0; t < 50; ++t) documents.back().push_back((i * 7919 + t * 104729) % 20011);
  }
  const auto counts = count_one(documents, {.layout = {50}});
  std::uint64_t sum = 0;
  for (const auto total : counts.totals(0)) sum += total;
  EXPECT_EQ(sum, 300u * 50u);
  EXPECT_GT(counts.entries(), 10000u);
  for (std::size_t i = 0; i < counts.tokens.size(); ++i)
    for (std::size_t entry = counts.starts[i] + 1; entry < counts.starts[i + 1]; ++entry)
      ASSERT_LT(counts.place(entry - 1), counts.place(entry));
  EXPECT_EQ(count_at(counts, (7919 * 17 + 104729 * 3) % 20011, 3), 1u);
}

TEST(PositionCounts, AreTheSameWhateverTheMemory) {
  // Ids above 2^16 and tables of some kilobytes: about 90 runs, more than are merged at once.
  Documents documents;
  const Random random(3, Stream::data);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    documents.emplace_back();
    for (std::uint64_t t = 0; t < 60; ++t)
      documents.back().push_back(static_cast<std::int32_t>(random.below(60 * i + t, 3000) * 7001));
  }
  const std::vector<CountRequest> requests{{.layout = {60}, .splits = 2}, {.layout = {60}, .shuffle = 1}};
  ListedDocuments source(documents);
  const auto roomy = count_corpus(source, requests);
  source.rewind();
  const auto tight = count_corpus(source, requests, {}, 1000);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_FALSE(roomy[i].rows.in_file());
    EXPECT_TRUE(tight[i].rows.in_file());
    expect_same(roomy[i], tight[i]);
    expect_same(keep_frequent(roomy[i], 200), keep_frequent(tight[i], 200));
  }
  expect_same(rarefy(roomy[1], 1, 0), rarefy(tight[1], 1, 0));
  EXPECT_TRUE(rarefy(tight[1], 1, 0).rows.in_file());
  const Table table = table_of(HellingerGram(cross_half_terms(roomy[0])));
  EXPECT_EQ(table.values, table_of(HellingerGram(cross_half_terms(tight[0]))).values);
  EXPECT_EQ(table.values, table_of(HellingerGram(cross_half_terms(roomy[0])).with_stored_roots()).values);
  const auto leading = [](const PositionCounts& counts) {
    return scale_gram(HellingerGram(cross_half_terms(counts)), Keep::above_noise, 3).eigenvalues;
  };
  EXPECT_EQ(leading(roomy[0]), leading(tight[0]));
}

TEST(PositionCounts, HalvesAndReplicatesAreFunctionsOfTheDocument) {
  Documents documents(4000, {1, 2});
  const auto counts = count_one(documents, {.layout = {2}, .splits = 3});
  for (Index split = 1; split <= 3; ++split) {
    EXPECT_NEAR(static_cast<double>(counts.totals(split)[0]), 2000, 160);
    EXPECT_EQ(counts.totals(split)[0], counts.totals(split)[1]);  // a document is in one half as a whole
  }
  EXPECT_NE(counts.totals(1), counts.totals(2));
  std::vector<double> weights;
  for (Index i = 0; i < 20000; ++i) weights.push_back(bootstrap_weight(3, 1, i));
  EXPECT_NEAR(mean(weights), 1, 0.03);
  EXPECT_NEAR(standard_deviation(weights), 1, 0.03);
  EXPECT_EQ(bootstrap_weight(3, 1, 17), bootstrap_weight(3, 1, 17));
  const auto again = count_one(documents, {.layout = {2}, .replicate = 1});
  EXPECT_EQ(again.totals(0), count_one(documents, {.layout = {2}, .replicate = 1}).totals(0));
  EXPECT_NE(again.totals(0), count_one(documents, {.layout = {2}, .replicate = 2}).totals(0));
}

TEST(PositionCounts, KeptDocumentsCountTheSame) {
  ListedDocuments source({{1, 2, 3}, {}, {4, 5}});
  KeptDocuments kept(source, 2, 1 << 20);
  EXPECT_TRUE(kept.complete());
  EXPECT_EQ(kept.tokens(), 4u);
  std::vector<std::int32_t> document;
  for (int pass = 0; pass < 2; ++pass, kept.rewind()) {
    Documents seen;
    while (kept.next(document)) seen.push_back(document);
    EXPECT_EQ(seen, (Documents{{1, 2}, {}, {4, 5}}));
  }
  source.rewind();
  EXPECT_FALSE(KeptDocuments(source, 2, 8).complete());
}

TEST(ThinnedCounts, KeepTheFrequentAndEqualise) {
  const Documents documents = {{1, 1}, {1, 2}, {2, 3}, {4, 1}, {1}};
  const auto counts = count_one(documents, {.layout = {2}});
  const auto two = keep_frequent(counts, 2);
  EXPECT_EQ(two.tokens, (std::vector<std::int32_t>{1, 2, other_token}));
  EXPECT_EQ(two.totals(0), counts.totals(0));
  EXPECT_EQ(count_at(two, other_token, 0), 1u);
  EXPECT_EQ(count_at(two, other_token, 1), 1u);
  EXPECT_EQ(keep_frequent(counts, 99).tokens, counts.tokens);
  const auto equal = rarefy(counts, 1, 0);
  EXPECT_EQ(equal.totals(0), (std::vector<std::uint64_t>{4, 4}));
  double kept = 0;  // each of five tokens stays with 4/5
  for (Index draw = 0; draw < 2000; ++draw) kept += count_at(rarefy(counts, 1, draw), 4, 0);
  EXPECT_NEAR(kept / 2000, 0.8, 0.04);
}

/// Cumulative distributions over `words` words that drift with the position; all alike where `drift` is 0.
std::vector<std::vector<double>> drifting(Index n, Index words, double drift) {
  std::vector<std::vector<double>> rows;
  for (Index t = 0; t < n; ++t) {
    std::vector<double> row;
    double sum = 0;
    for (Index v = 0; v < words; ++v) {
      const double tilt = drift * static_cast<double>(t) / static_cast<double>(n) * std::cos(static_cast<double>(v));
      row.push_back(sum += std::exp(tilt) / (2 + static_cast<double>(v)));
    }
    for (double& value : row) value /= sum;
    row.back() = 1;
    rows.push_back(std::move(row));
  }
  return rows;
}

double true_mean_square(const std::vector<std::vector<double>>& cumulative) {
  std::vector<std::vector<double>> roots = cumulative;
  for (auto& row : roots)
    for (std::size_t v = row.size(); v-- > 0;) row[v] = std::sqrt(row[v] - (v > 0 ? row[v - 1] : 0));
  return mean_square(gram_of(roots));
}

struct Draws {
  std::vector<double> cross, plug_in;
};

Draws estimate(const std::vector<std::vector<double>>& cumulative, Index documents, Index draws) {
  Draws result;
  for (Index draw = 0; draw < draws; ++draw) {
    const auto counts = count_one(draw_documents(cumulative, documents, 1000 + static_cast<std::uint64_t>(draw)),
                                  {.layout = {static_cast<Index>(cumulative.size())}, .splits = 2});
    result.cross.push_back(mean_square(HellingerGram(cross_half_terms(counts))));
    result.plug_in.push_back(mean_square(HellingerGram({plug_in_term(counts)})));
  }
  return result;
}

TEST(CrossHalf, IsZeroWhereThereIsNoOrder) {
  const Draws draws = estimate(drifting(12, 30, 0), 400, 200);
  const double error = standard_deviation(draws.cross) / std::sqrt(200.0);
  EXPECT_LT(std::abs(mean(draws.cross)), 3 * error);
  EXPECT_GT(mean(draws.plug_in), 100 * error);  // (K - 1) / 4 (1/N + 1/N) = 0.036
  EXPECT_NEAR(mean(draws.plug_in), 29.0 / 4 * 2 / 400, 0.004);
}

TEST(CrossHalf, IsUnbiasedOverDraws) {
  const auto cumulative = drifting(12, 8, 2);
  const double truth = true_mean_square(cumulative);
  const Draws draws = estimate(cumulative, 2000, 200);
  const double error = standard_deviation(draws.cross) / std::sqrt(200.0);
  EXPECT_LT(std::abs(mean(draws.cross) - truth), 3 * error + 2e-3 * truth) << truth;
  EXPECT_GT(mean(draws.plug_in), truth + 3 * error);
}

TEST(CrossHalf, OfShuffledDocumentsIsZero) {
  const auto documents = draw_documents(drifting(12, 30, 2), 3000, 5);
  const CountRequest as_written{.layout = {12}, .splits = 4};
  const CountRequest shuffled{.layout = {12}, .splits = 4, .shuffle = 1};
  EXPECT_GT(mean_square(HellingerGram(cross_half_terms(count_one(documents, as_written)))), 0.02);
  EXPECT_LT(std::abs(mean_square(HellingerGram(cross_half_terms(count_one(documents, shuffled))))), 2e-3);
}

}  // namespace
}  // namespace sextant::test
