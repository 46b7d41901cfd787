// Reading or generating, splitting, renumbering and laying out in rows.
#include "sextant/data/words/word_collection.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/random.h"
#include "sextant/data/words/labelled_documents.h"

namespace sextant::data {
namespace {

constexpr std::uint64_t shuffle_step = 2 << 20;  // of the stream `data`

struct Sides {
  LabelledDocuments train, test;
  Index classes = 0;
};

void move_document(LabelledDocuments& from, std::size_t index, LabelledDocuments& to) {
  to.texts.push_back(std::move(from.texts[index]));
  if (!from.classes.empty()) to.classes.push_back(from.classes[index]);
}

/// A random order that depends on the data's seed alone, the last ones to the test.
Sides split(LabelledDocuments all, const WordRequest& request) {
  const auto count = static_cast<Index>(all.texts.size());
  const auto held_out = static_cast<Index>(request.test_share * static_cast<double>(count));
  require(held_out >= 1 && held_out < count,
          "text: cannot split {} documents with {} of them for testing; give a test file", count, request.test_share);
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  Random(request.seed, Stream::order).permutation(order);
  Sides sides;
  for (Index place = 0; place < count; ++place)
    move_document(all, static_cast<std::size_t>(order[static_cast<std::size_t>(place)]),
                  place < count - held_out ? sides.train : sides.test);
  return sides;
}

LabelledDocuments generate(const WordRequest& request) {
  GeneratedText wanted = request.generated;
  wanted.length = request.length;
  wanted.seed = request.seed;
  const GeneratedDocuments made = generate_text(wanted);
  LabelledDocuments result;
  result.classes = made.classes;
  for (auto at = made.words.begin(); at != made.words.end(); at += wanted.length)
    result.texts.emplace_back(at, at + wanted.length);
  return result;
}

Sides read_sides(const WordRequest& request) {
  if (request.corpus.path.empty()) {
    Sides sides = split(generate(request), request);
    sides.classes = 2;
    return sides;
  }
  CorpusRequest corpus = request.corpus;
  if (!request.all_windows) corpus.most_tokens = request.length;
  DocumentReader reader(corpus, request.label);
  LabelledDocuments train = reader.read(corpus.path);
  Sides sides;
  if (request.test_file.empty()) {
    sides = split(std::move(train), request);
  } else {
    sides.train = std::move(train);
    sides.test = reader.read(request.test_file);
  }
  sides.classes = static_cast<Index>(reader.class_names().size());
  return sides;
}

/// From ids to words: the `top` most frequent of the training documents (of equals the smaller id).
std::unordered_map<std::int32_t, std::int32_t> number_words(const LabelledDocuments& train, Index top) {
  std::unordered_map<std::int32_t, Index> counts;
  for (const auto& text : train.texts)
    for (const auto id : text) ++counts[id];
  std::vector<std::pair<Index, std::int32_t>> order;  // most frequent first
  for (const auto& [id, count] : counts) order.emplace_back(-count, id);
  std::ranges::sort(order);
  if (top > 0 && static_cast<Index>(order.size()) > top) order.resize(static_cast<std::size_t>(top));
  std::unordered_map<std::int32_t, std::int32_t> words;
  for (const auto& [count, id] : order) words.emplace(id, first_word + static_cast<std::int32_t>(words.size()));
  return words;
}

class RowMaker {
 public:
  RowMaker(const WordRequest& request, const std::unordered_map<std::int32_t, std::int32_t>& words)
      : request_(request), words_(words) {}

  WordRows make(const LabelledDocuments& documents, std::uint32_t part) const {
    WordRows rows;
    rows.length = request_.length + request_.tail;
    const auto length = static_cast<std::size_t>(request_.length);
    for (std::size_t document = 0; document < documents.texts.size(); ++document) {
      const auto& text = documents.texts[document];
      for (std::size_t first = 0; first < text.size(); first += length) {
        if (first > 0 && !request_.all_windows) break;
        add_row(std::span(text).subspan(first, std::min(length, text.size() - first)), part, rows);
        rows.documents.push_back(static_cast<std::int32_t>(document));
        if (!documents.classes.empty()) rows.classes.push_back(documents.classes[document]);
      }
    }
    return rows;
  }

 private:
  void add_row(std::span<const std::int32_t> text, std::uint32_t part, WordRows& rows) const {
    const std::size_t first = rows.words.size();
    for (const auto id : text) {
      const auto found = words_.find(id);
      rows.words.push_back(found == words_.end() ? other_word : found->second);
    }
    if (request_.shuffled) shuffle(std::span(rows.words).subspan(first), rows.count(), part);
    rows.words.resize(first + static_cast<std::size_t>(rows.length), padding_word);
  }

  void shuffle(std::span<std::int32_t> row, Index number, std::uint32_t part) const {
    const Random random(request_.seed, Stream::data, shuffle_step + part, static_cast<std::uint32_t>(number));
    for (std::size_t i = row.size(); i-- > 1;) std::swap(row[i], row[random.below(i, i + 1)]);
  }

  const WordRequest& request_;
  const std::unordered_map<std::int32_t, std::int32_t>& words_;
};

WordCollection make_collection(const WordRequest& request) {
  require(request.length >= 2, "task.length: expected 2 or more, not {}", request.length);
  require(request.tail >= 0, "task.tail: expected 0 or more, not {}", request.tail);
  require(request.top >= 0, "task.top: expected 0 or more, not {}", request.top);
  const Sides sides = read_sides(request);
  const auto words = number_words(sides.train, request.top);
  const RowMaker maker(request, words);
  WordCollection collection;
  collection.words = first_word + static_cast<Index>(words.size());
  collection.classes = sides.classes;
  collection.train = maker.make(sides.train, 0);
  collection.test = maker.make(sides.test, 1);
  require(collection.train.count() >= 2 && collection.test.count() >= 1,
          "text: {} training and {} test samples; both need non-empty documents", collection.train.count(),
          collection.test.count());
  return collection;
}

std::string name_of(const WordRequest& request) {
  const auto& corpus = request.corpus;
  const auto& generated = request.generated;
  std::string name = fmt::format(
      "{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", corpus.path, corpus.format, corpus.column, corpus.header,
      corpus.key, corpus.tokenizer, request.test_file, request.label, request.length, request.all_windows, request.top,
      request.test_share, request.tail, request.shuffled, request.seed, generated.documents,
      fmt::format("{}|{}|{}", generated.words, generated.tone, fmt::join(corpus.separators, ",")));
  for (const auto& file : {corpus.path, request.test_file, corpus.vocabulary, corpus.merges})
    for (const auto& part : is_directory(file) ? list_files(file, true) : std::vector{file})
      name.append(1, ' ').append(part.empty() ? part : digest_file(part));
  return name;
}

}  // namespace

std::shared_ptr<const WordCollection> word_collection(const WordRequest& request) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const WordCollection>> made;
  const std::lock_guard lock(mutex);  // who asks for what is being made waits for it
  auto& collection = made[name_of(request)];
  if (!collection) collection = std::make_shared<const WordCollection>(make_collection(request));
  return collection;
}

}  // namespace sextant::data
