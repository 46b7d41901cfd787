#include "sextant/lab/foreign/position_finder.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

struct KnownName {
  std::string_view ending;
  std::string_view whose;
};
constexpr KnownName known_names[] = {{"embeddings.position_embeddings.weight", "BERT and RoBERTa"},
                                     {"embeddings.position_embeddings", "ViT"},
                                     {"position_embeddings", "ViT"},
                                     {"position_embeddings.weight", "BERT"},
                                     {"pos_embed", "ViT in timm"},
                                     {"pos_embedding", "ViT in torchvision"},
                                     {"positional_embedding", "CLIP"},
                                     {"wpe.weight", "GPT-2"},
                                     {"pos_embed.W_pos", "TransformerLens"},
                                     {"embed_positions.weight", "BART and OPT"},
                                     {"position.table", "Sextant"}};

/// "a.b.wpe.weight" ends with the whole words "wpe.weight".
bool ends_with_words(std::string_view name, std::string_view ending) {
  if (!name.ends_with(ending)) return false;
  return name.size() == ending.size() || name[name.size() - ending.size() - 1] == '.' ||
         name[name.size() - ending.size() - 1] == '/';
}

/// (n, width) of a tensor (n, width) or (1, n, width), or zeros.
std::pair<Index, Index> table_shape(const TensorEntry& entry) {
  const auto& shape = entry.shape;
  if (shape.size() == 2) return {shape[0], shape[1]};
  if (shape.size() == 3 && shape[0] == 1) return {shape[1], shape[2]};
  return {0, 0};
}

Index square_root(Index n) {
  const auto root = static_cast<Index>(std::llround(std::sqrt(static_cast<double>(n))));
  return root * root == n ? root : 0;
}

FoundTable describe(const TensorFile& file, const TensorEntry& entry, std::string reason) {
  const auto [rows, width] = table_shape(entry);
  FoundTable found{entry.name, std::move(reason), 0, rows, width};
  const bool has_cls = std::ranges::any_of(
      file.entries(), [](const TensorEntry& other) { return ends_with_words(other.name, "cls_token"); });
  if (entry.name.starts_with("roberta.") || entry.name.find(".roberta.") != std::string::npos) found.first_row = 2;
  if (has_cls) {
    found.first_row = 1;
    found.grid_rows = found.grid_columns = square_root(rows - 1);
  }
  found.rows -= found.first_row;
  return found;
}

/// The width of the model: the commonest length of its vectors.
Index common_width(const TensorFile& file) {
  std::map<Index, Index> counts;
  for (const auto& entry : file.entries())
    if (entry.shape.size() == 1) ++counts[entry.shape[0]];
  Index width = 0, most = 0;
  for (const auto& [length, count] : counts)
    if (count > most) {
      width = length;
      most = count;
    }
  return width;
}

bool stands_in_a_block(std::string_view name) {
  for (std::size_t i = 1; i + 1 < name.size(); ++i)
    if (name[i] >= '0' && name[i] <= '9' && name[i - 1] == '.' && name.find('.', i) != std::string_view::npos)
      return true;
  return false;
}

}  // namespace

std::vector<FoundTable> find_position_tables(const TensorFile& file) {
  std::vector<FoundTable> found;
  for (const auto& entry : file.entries()) {
    if (table_shape(entry).first < 3) continue;
    const auto* known = std::ranges::find_if(
        known_names, [&](const KnownName& name) { return ends_with_words(entry.name, name.ending); });
    if (known != std::end(known_names))
      found.push_back(describe(file, entry, fmt::format("its name in {}", known->whose)));
    else if (entry.name.find("pos") != std::string::npos && entry.name.find("position_ids") == std::string::npos)
      found.push_back(describe(file, entry, "'pos' in its name"));
  }
  if (!found.empty()) return found;
  if (file.entries().size() == 1 && table_shape(file.entries()[0]).first >= 3)
    return {describe(file, file.entries()[0], "the only tensor")};
  const Index width = common_width(file);
  Index largest = 0;  // the table of tokens, where there is one
  for (const auto& entry : file.entries())
    if (table_shape(entry).second == width && !stands_in_a_block(entry.name))
      largest = std::max(largest, table_shape(entry).first);
  for (const auto& entry : file.entries()) {
    const auto [rows, columns] = table_shape(entry);
    if (width > 0 && columns == width && rows >= 8 && rows < largest && !stands_in_a_block(entry.name))
      found.push_back(describe(file, entry, fmt::format("its shape: {} rows of the model's width", rows)));
  }
  return found;
}

FoundTable describe_table(const TensorFile& file, const std::string& tensor) {
  const auto& entry = file.find(tensor);
  require(table_shape(entry).first >= 3, "{}: tensor '{}' has shape ({}); expected an embedding of 3 or more positions",
          file.path(), tensor, fmt::join(entry.shape, ", "));
  return describe(file, entry, "given by --tensor");
}

Table read_positions(const TensorFile& file, const FoundTable& found) {
  Table table(found.rows, found.width);
  const auto values = file.values(found.tensor);
  std::copy_n(values.begin() + found.first_row * found.width, table.values.size(), table.values.begin());
  return table;
}

}  // namespace sextant::lab
