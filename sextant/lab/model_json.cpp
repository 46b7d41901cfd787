// Of models and tables of positions, and of what the program is.
#include <sstream>

#include "sextant/core/environment.h"
#include "sextant/lab/build_facts.h"
#include "sextant/lab/catalogue.h"
#include "sextant/lab/foreign/audit_model.h"
#include "sextant/lab/foreign/compress.h"
#include "sextant/lab/foreign/initialise_model.h"
#include "sextant/lab/foreign/replace.h"
#include "sextant/lab/position_card.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/stress/encode.h"

namespace sextant::lab {
namespace {

Tree describe_changed(const TableChange& change) {
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

/// The path is empty where nothing was written.
Tree describe_written_model(const WrittenModel& written) {
  return {
      {"path", written.path}, {"rewritten", written.rewritten}, {"copied", written.copied}, {"stale", written.stale}};
}

Tree lines_of(const std::string& text) {
  Tree lines = Tree::array();
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line.substr(line.find_first_not_of(' ')));
  return lines;
}

}  // namespace

Tree as_json(const AuditResult& result) {
  Tree tensors = Tree::array();
  for (const AuditedTensor& tensor : result.tensors)
    tensors.push_back({{"name", tensor.weight.entry.name},
                       {"type", tensor.weight.entry.dtype},
                       {"shape", tensor.weight.entry.shape},
                       {"mean", tensor.numbers.mean},
                       {"deviation", tensor.numbers.deviation},
                       {"kurtosis", tensor.numbers.kurtosis},
                       {"largest", tensor.numbers.largest},
                       {"faults", tensor.faults}});
  return {{"sentence", result.sentence},
          {"faults", result.faults},
          {"untrained", result.untrained},
          {"tensors", std::move(tensors)}};
}

Tree as_json(const CompressResult& result) {
  Tree rows = Tree::array();
  for (const auto& table : result.tables) {
    Tree row = describe_changed(table.change);
    row["rank"] = table.rank;
    row["kept"] = table.kept;
    row["numbers_before"] = table.numbers_before;
    row["numbers_after"] = table.numbers_after;
    rows.push_back(std::move(row));
  }
  return {{"rows", std::move(rows)},
          {"damage", damage_json(result.damage)},
          {"written", describe_written_model(result.written)}};
}

Tree as_json(const ReplaceResult& result) {
  Tree row = describe_changed(result.change);
  row["replaced_rows"] = result.rows;
  return {{"rows", Tree::array({std::move(row)})}, {"written", describe_written_model(result.written)}};
}

Tree as_json(const InitialiseResult& result) {
  Tree rows = Tree::array();
  for (const auto& tensor : result.tensors) {
    Tree laws = Tree::array();
    for (const auto& law : tensor.laws) laws.push_back(law.text());
    const auto& weight = tensor.weight;
    rows.push_back({{"tensor", weight.entry.name},
                    {"role", weight.role ? Tree(weight.joint ? "query, key, value" : name_of(*weight.role)) : Tree()},
                    {"fan_in", weight.fan_in},
                    {"laws", std::move(laws)},
                    {"mean", tensor.mean},
                    {"deviation", tensor.deviation}});
  }
  return {{"rows", std::move(rows)}, {"written", describe_written_model(result.written)}};
}

Tree as_json(const EncodedPositions& positions) {
  Tree facts = Tree::object(), curve = Tree::array();
  for (const auto& [name, text] : positions.target.facts) facts[name] = text;
  for (const auto& point : positions.curve)
    curve.push_back({{"rank", point.rank}, {"raw", point.stress.raw}, {"shape", point.stress.shape}});
  return {{"facts", std::move(facts)},
          {"rank", positions.left.columns},
          {"positions", positions.table.rows},
          {"width", positions.table.columns},
          {"raw", positions.stress.raw},
          {"shape", positions.stress.shape},
          {"best_factor", positions.stress.best_factor},
          {"factor", positions.factor},
          {"numbers", positions.left.columns * (positions.table.rows + positions.table.columns)},
          {"tensor", positions.tensor},
          {"tensor_shape", positions.shape},
          {"curve", std::move(curve)}};
}

Tree as_json(const std::vector<CatalogueFamily>& families) {
  Tree list = Tree::array();
  for (const auto& family : families) {
    Tree variants = Tree::array();
    for (const auto& one : family.entries)
      variants.push_back({{"name", one.name}, {"sentence", one.sentence}, {"options", lines_of(one.options)}});
    list.push_back({{"family", family.name}, {"variants", std::move(variants)}});
  }
  return list;
}

Tree as_json(const PositionCard& card) {
  const auto or_null = [](const std::optional<double>& value) { return value ? Tree(*value) : Tree(); };
  Tree stress = Tree::array();
  for (const auto& one : card.stress)
    stress.push_back({{"encoding", one.encoding},
                      {"corpus", one.corpus},
                      {"positions", one.positions},
                      {"shape", one.shape},
                      {"raw", one.raw}});
  return {{"name", card.name},
          {"sentence", card.sentence},
          {"formula", card.formula},
          {"source", card.source},
          {"arrangements", card.arrangements},
          {"beyond", card.beyond},
          {"options", lines_of(card.options)},
          {"tokens", card.tokens},
          {"rule", card.rule},
          {"shift_error", or_null(card.shift_error)},
          {"pairs_apart", or_null(card.pairs_apart)},
          {"order_effect", or_null(card.order_effect)},
          {"stress", std::move(stress)}};
}

Tree version_json(bool has_page) {
  Tree tree = environment_record();
  for (const auto& fact : build_facts()) tree[fact.subject] = fact.text;
  tree["page"] = has_page;
  return tree;
}

}  // namespace sextant::lab
