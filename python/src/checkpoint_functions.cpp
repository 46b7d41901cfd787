// compress, extend, replace, init: of models of Hugging Face on the disk.
#include "python_functions.h"
#include "python_tree.h"
#include "sextant/lab/foreign/compress.h"
#include "sextant/lab/foreign/extend.h"
#include "sextant/lab/foreign/initialise_model.h"
#include "sextant/lab/foreign/replace.h"

namespace sextant::python {
namespace {

using core::Tree;

Tree describe_change(const lab::TableChange& change) {
  return {{"tensor", change.found.tensor},
          {"positions", change.found.rows},
          {"width", change.found.width},
          {"first_row", change.found.first_row},
          {"dtype", change.dtype},
          {"norm_before", change.norm_before},
          {"norm_after", change.norm_after},
          {"relative_change", change.change},
          {"basis_overlap", change.basis_overlap}};
}

Tree describe_written(const lab::WrittenModel& written) {
  return {
      {"path", written.path}, {"rewritten", written.rewritten}, {"copied", written.copied}, {"stale", written.stale}};
}

nb::object write_compression(const lab::CompressResult& result) {
  Tree rows = Tree::array();
  for (const auto& table : result.tables) {
    Tree row = describe_change(table.change);
    row["rank"] = table.rank;
    row["kept"] = table.kept;
    row["numbers_before"] = table.numbers_before;
    row["numbers_after"] = table.numbers_after;
    rows.push_back(std::move(row));
  }
  return write_tree({{"rows", std::move(rows)},
                     {"damage", damage_json(result.damage)},
                     {"written", describe_written(result.written)}});
}

nb::object write_extension(const lab::ExtendResult& result) {
  const Tree row{{"tensor", result.what},    {"model_type", result.model_type}, {"method", result.method},
                 {"before", result.before},  {"after", result.after},           {"fields", Tree(result.fields).dump()},
                 {"dropped", result.dropped}};
  return write_tree({{"rows", Tree::array({row})},
                     {"damage", damage_json(result.damage)},
                     {"written", describe_written(result.written)}});
}

nb::object write_replacement(const lab::ReplaceResult& result) {
  Tree row = describe_change(result.change);
  row["replaced_rows"] = result.rows;
  return write_tree({{"rows", Tree::array({std::move(row)})}, {"written", describe_written(result.written)}});
}

nb::object write_start(const lab::InitialiseResult& result) {
  Tree rows = Tree::array();
  for (const auto& tensor : result.tensors) {
    Tree laws = Tree::array();
    for (const auto& law : tensor.laws) laws.push_back(law.text());
    const auto& weight = tensor.weight;
    rows.push_back(
        {{"tensor", weight.entry.name},
         {"role", weight.role ? Tree(weight.joint ? "query, key, value" : layers::name_of(*weight.role)) : Tree()},
         {"fan_in", weight.fan_in},
         {"laws", std::move(laws)},
         {"mean", tensor.mean},
         {"deviation", tensor.deviation}});
  }
  return write_tree({{"rows", std::move(rows)}, {"written", describe_written(result.written)}});
}

}  // namespace

void add_checkpoint_functions(LabFunctions& functions) {
  add_function<lab::CompressOptions>(
      functions, "compress",
      [](const auto& options, auto& events, auto stop) { return lab::compress(options, events, stop); },
      write_compression);
  add_function<lab::ExtendOptions>(
      functions, "extend",
      [](const auto& options, auto& events, auto stop) { return lab::extend(options, events, stop); }, write_extension);
  add_function<lab::ReplaceOptions>(
      functions, "replace",
      [](const auto& options, auto& events, auto stop) { return lab::replace(options, events, stop); },
      write_replacement);
  add_function<lab::InitialiseOptions>(
      functions, "init",
      [](const auto& options, auto& events, auto stop) { return lab::initialise_model(options, events, stop); },
      write_start);
}

}  // namespace sextant::python
