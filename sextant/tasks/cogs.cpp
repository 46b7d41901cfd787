// COGS (Kim & Linzen, EMNLP 2020): sentences to logical forms; split gen asks for compositions in 21 categories that
// training never shows, and a row's kind is its category. Files have three columns between tabs: sentence, form, kind.
#include "sextant/tasks/sentence_task.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct CogsOptions final : Options {
  std::string data;
  Index test_rows = 0;
  Index longest = 0;

  void visit(OptionVisitor& option) override {
    option.path("data", data, "folder with train.tsv, test.tsv and gen.tsv");
    option("test_rows", test_rows, at_least(0),
           "maximum number of samples per category in the test and gen splits; 0: all");
    option("longest", longest, at_least(0), "drop pairs with more tokens than this; 0: keep all");
  }
};

SentencePair read_pair(std::string_view line, const std::string& place) {
  const auto first = line.find('\t');
  const auto second = first == std::string_view::npos ? first : line.find('\t', first + 1);
  require(second != std::string_view::npos, "{}: expected three tab-separated columns, found \"{}\"", place,
          line.substr(0, 60));
  return {split_words(line.substr(0, first)), split_words(line.substr(first + 1, second - first - 1)),
          std::string(line.substr(second + 1))};
}

std::vector<SentenceSplit> read_splits(const CogsOptions& own) {
  require(!own.data.empty(),
          "task.data: COGS is read from files; give the folder with train.tsv, test.tsv and gen.tsv");
  std::vector<SentenceSplit> splits;
  for (const char* name : {"train", "test", "gen"})
    splits.push_back({name, read_pair_file(own.data + "/" + name + ".tsv", read_pair)});
  for (std::size_t i = 1; i < splits.size(); ++i) keep_few(splits[i].pairs, own.test_rows);
  return splits;
}

class Cogs final : public SentenceTask {
 public:
  using OwnOptions = CogsOptions;
  Cogs(const CogsOptions& own, std::uint64_t) : SentenceTask("cogs", read_splits(own), own.longest) {}
};

}  // namespace

SEXTANT_DEFINE_TASK(cogs, Cogs)

}  // namespace sextant::tasks
