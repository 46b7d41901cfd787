#include "sextant/lab/foreign/checkpoint.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

using foreign::Matrix;
using foreign::MatrixExtents;

/// (1, 1, width) is a vector; (width, channels, rows, columns) a matrix.
MatrixExtents extents_of(const TensorEntry& entry) {
  MatrixExtents extents{1, entry.count()};
  if (entry.shape.size() < 2) return extents;
  std::size_t axis = 0;
  while (axis + 1 < entry.shape.size() && entry.shape[axis] == 1) ++axis;
  extents.rows = axis + 1 < entry.shape.size() ? entry.shape[axis] : 1;
  extents.columns = extents.rows > 0 ? entry.count() / extents.rows : 0;
  return extents;
}

Matrix transposed(const Matrix& from) {
  Matrix to{from.columns, from.rows, std::vector<double>(from.values.size())};
  for (Index i = 0; i < from.rows; ++i)
    for (Index j = 0; j < from.columns; ++j)
      to.values[static_cast<std::size_t>(j * from.rows + i)] =
          from.values[static_cast<std::size_t>(i * from.columns + j)];
  return to;
}

/// Rows of a matrix; of a vector, its numbers.
Matrix pick_rows(const Matrix& from, const std::vector<Index>& rows, const std::string& who) {
  const bool vector = from.rows == 1;
  const Index width = vector ? 1 : from.columns, have = vector ? from.columns : from.rows;
  Matrix to;
  to.values.reserve(rows.size() * static_cast<std::size_t>(width));
  for (const Index row : rows) {
    require(row < have, "{}: has {} outputs, expected more than {}", who, have, row);
    const auto begin = from.values.begin() + row * width;
    to.values.insert(to.values.end(), begin, begin + width);
  }
  const auto count = static_cast<Index>(rows.size());
  to.rows = vector ? 1 : count;
  to.columns = vector ? count : width;
  return to;
}

std::vector<Index> rows_of(const Cut& cut, Index outputs, const std::string& who) {
  std::vector<Index> rows;
  if (cut.third >= 0) {
    require(outputs % (3 * cut.heads) == 0, "{}: {} outputs are not three for each of {} heads", who, outputs,
            cut.heads);
    const Index width = outputs / (3 * cut.heads);
    for (Index head = 0; head < cut.heads; ++head)
      for (Index j = 0; j < width; ++j) rows.push_back((3 * head + cut.third) * width + j);
  } else {
    for (Index i = 0; i < cut.rows; ++i) rows.push_back(cut.first + i);
  }
  return rows;
}

}  // namespace

std::string model_type_beside(const std::string& weights) {
  const std::string path = config_beside(weights);
  return path.empty() ? "" : ModelConfig::read(path).text("model_type", "");
}

std::string first_names(const std::vector<std::string>& names, std::size_t most) {
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size()));
  const std::string more = names.size() > most ? fmt::format(" and {} more", names.size() - most) : "";
  return fmt::format("{}{}", fmt::join(names.begin(), end, ", "), more);
}

std::vector<std::string> notes_of_unused(const std::vector<std::string>& tensors) {
  if (tensors.empty()) return {};
  return {fmt::format("not used by this run: {} {}: {}", tensors.size(), tensors.size() == 1 ? "tensor" : "tensors",
                      first_names(tensors, 12))};
}

void refuse_quantised(const TensorFile& file) {
  for (const TensorEntry& entry : file.entries()) {
    const std::string_view name = entry.name;
    const char* kind =
        name.ends_with(".qweight") || name.ends_with(".qzeros") ? "GPTQ or AWQ"
        : name.ends_with(".SCB") || name.find("quant_state") != std::string_view::npos || name.ends_with(".absmax")
            ? "bitsandbytes"
        : name.ends_with("weight_scale_inv") || name.ends_with("weight_scale") ? "FP8 with scales"
                                                                               : nullptr;
    require(!kind,
            "{}: '{}' ({}): the weights are quantised ({}); convert them first: "
            "model.dequantize().save_pretrained(...) in transformers",
            file.path(), entry.name, entry.dtype, kind ? kind : "");
  }
}

namespace {

ModelConfig config_of(const std::string& weights) {
  const std::string path = config_beside(weights);
  require(!path.empty(), "{}: no config.json beside it, so its architecture is unknown", weights);
  return ModelConfig::read(path);
}

}  // namespace

Checkpoint::Checkpoint(const std::string& weights, const std::vector<std::string>& ignore)
    : Checkpoint(open_tensor_file(weights), config_of(weights), ignore) {}

Checkpoint::Checkpoint(std::unique_ptr<TensorFile> file, ModelConfig config, const std::vector<std::string>& ignore)
    : file_(std::move(file)) {
  const std::string path = config.who();
  refuse_quantised(*file_);
  model_type_ = config.text("model_type", "");
  require(!model_type_.empty(), "{}: no model_type", path);
  const Architecture* architecture = find_architecture(model_type_);
  require(architecture != nullptr, "{}: model_type {} is not supported; known: {}", path, model_type_,
          fmt::join(known_model_types(), ", "));
  Draft draft{.config = config, .file = *file_};
  architecture->describe(draft);
  config.require_all_read(ignore);
  shape_ = std::move(draft.shape);
  rules_ = std::move(draft.rules);
  check_tensors(draft.unused, ignore);
  check_tied_head(draft.tied_head, ignore);
}

// transformers 4 uses the embedding then, 5 the stored head: which of the two is meant, the user must say.
void Checkpoint::check_tied_head(const std::string& head, const std::vector<std::string>& ignore) {
  if (head.empty()) return;
  const std::string& token = rules_.at("token.weight").tensor;
  if (head == token) return;
  const auto ignores = [&](const std::string& name) { return std::ranges::find(ignore, name) != ignore.end(); };
  if (file_->same_numbers(head, token) || ignores("tie_word_embeddings")) return;
  require(ignores(head),
          "{}: '{}' differs from '{}', although config.json ties them (tie_word_embeddings); --ignore {} runs with the "
          "latter, --ignore tie_word_embeddings with the former",
          file_->path(), head, token, head);
  rules_["head.out.weight"] = rules_.at("token.weight");
  unused_.push_back(head);
}

void Checkpoint::check_tensors(const std::vector<std::string>& unused_words, const std::vector<std::string>& ignore) {
  std::set<std::string> used;
  for (const auto& [part, rule] : rules_) {
    used.insert(rule.tensor);
    require(file_->has(rule.tensor), "{}: no tensor '{}', which model_type {} with this config.json needs for {}",
            file_->path(), rule.tensor, model_type_, part);
    const std::string& type = file_->find(rule.tensor).dtype;
    require(
        type == "F64" || type == "F32" || type == "F16" || type == "BF16",
        "{}: tensor '{}' has dtype {}; expected F64, F32, F16 or BF16 (a quantised model must be dequantised first)",
        file_->path(), rule.tensor, type);
  }
  std::vector<std::string> unknown;
  for (const TensorEntry& entry : file_->entries()) {
    if (used.contains(entry.name)) continue;
    unused_.push_back(entry.name);
    const auto inside = [&](const std::string& word) { return entry.name.find(word) != std::string::npos; };
    if (std::ranges::none_of(unused_words, inside) && std::ranges::none_of(ignore, inside))
      unknown.push_back(entry.name);
  }
  require(unknown.empty(),
          "{}: a model of type {} with this config.json has no tensors {}, so the result would not be the model's; "
          "--ignore {} runs without",
          file_->path(), model_type_, first_names(unknown, 3), unknown.empty() ? "" : unknown.front());
}

Matrix Checkpoint::read(const std::string& name) const {
  const auto found = rules_.find(name);
  require(found != rules_.end(), "{}: nothing for '{}'", file_->path(), name);
  const auto& [tensor, cut] = found->second;
  const std::string who = fmt::format("{}: tensor '{}'", file_->path(), tensor);
  const TensorEntry& entry = file_->find(tensor);
  const MatrixExtents extents = extents_of(entry);
  Matrix matrix{extents.rows, extents.columns, file_->values(tensor)};
  if (cut.transposed && entry.shape.size() == 2) matrix = transposed(matrix);
  if (cut.third >= 0 || cut.rows > 0)
    matrix = pick_rows(matrix, rows_of(cut, matrix.rows == 1 ? matrix.columns : matrix.rows, who), who);
  if (cut.plus != 0)
    for (double& value : matrix.values) value += cut.plus;
  return matrix;
}

MatrixExtents Checkpoint::extents(const std::string& name) const {
  const auto found = rules_.find(name);
  require(found != rules_.end(), "{}: nothing for '{}'", file_->path(), name);
  const auto& [tensor, cut] = found->second;
  const TensorEntry& entry = file_->find(tensor);
  MatrixExtents extents = extents_of(entry);
  const bool turned = cut.transposed && entry.shape.size() == 2;
  if (turned) std::swap(extents.rows, extents.columns);
  extents.by_rows = !turned && cut.third < 0;
  Index& outputs = extents.rows == 1 ? extents.columns : extents.rows;
  if (cut.third >= 0)
    outputs /= 3;
  else if (cut.rows > 0)
    outputs = cut.rows;
  return extents;
}

Matrix Checkpoint::read_rows(const std::string& name, Index first, Index count) const {
  const MatrixExtents extents = this->extents(name);
  require(first >= 0 && count > 0 && first + count <= extents.rows, "{}: '{}' has {} rows, asked for {} to {}",
          file_->path(), name, extents.rows, first, first + count);
  const auto& [tensor, cut] = rules_.at(name);
  if (!extents.by_rows || extents.rows == 1) {
    const Matrix whole = read(name);
    const auto from = whole.values.begin() + first * whole.columns;
    return {count, whole.columns, {from, from + count * whole.columns}};
  }
  Matrix matrix{count, extents.columns,
                file_->part(tensor, (cut.first + first) * extents.columns, count * extents.columns)};
  if (cut.plus != 0)
    for (double& value : matrix.values) value += cut.plus;
  return matrix;
}

}  // namespace sextant::lab
