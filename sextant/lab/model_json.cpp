// Of models and tables of positions, and of what the program is.
#include <sstream>

#include "sextant/core/environment.h"
#include "sextant/lab/build_facts.h"
#include "sextant/lab/catalogue.h"
#include "sextant/lab/foreign/compress.h"
#include "sextant/lab/foreign/initialise_model.h"
#include "sextant/lab/foreign/replace.h"
#include "sextant/lab/position_card.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/stress/encode.h"

namespace sextant::lab {
namespace {

Tree describe_change_of(const TableChange& change) {
  return {{"tensor", change.found.tensor},
          {"reason", change.found.reason},
          {"first_row", change.found.first_row},
          {"rows", change.found.rows},
          {"width", change.found.width},
          {"dtype", change.dtype},
          {"norm_before", change.norm_before},
          {"norm_after", change.norm_after},
          {"change", change.change},
          {"basis_overlap", change.basis_overlap}};
}

/// Null where nothing was written.
Tree describe_written_model(const WrittenModel& written) {
  if (written.path.empty()) return Tree();
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

Tree as_json(const CompressResult& result) {
  Tree tables = Tree::array();
  for (const auto& one : result.tables) {
    Tree table = describe_change_of(one.change);
    table["rank"] = one.rank;
    table["kept"] = one.kept;
    table["numbers_before"] = one.numbers_before;
    table["numbers_after"] = one.numbers_after;
    tables.push_back(std::move(table));
  }
  return {{"tables", std::move(tables)}, {"written", describe_written_model(result.written)}};
}

Tree as_json(const ReplaceResult& result) {
  return {{"table", describe_change_of(result.change)},
          {"replaced", result.rows},
          {"written", describe_written_model(result.written)}};
}

Tree as_json(const InitialiseResult& result) {
  Tree tensors = Tree::array();
  for (const auto& one : result.tensors) {
    Tree laws = Tree::array();
    for (const auto& law : one.laws) laws.push_back(law.text());
    const bool drawn = !one.laws.empty();
    tensors.push_back({{"name", one.weight.entry.name},
                       {"role", one.weight.role ? Tree(name_of(*one.weight.role)) : Tree()},
                       {"shape", one.weight.entry.shape},
                       {"fan_in", one.weight.fan_in},
                       {"distributions", std::move(laws)},
                       {"mean", drawn ? Tree(one.mean) : Tree()},
                       {"deviation", drawn ? Tree(one.deviation) : Tree()}});
  }
  return {{"tensors", std::move(tensors)}, {"written", describe_written_model(result.written)}};
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
          {"order_effect", or_null(card.order_effect)}};
}

Tree version_json(bool has_page) {
  Tree tree = environment_record();
  for (const auto& fact : build_facts()) tree[fact.subject] = fact.text;
  tree["page"] = has_page;
  return tree;
}

}  // namespace sextant::lab
