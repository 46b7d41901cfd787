// SCAN (Lake & Baroni, ICML 2018): commands to actions, "jump twice" -> "I_JUMP I_JUMP". Files have a line
// "IN: words OUT: words" for each pair. A row's kind is how its command is joined: and, after, or one part alone.
#include <algorithm>

#include "sextant/tasks/sentence_task.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct ScanOptions final : Options {
  std::string train, test;
  Index test_rows = 0;
  Index longest = 0;

  void visit(OptionVisitor& option) override {
    option.path("train", train, "file of training pairs, e.g. add_prim_split/tasks_train_addprim_jump.txt");
    option.path("test", test, "file of test pairs");
    option("test_rows", test_rows, at_least(0), "maximum number of test pairs per condition; 0: all");
    option("longest", longest, at_least(0), "drop pairs with more tokens than this; 0: keep all");
  }
};

std::string kind_of(const std::vector<std::string>& command) {
  for (const char* word : {"and", "after"})
    if (std::ranges::find(command, word) != command.end()) return word;
  return "one";
}

SentencePair read_command(std::string_view line, const std::string& place) {
  const auto out = line.find(" OUT: ");
  require(line.starts_with("IN: ") && out != std::string_view::npos,
          "{}: expected \"IN: words OUT: words\", found \"{}\"", place, line.substr(0, 60));
  SentencePair pair{split_words(line.substr(4, out - 4)), split_words(line.substr(out + 6)), ""};
  pair.kind = kind_of(pair.input);
  return pair;
}

std::vector<SentencePair> read_pairs(const char* option, const std::string& path) {
  require(!path.empty(), "task.{}: SCAN is read from files; set task.{}=FILE", option, option);
  return read_pair_file(path, read_command);
}

std::vector<SentenceSplit> read_splits(const ScanOptions& own) {
  std::vector<SentenceSplit> splits{{"train", read_pairs("train", own.train)}, {"test", read_pairs("test", own.test)}};
  keep_few(splits[1].pairs, own.test_rows);
  return splits;
}

class Scan final : public SentenceTask {
 public:
  using OwnOptions = ScanOptions;
  Scan(const ScanOptions& own, std::uint64_t) : SentenceTask("scan", read_splits(own), own.longest) {}
};

}  // namespace

SEXTANT_DEFINE_TASK(scan, Scan)

}  // namespace sextant::tasks
