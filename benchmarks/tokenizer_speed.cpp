// How fast texts become token ids: a JSON line with the processor's seconds for the first pass over all texts, for the
// next one, when frequent words are known, and the number of ids. Texts stand in a file, each after its length in
// bytes.
//
// Usage: tokenizer_speed TEXTS VOCABULARY [MERGES]
#include <fmt/format.h>

#include <cstring>
#include <ctime>

#include "sextant/core/files.h"
#include "sextant/data/text/corpus.h"

namespace {

double encode_all(sextant::test::Tokenizer& tokenizer, std::string_view texts, std::size_t& count) {
  const std::clock_t start = std::clock();
  std::vector<std::int32_t> ids;
  count = 0;
  while (!texts.empty()) {
    std::uint32_t length = 0;
    std::memcpy(&length, texts.data(), sizeof length);
    ids.clear();
    tokenizer.encode(texts.substr(sizeof length, length), ids);
    count += ids.size();
    texts.remove_prefix(sizeof length + length);
  }
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string texts = sextant::test::read_file(argc > 1 ? argv[1] : "");
  sextant::test::CorpusRequest request;
  if (argc > 2) request.vocabulary = argv[2];
  if (argc > 3) request.merges = argv[3];
  const auto tokenizer = sextant::test::make_tokenizer(request);
  std::size_t count = 0;
  const double first = encode_all(*tokenizer, texts, count);
  const double next = encode_all(*tokenizer, texts, count);
  fmt::print("{{\"first\": {}, \"next\": {}, \"ids\": {}}}\n", first, next, count);
}
