// Seconds per stage of geometry by the processor's clock, for compare_scipy.py: counting, Gram matrix, eigenvectors,
// stress, SMACOF, Mantel; and the peak of memory.
// A JSON object on stdout; documents from an npy file of token ids with -1 behind each document, or synthetic.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <nlohmann/json.hpp>

#include "sextant/core/memory.h"
#include "sextant/core/npy.h"
#include "sextant/core/random.h"
#include "sextant/data/text/document_source.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/stress/classical_scaling.h"
#include "sextant/stress/corpus_counts.h"
#include "sextant/stress/pair_distances.h"
#include "sextant/stress/smacof.h"
#include "sextant/stress/stress.h"

namespace {

using namespace sextant::test;

struct Request {
  std::string ids;
  Index documents = 2000;
  Index length = 600;
  Index vocabulary = 30522;
  Index positions = 512;
};

/// A file's documents, or synthetic ones whose words follow Zipf's law and drift with the position.
class Documents final : public DocumentSource {
 public:
  explicit Documents(const Request& request) : request_(request) {
    if (!request.ids.empty())
      for (const double id : read_npy(request.ids).values) file_.push_back(static_cast<std::int32_t>(id));
  }
  bool next(std::vector<std::int32_t>& ids) override { return request_.ids.empty() ? draw(ids) : take(ids); }
  BytesRead progress() const override { return {0, 1}; }
  Index vocabulary() const override { return request_.vocabulary; }

 private:
  bool take(std::vector<std::int32_t>& ids) {
    ids.clear();
    if (at_ >= file_.size()) return false;
    while (file_[at_] >= 0) ids.push_back(file_[at_++]);
    ++at_;
    return true;
  }
  bool draw(std::vector<std::int32_t>& ids) {
    if (number_ == request_.documents) return false;
    const Random random(1, Stream::data, 0, static_cast<std::uint32_t>(number_++));
    ids.clear();
    const double log_size = std::log(static_cast<double>(request_.vocabulary));
    for (Index t = 0; t < request_.length; ++t) {
      const double rank = std::exp(log_size * random.uniform(static_cast<std::uint64_t>(t)));
      ids.push_back(
          static_cast<std::int32_t>(static_cast<Index>(rank + static_cast<double>(t) / 64) % request_.vocabulary));
    }
    return true;
  }

  Request request_;
  std::vector<std::int32_t> file_;
  std::size_t at_ = 0;
  Index number_ = 0;
};

class Stages {
 public:
  template <class Work>
  auto time(const char* stage, const Work& work) {
    const std::clock_t start = std::clock();
    auto result = work();
    seconds_[stage] = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return result;
  }
  nlohmann::ordered_json& seconds() { return seconds_; }

 private:
  nlohmann::ordered_json seconds_;
};

Table sinusoid(Index n, Index width) {
  Table table(n, width);
  for (Index t = 0; t < n; ++t)
    for (Index i = 0; i < width; ++i) {
      const double angle =
          static_cast<double>(t) * std::pow(1e4, -static_cast<double>(i - i % 2) / static_cast<double>(width));
      table(t, i) = i % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return table;
}

void measure_dense(Stages& stages, const HellingerGram& gram, const Table& encoding) {
  const Table table = stages.time("gram", [&] { return table_of(gram); });
  scale_gram(table, Keep::positive);  // the first call loads OpenBLAS, as importing NumPy does for the rivals
  const Scaling scaling = stages.time("eigenvectors", [&] { return scale_gram(table, Keep::positive); });
  const Table wanted = distances_of_vectors(scaling.points)->table();
  Table start(gram.count(), 8);
  for (Index i = 0; i < start.rows; ++i)
    for (Index k = 0; k < 8; ++k) start(i, k) = scaling.points(i, k);
  stages.time("smacof", [&] { return smacof(wanted, start, {}, {.iterations = 50, .tolerance = 0}).stress; });
  const Table given = distances_of_vectors(encoding)->table();
  stages.time("mantel", [&] { return MantelTest(wanted, 99, 1).measure(given).p; });
}

}  // namespace

int main(int argc, char** argv) {
  Request request;
  CLI::App app("Seconds per stage of geometry");
  app.add_option("--ids", request.ids);
  app.add_option("--documents", request.documents);
  app.add_option("--length", request.length);
  app.add_option("--vocabulary", request.vocabulary);
  app.add_option("--positions", request.positions);
  CLI11_PARSE(app, argc, argv);
  Stages stages;
  Documents documents(request);
  const CountRequest plain{.layout = {request.positions}};
  const auto counts = stages.time("counting", [&] { return count_corpus(documents, std::vector{plain}).front(); });
  const HellingerGram gram({plug_in_term(counts)});
  const Table encoding = sinusoid(request.positions, 768);
  stages.time("top 16", [&] { return scale_gram(gram, Keep::positive, 16).eigenvalues; });
  const auto wanted = distances_of_gram(gram);
  const auto given = distances_of_vectors(encoding);
  stages.time("distances and stress", [&] { return sum_pairs(*wanted, {given.get()}).given[0].misfit; });
  if (request.positions <= 2048) measure_dense(stages, gram, encoding);
  stages.seconds()["entries"] = counts.entries();
  stages.seconds()["peak MB"] = static_cast<double>(peak_memory()) / 1e6;
  fmt::print("{}\n", stages.seconds().dump());
}
