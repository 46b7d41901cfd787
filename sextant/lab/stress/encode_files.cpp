// What `sextant encode` leaves in its directory.
#include "sextant/core/environment.h"
#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/core/safetensors.h"
#include "sextant/lab/stress/encode.h"
#include "sextant/lab/stress/stress_files.h"

namespace sextant::lab {
namespace {

std::vector<float> as_floats(const Table& table) { return {table.values.begin(), table.values.end()}; }

SafetensorsItem make_item(const std::string& name, std::vector<Index> shape, const std::vector<float>& values) {
  return {name, "F32", std::move(shape), values.data(), values.size() * sizeof(float)};
}

Tree describe_encoded(const EncodeOptions& options, const EncodedPositions& positions) {
  Tree tree = Tree::object();
  for (const auto& [name, text] : positions.target.facts) tree["facts"][name] = text;
  const Index n = positions.table.rows;
  tree["method"] = options.method;
  tree["rank"] = positions.left.columns;
  tree["width"] = positions.table.columns;
  tree["iterations"] = positions.iterations;
  tree["raw"] = positions.stress.raw;
  tree["shape"] = positions.stress.shape;
  tree["best_factor"] = positions.stress.best_factor;
  tree["factor"] = positions.factor;
  tree["numbers"] = positions.left.columns * (n + positions.table.columns);
  tree["numbers_of_a_full_table"] = n * positions.table.columns;
  tree["tensor"] = positions.tensor;
  tree["environment"] = environment_record();
  return tree;
}

}  // namespace

void write_encoded(const EncodeOptions& options, const EncodedPositions& positions) {
  const std::string& directory = options.out;
  make_directory(directory);
  const Index n = positions.table.rows, width = positions.table.columns, rank = positions.left.columns;
  write_npy(directory + "/positions.npy", {n, width}, positions.table.values);
  const auto table = as_floats(positions.table), left = as_floats(positions.left), right = as_floats(positions.right);
  write_safetensors(directory + "/positions.safetensors", {make_item(positions.tensor, positions.shape, table)},
                    {{"format", "pt"}});
  write_safetensors(directory + "/factors.safetensors",
                    {make_item("left", {n, rank}, left), make_item("right", {rank, width}, right)}, {{"format", "pt"}});
  write_file_atomically(directory + "/stress_by_rank.csv", curve_csv(positions.curve, n, width));
  write_panels(directory, target_panels(positions.target, positions.curve));
  write_file_atomically(directory + "/encode.json", describe_encoded(options, positions).dump(2) + "\n");
}

}  // namespace sextant::lab
