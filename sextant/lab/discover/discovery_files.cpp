#include "sextant/lab/discover/discovery_files.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/core/safetensors.h"
#include "sextant/lab/discover/influences.h"
#include "sextant/results/checksums.h"
#include "sextant/results/headline_file.h"

namespace sextant::lab {
namespace {

/// A cell of a CSV file.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result;
  for (const char letter : text) result.append(letter == '"' ? 2 : 1, letter);
  return fmt::format("\"{}\"", result);
}

std::string positions_csv(const Discovery& discovery) {
  const Table& positions = discovery.positions;
  const auto names = name_variables(discovery);
  std::string text = "variable,x,y,z";
  for (Index k = 0; k < positions.columns; ++k) text += fmt::format(",p{}", k + 1);
  text += '\n';
  for (Index i = 0; i < positions.rows; ++i) {
    text += quoted(names[static_cast<std::size_t>(i)]);
    for (Index k = 0; k < 3; ++k) text += fmt::format(",{:.6g}", discovery.map.points(i, k));
    for (Index k = 0; k < positions.columns; ++k) text += fmt::format(",{:.9g}", positions(i, k));
    text += '\n';
  }
  return text;
}

std::string modules_csv(const Discovery& discovery) {
  const auto names = name_variables(discovery), modules = name_modules(discovery);
  const bool labelled = !discovery.series.labels.empty();
  std::string text = fmt::format("variable,module,confidence{}\n", labelled ? ",label" : "");
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{},{},{:.4f}{}\n", quoted(names[i]), modules[i], discovery.modules.consensus.sureness[i],
                        labelled ? fmt::format(",{}", quoted(discovery.series.labels[i])) : "");
  return text;
}

void write_tensors(const std::string& path, const std::vector<std::string>& names, const std::vector<Table>& tables) {
  std::vector<std::vector<float>> floats;
  for (const auto& table : tables) floats.emplace_back(table.values.begin(), table.values.end());
  std::vector<SafetensorsItem> items;
  for (std::size_t i = 0; i < tables.size(); ++i)
    items.push_back(
        {names[i], "F32", {tables[i].rows, tables[i].columns}, floats[i].data(), floats[i].size() * sizeof(float)});
  write_safetensors(path, items, {{"format", "pt"}});
}

void write_panels(const std::string& folder, const Discovery& discovery) {
  std::error_code none;
  std::filesystem::remove_all(folder, none);  // those of an earlier request would stand beside the new ones
  make_directory(folder);
  for (const auto& [name, panel] : draw_discovery(discovery))
    write_file_atomically(folder + "/" + name + ".json", write_checked_json(panel, -1));
}

}  // namespace

std::vector<std::string> name_modules(const Discovery& discovery) {
  const Partition& modules = discovery.modules.consensus.modules;
  std::vector<Index> sizes(static_cast<std::size_t>(count_modules(modules)));
  for (const Index module : modules) ++sizes[static_cast<std::size_t>(module)];
  std::vector<std::size_t> order(sizes.size()), rank(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t module) { return sizes[module]; });
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i + 1;
  std::vector<std::string> names;
  for (const Index module : modules)
    names.push_back(fmt::format("module {:02}", rank[static_cast<std::size_t>(module)]));
  return names;
}

std::vector<std::string> name_variables(const Discovery& discovery) {
  if (!discovery.series.variables.empty()) return discovery.series.variables;
  std::vector<std::string> names;
  for (Index i = 0; i < discovery.positions.rows; ++i) names.push_back(fmt::format("{}", i + 1));
  return names;
}

void write_discovery(const std::string& directory, const Discovery& discovery) {
  const Table& positions = discovery.positions;
  write_file_atomically(directory + "/positions.csv", positions_csv(discovery));
  write_npy(directory + "/positions.npy", {positions.rows, positions.columns}, positions.values);
  write_tensors(directory + "/positions.safetensors", {"positions"}, {positions});
  std::vector<std::string> names;
  for (const auto& seed : discovery.study.seeds.values) names.push_back(fmt::format("seed_{}", seed.dump()));
  names.resize(discovery.seeds.size());
  write_tensors(directory + "/positions_by_seed.safetensors", names, discovery.seeds);
  if (discovery.conclusion.modules_shown)
    write_file_atomically(directory + "/modules.csv", modules_csv(discovery));
  else
    std::filesystem::remove(directory + "/modules.csv");
  if (discovery.influences) {
    const Table& strength = discovery.influences->sources.front().strength;
    write_npy(directory + "/influences.npy", {strength.rows, strength.columns}, strength.values);
    write_file_atomically(directory + "/influences.csv",
                          influences_csv(*discovery.influences, name_variables(discovery)));
  } else {
    for (const char* name : {"/influences.npy", "/influences.csv"}) std::filesystem::remove(directory + name);
  }
  write_file_atomically(directory + "/discovery.json", write_checked_json(describe_as_tree(discovery)));
  write_panels(directory + "/panels", discovery);
  write_file_atomically(directory + "/" + headline_file, discovery_headline(discovery).dump(2) + "\n");
}

}  // namespace sextant::lab
