// stress, encode, inspect.
#include "python_array.h"
#include "python_findings.h"
#include "python_functions.h"
#include "python_tree.h"
#include "sextant/lab/foreign/inspect.h"
#include "sextant/lab/stress/encode.h"
#include "sextant/lab/stress/stress.h"
#include "sextant/lab/stress/stress_files.h"

namespace sextant::python {
namespace {

using core::Tree;

Tree describe_stress(const stress::Stress& stress) {
  return {{"raw", stress.raw},
          {"shape", stress.shape},
          {"scale", stress.scale},
          {"best_factor", stress.best_factor},
          {"kruskal", stress.kruskal}};
}

nb::object write_encoding(lab::EncodedPositions encoded) {
  nb::list curve;
  for (const auto& point : encoded.curve) {
    Tree one = describe_stress(point.stress);
    one["rank"] = point.rank;
    one["bound"] = point.bound;
    curve.append(write_tree(one));
  }
  nb::dict all;
  all["table"] = write_array(std::move(encoded.table));
  all["left"] = write_array(std::move(encoded.left));
  all["right"] = write_array(std::move(encoded.right));
  all["stress"] = write_tree(describe_stress(encoded.stress));
  all["factor"] = encoded.factor;
  all["tensor"] = encoded.tensor.c_str();
  all["shape"] = write_tree(encoded.shape);
  all["facts"] = write_tree(encoded.target.facts);
  all["curve"] = curve;
  return all;
}

nb::object write_inspection(lab::InspectResult result) {
  Tree tensors = Tree::array();
  for (const auto& one : result.tensors)
    tensors.push_back({{"name", one.entry.name},
                       {"dtype", one.entry.dtype},
                       {"shape", one.entry.shape},
                       {"norm", one.norm ? Tree(*one.norm) : Tree()}});
  nb::list tables, layers;
  for (auto& one : result.tables) {
    nb::object table = write_tree({{"tensor", one.found.tensor},
                                   {"reason", one.found.reason},
                                   {"first_row", one.found.first_row},
                                   {"rows", one.found.rows},
                                   {"width", one.found.width}});
    table["findings"] = write_findings(std::move(one.findings));
    tables.append(table);
  }
  if (result.layers)
    for (std::size_t i = 0; i < result.layers->layers.size(); ++i) {
      nb::dict layer;
      layer["name"] = result.layers->layers[i].name.c_str();
      layer["positions"] = write_array(std::move(result.layers->layers[i].positions));
      layer["findings"] = write_findings(std::move(result.layers->findings[i]));
      layers.append(layer);
    }
  nb::dict all;
  all["layout"] = result.layout.c_str();
  all["inputs"] = result.layers ? nb::object(nb::str(result.layers->inputs.c_str())) : nb::none();
  all["answers"] = write_tree(Tree(result.answers));
  all["tensors"] = write_tree(tensors);
  all["tables"] = tables;
  all["layers"] = layers;
  return all;
}

}  // namespace

void add_geometry_functions(LabFunctions& functions) {
  add_function<lab::StressOptions>(
      functions, "stress",
      [](const auto& options, auto& events, auto stop) { return lab::measure_stress(options, events, stop); },
      [](const lab::StressReport& report) { return write_tree(lab::stress_json(report)); });
  add_function<lab::EncodeOptions>(
      functions, "encode",
      [](const auto& options, auto& events, auto stop) { return lab::encode(options, events, stop); }, write_encoding);
  add_function<lab::InspectOptions>(
      functions, "inspect",
      [](const auto& options, auto& events, auto stop) { return lab::inspect(options, events, stop); },
      write_inspection);
}

}  // namespace sextant::python
