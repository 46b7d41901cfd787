// The input is a text and, read in other ways, the encoder and the merges.
#include <nlohmann/json.hpp>

#include "fuzzed_file.h"
#include "sextant/data/text/bpe_files.h"
#include "sextant/data/text/tokenizer.h"
#include "sextant/data/text/utf8.h"

namespace {

/// All bytes, and the symbols that "ab" and "abc" are.
std::string make_encoder() {
  nlohmann::json encoder;
  char32_t other = 0x100;
  for (int byte = 0; byte < 256; ++byte) {
    const bool printable = (byte > 32 && byte < 127) || (byte > 160 && byte != 173);
    std::string text;
    sextant::data::append_utf8(printable ? static_cast<char32_t>(byte) : other++, text);
    encoder[text] = byte;
  }
  for (const char* symbol : {"ab", "abc", "aa"}) encoder[symbol] = encoder.size();
  return encoder.dump();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string encoder = make_encoder();
  static const std::string merges = "#version: 0.2\na b\nab c\na a\n";
  const auto file_of = [](const std::string& text) {
    return FuzzedFile(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  };
  static const FuzzedFile encoder_file = file_of(encoder), merges_file = file_of(merges);
  static const auto tokenizer = sextant::data::make_bpe_tokenizer(encoder_file.path(), merges_file.path());
  std::vector<std::int32_t> ids;
  tokenizer->encode({reinterpret_cast<const char*>(data), size}, ids);
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] { (void)sextant::data::read_bpe_files(made_up.path(), merges_file.path()); });
  read_or_refuse([&] { (void)sextant::data::read_bpe_files(encoder_file.path(), made_up.path()); });
  return 0;
}
