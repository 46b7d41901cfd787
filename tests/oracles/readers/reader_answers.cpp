// What our readers make of many files, for tools/differential_fuzz.py. On stdin lines "READER PATH"; on stdout for each
// one line of JSON: {"value": ...} or {"error": "..."}. Numbers of arrays are the hexadecimal digits of their bytes.
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/core/options.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/table.h"
#include "sextant/core/tensor_file.h"
#include "sextant/data/text/corpus.h"
#include "tests/oracles/readers/run_answers.h"

namespace {

using namespace sextant::core;
using namespace sextant::data;
using Json = nlohmann::ordered_json;

std::string hexadecimal(const void* data, std::size_t bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto byte = static_cast<const unsigned char*>(data)[i];
    text += {digits[byte >> 4], digits[byte & 15]};
  }
  return text;
}

/// There are many NaN, and which one a conversion gives is nobody's promise.
std::string hexadecimal(std::vector<double> values) {
  for (double& value : values)
    if (std::isnan(value)) value = std::nan("");
  return hexadecimal(values.data(), values.size() * sizeof(double));
}

Json read_array(const std::string& path) {
  const NpyArray array = read_npy(path);
  return {{"shape", array.shape}, {"numbers", hexadecimal(array.values)}};
}

Json read_arrays(const std::string& path) {
  const auto file = open_tensor_file(path);
  Json arrays = Json::object();
  for (const auto& entry : file->entries())
    arrays[entry.name] = {{"shape", entry.shape}, {"numbers", hexadecimal(file->values(entry.name))}};
  return arrays;
}

Json read_tensors(const std::string& path) {
  const Safetensors file(path);
  Json tensors = Json::object();
  for (const auto& entry : file.entries())
    tensors[entry.name] = {
        {"dtype", entry.dtype}, {"shape", entry.shape}, {"bytes", hexadecimal(entry.data, entry.bytes)}};
  return tensors;
}

Json read_rows(const std::string& path) {
  const std::string text = read_file(path);
  CsvReader reader(text, path);
  Json rows = Json::array();
  while (reader.next()) {
    Json row = Json::array();
    for (const std::string_view field : reader.fields()) row.push_back(hexadecimal(field.data(), field.size()));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json read_numbers(const std::string& path) {
  const Table table = read_table(path);
  return {{"shape", {table.rows, table.columns}}, {"numbers", hexadecimal(table.values)}};
}

Json read_texts(const std::string& path) {
  const auto source = open_texts({.path = path, .format = "jsonl"});
  Json texts = Json::array();
  for (std::string_view text; source->next(text);) texts.push_back(text);
  return texts;
}

/// JSON has neither infinities nor a difference between 1 and 1.0, so that every scalar says its type.
Json tagged(const Tree& tree) {
  Json result = tree.is_array() ? Json::array() : Json::object();
  if (tree.is_array())
    for (const auto& element : tree) result.push_back(tagged(element));
  else if (tree.is_object())
    for (const auto& [key, value] : tree.items()) result[key] = tagged(value);
  else if (tree.is_number_float())
    result = "float " + hexadecimal(std::vector<double>{tree.get<double>()});
  else if (tree.is_number())
    result = "integer " + tree.dump();
  else
    result = tree.is_string() ? Json("text " + tree.get<std::string>()) : Json(tree);
  return result;
}

/// Parts of a file between lines with nothing but "----".
std::vector<std::string> parts_of(const std::string& path) {
  constexpr std::string_view mark = "\n----\n";
  const std::string content = read_file(path);
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = content.find(mark, begin)) != std::string::npos; begin = end + mark.size())
    parts.push_back(content.substr(begin, end + 1 - begin));
  parts.push_back(content.substr(begin));
  return parts;
}

Json token_ids(const CorpusRequest& request, const std::string& text) {
  std::vector<std::int32_t> ids;
  make_tokenizer(request)->encode(text, ids);
  return ids;
}

/// A vocabulary of WordPiece and the text to take apart.
Json read_pieces(const std::string& path) {
  const auto parts = parts_of(path);
  require(parts.size() == 2, "{}: expected a vocabulary and a text", path);
  write_file_atomically(path + ".vocabulary", parts[0], Sync::later);
  return token_ids({.vocabulary = path + ".vocabulary"}, parts[1]);
}

/// The vocabulary of a byte-level BPE, its merges and the text.
Json read_merged_pieces(const std::string& path) {
  const auto parts = parts_of(path);
  require(parts.size() == 3, "{}: expected a vocabulary, merges and a text", path);
  write_file_atomically(path + ".json", parts[0], Sync::later);
  write_file_atomically(path + ".bpe", parts[1], Sync::later);
  return token_ids({.vocabulary = path + ".json", .merges = path + ".bpe"}, parts[2]);
}

}  // namespace

int main() {
  const std::map<std::string, std::function<Json(const std::string&)>> readers = {
      {"npy", read_array},        {"npz", read_arrays},
      {"csv", read_rows},         {"safetensors", read_tensors},
      {"jsonl", read_texts},      {"toml", [](const std::string& path) { return tagged(read_toml_file(path)); }},
      {"tokenizer", read_pieces}, {"bpe", read_merged_pieces},
      {"numbers", read_numbers},  {"experiment", answer_experiment},
      {"run", answer_run}};
  std::string reader, path;
  while (std::cin >> reader && std::getline(std::cin >> std::ws, path)) {
    Json answer;
    try {
      answer["value"] = readers.at(reader)(path);
    } catch (const Error& error) {
      answer = {{"error", error.what()}};
    }
    std::cout << answer.dump(-1, ' ', true, Json::error_handler_t::replace) << std::endl;
  }
}
