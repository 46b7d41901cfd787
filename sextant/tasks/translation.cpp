// Translation as prefix language modelling: a sentence, a separator and its translation, of which alone the words are
// scored (sentence_task.h). Two files of the same number of lines, one sentence each, as Multi30k has them (Elliott et
// al., 2016). Words are those of BERT uncased: lower case, accents off, punctuation apart. Small models learn frequent
// words alone, so pairs with any other word are left out.
#include <algorithm>

#include "sextant/data/text/bert_normalizer.h"
#include "sextant/data/text/line_stream.h"
#include "sextant/data/text/utf8.h"
#include "sextant/stress/pair_distances.h"
#include "sextant/tasks/sentence_task.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct TranslationOptions final : Options {
  std::string source, target, test_source, test_target, arrangement = "index";
  Index top = 1000;
  Index longest = 24;

  void visit(OptionVisitor& option) override {
    option.path("source", source, "training sentences, one per line (gzip too), e.g. multi30k/train.en.gz");
    option.path("target", target, "their translations, line by line");
    option.path("test_source", test_source, "held-out sentences");
    option.path("test_target", test_target, "their translations");
    option("top", top, at_least(0),
           "keep the pairs made of this many most frequent training words of each language; 0: keep all");
    option("longest", longest, at_least(0), "drop pairs with more tokens than this; 0: keep all");
    option.choice("arrangement", arrangement, {"index", "words"},
                  "arrangement: the index, or Hellinger distances between the token distributions at each position in "
                  "training");
  }
};

using Sentence = std::vector<std::string>;

std::vector<Sentence> read_sentences(const char* option, const std::string& path) {
  require(!path.empty(), "task.{}: a translation is read from files; set task.{}=FILE", option, option);
  LineStream lines(path);
  BertNormalizer normalizer;
  std::string repaired;
  std::vector<Sentence> sentences;
  for (std::string_view line; lines.next(line);) {
    auto& words = sentences.emplace_back();
    for (const auto& word : normalizer.split(well_formed(line, repaired))) words.emplace_back(word.text);
  }
  return sentences;
}

/// The `top` most frequent words, ties in alphabetical order; none where all are kept.
std::map<std::string, Index> frequent_words(const std::vector<Sentence>& sentences, Index top) {
  std::map<std::string, Index> times;
  if (top == 0) return times;
  for (const auto& sentence : sentences)
    for (const auto& word : sentence) ++times[word];
  std::vector<std::pair<Index, std::string>> ranked;
  for (const auto& [word, count] : times) ranked.emplace_back(-count, word);
  std::ranges::sort(ranked);
  for (auto i = static_cast<std::size_t>(top); i < ranked.size(); ++i) times.erase(ranked[i].second);
  return times;
}

struct Language {
  std::vector<Sentence> train, test;
  std::map<std::string, Index> kept;

  bool keeps(const Sentence& sentence) const {
    if (sentence.empty()) return false;
    return kept.empty() || std::ranges::all_of(sentence, [&](const auto& word) { return kept.contains(word); });
  }
};

SentenceSplit pair_up(const char* name, const std::vector<Sentence>& source, const Language& from,
                      const std::vector<Sentence>& target, const Language& to) {
  require(source.size() == target.size(),
          "translation: {} lines of the source and {} of the target in split '{}'; they must be parallel",
          source.size(), target.size(), name);
  SentenceSplit split{name, {}};
  for (std::size_t i = 0; i < source.size(); ++i)
    if (from.keeps(source[i]) && to.keeps(target[i])) split.pairs.push_back({source[i], target[i], ""});
  return split;
}

std::vector<SentenceSplit> read_translations(const TranslationOptions& own) {
  Language from{read_sentences("source", own.source), read_sentences("test_source", own.test_source), {}};
  Language to{read_sentences("target", own.target), read_sentences("test_target", own.test_target), {}};
  for (Language* one : {&from, &to}) one->kept = frequent_words(one->train, own.top);
  return {pair_up("train", from.train, from, to.train, to), pair_up("test", from.test, from, to.test, to)};
}

class Translation final : public SentenceTask {
 public:
  using OwnOptions = TranslationOptions;
  Translation(const TranslationOptions& own, std::uint64_t)
      : SentenceTask("translation", read_translations(own), own.longest), places_(SentenceTask::true_positions()) {
    if (own.arrangement == "words") places_ = Arrangement::distances(word_distances(training_rows(), "cross_half", 1));
  }

  TaskShape shape() const override {
    TaskShape shape = SentenceTask::shape();
    shape.told_by_later = true;
    return shape;
  }
  Arrangement true_positions() const override { return places_; }
  std::vector<std::string> groups(const std::string&) const override { return {}; }

 private:
  /// As a model reads them, padding counted as a word.
  WordRows training_rows() {
    Batch batch;
    fill(batch, "train", 0, size("train"));
    WordRows rows{.length = shape().length, .words = std::move(batch.tokens), .classes = {}, .documents = {}};
    for (auto& word : rows.words) word -= Batch::blank;
    for (Index i = 0; i < batch.samples; ++i) rows.documents.push_back(static_cast<std::int32_t>(i));
    return rows;
  }

  Arrangement places_;
};

}  // namespace

SEXTANT_DEFINE_TASK(translation, Translation)

}  // namespace sextant::tasks
