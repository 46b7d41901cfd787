#include "sextant/tasks/sentence_task.h"

#include <algorithm>

#include "sextant/core/files.h"
#include "sextant/tasks/label_batch.h"

namespace sextant::tasks {
namespace {

// Tokens that are no words.
constexpr std::int32_t separator = 0;
constexpr std::int32_t end = 1;

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t start = text.find_first_not_of(' '); start < text.size();) {
    const std::size_t stop = std::min(text.find(' ', start), text.size());
    words.emplace_back(text.substr(start, stop - start));
    start = text.find_first_not_of(' ', stop);
  }
  return words;
}

std::vector<SentencePair> read_pair_file(const std::string& path,
                                         SentencePair (*read)(std::string_view line, const std::string& place)) {
  const std::string content = read_file(path);
  std::vector<SentencePair> pairs;
  Index number = 0;
  for (std::size_t start = 0; start < content.size();) {
    const std::size_t stop = std::min(content.find('\n', start), content.size());
    std::string_view line = std::string_view(content).substr(start, stop - start);
    start = stop + 1;
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::string place = fmt::format("{}:{}", path, number);
    pairs.push_back(read(line, place));
    require(!pairs.back().input.empty() && !pairs.back().output.empty(), "{}: source or target is empty", place);
  }
  return pairs;
}

void keep_few(std::vector<SentencePair>& pairs, Index rows) {
  std::map<std::string, Index> met;
  if (rows > 0) std::erase_if(pairs, [&](const SentencePair& pair) { return ++met[pair.kind] > rows; });
}

SentenceTask::SentenceTask(const char* name, const std::vector<SentenceSplit>& splits, Index longest)
    : name_(name), order_(0) {
  for (const auto& split : splits) {
    auto& made = splits_.emplace_back(Split{split.name, {}});
    for (const auto& pair : split.pairs) {
      Row row{{}, static_cast<Index>(pair.input.size()), pair.kind};
      for (const auto& word : pair.input) row.tokens.push_back(number_of(word));
      row.tokens.push_back(separator);
      for (const auto& word : pair.output) row.tokens.push_back(number_of(word));
      if (longest > 0 && std::ssize(row.tokens) > longest) continue;
      length_ = std::max(length_, static_cast<Index>(row.tokens.size()));
      made.rows.push_back(std::move(row));
    }
    require(!made.rows.empty(), "{}: split '{}' has no samples{}", name, split.name,
            longest > 0 ? fmt::format(" of at most task.longest = {} tokens", longest) : "");
  }
  order_ = EpochOrder(static_cast<Index>(splits_.front().rows.size()));
}

std::int32_t SentenceTask::number_of(const std::string& word) {
  return words_.try_emplace(word, static_cast<std::int32_t>(words_.size()) + end + 1).first->second;
}

TaskShape SentenceTask::shape() const {
  const Index vocabulary = static_cast<Index>(words_.size()) + end + 1;
  return {.length = length_,
          .input = InputKind::tokens,
          .features = vocabulary,
          .readout = ReadoutPlace::every,
          .outputs = vocabulary,
          .loss = LossKind::cross_entropy};
}

std::vector<std::string> SentenceTask::splits() const {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < splits_.size(); ++i) names.push_back(splits_[i].name);
  return names;
}

const SentenceTask::Split& SentenceTask::find(const std::string& split) const {
  return find_split(name_, splits_, split);
}

Index SentenceTask::size(const std::string& split) const { return static_cast<Index>(find(split).rows.size()); }

void SentenceTask::write(Batch& batch, Index sample, const Row& row) const {
  const auto tokens = sample_tokens(batch, sample, length_);
  const std::span labels(batch.labels.data() + sample * length_, static_cast<std::size_t>(length_));
  std::ranges::fill(tokens, Batch::blank);
  std::ranges::fill(labels, Batch::unscored);
  std::ranges::copy(row.tokens, tokens.begin());
  for (auto place = static_cast<std::size_t>(row.separator); place < row.tokens.size(); ++place)
    labels[place] = place + 1 < row.tokens.size() ? row.tokens[place + 1] : end;
}

void SentenceTask::fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) {
  const auto rows = order_.rows_of(samples, seed, step);
  shape_label_batch(batch, static_cast<Index>(rows.size()), length_);
  batch.labels.resize(batch.tokens.size());  // (samples, length)
  for (std::size_t i = 0; i < rows.size(); ++i)
    write(batch, static_cast<Index>(i), splits_.front().rows[static_cast<std::size_t>(rows[i])]);
}

void SentenceTask::fill(Batch& batch, const std::string& name, Index first, Index count) {
  const Split& split = find(name);
  require_rows(name_, name, first, count, static_cast<Index>(split.rows.size()));
  shape_label_batch(batch, count, length_);
  batch.labels.resize(batch.tokens.size());
  for (Index i = 0; i < count; ++i) write(batch, i, split.rows[static_cast<std::size_t>(first + i)]);
}

std::vector<std::string> SentenceTask::groups(const std::string& name) const {
  std::vector<std::string> kinds;
  for (const auto& row : find(name).rows) kinds.push_back(row.kind);
  return kinds;
}

}  // namespace sextant::tasks
