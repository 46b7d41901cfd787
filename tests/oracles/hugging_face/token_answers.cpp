// Our token ids for compare_tokenizers.py. On stdin texts, each after its length in bytes; on stdout for each the
// number of its ids and the ids; all numbers are 32 bits.
//
// Usage: token_answers VOCABULARY [MERGES]      or token_answers TOKENIZER.json: with what its post-processor adds
#include <cstdint>
#include <iostream>
#include <string_view>

#include "sextant/data/text/corpus.h"

int main(int argc, char** argv) {
  sextant::data::CorpusRequest request;
  const bool whole = argc == 2 && std::string_view(argv[1]).ends_with(".json");
  if (argc > 1) (whole ? request.tokenizer : request.vocabulary) = argv[1];
  if (argc > 2) request.merges = argv[2];
  const auto tokenizer = sextant::data::make_tokenizer(request);
  std::uint32_t length = 0;
  std::string text;
  std::vector<std::int32_t> ids;
  while (std::cin.read(reinterpret_cast<char*>(&length), sizeof length)) {
    text.resize(length);
    std::cin.read(text.data(), length);
    const auto frame = tokenizer->special();
    ids = frame.before;
    tokenizer->encode(text, ids);
    ids.insert(ids.end(), frame.behind.begin(), frame.behind.end());
    const auto count = static_cast<std::uint32_t>(ids.size());
    std::cout.write(reinterpret_cast<const char*>(&count), sizeof count);
    std::cout.write(reinterpret_cast<const char*>(ids.data()), static_cast<std::streamsize>(4 * ids.size()));
  }
}
