// The animation of positions: the tables that a run kept at logarithmic steps (positions.safetensors), each frame drawn
// by its own two principal components and turned onto the frame after it, so that nothing moves but the positions.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <new>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/safetensors.h"
#include "sextant/data/arrangement.h"
#include "sextant/math/linear/alignment.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/report/panels.h"
#include "sextant/report/spread.h"
#include "sextant/results/checksums.h"
#include "sextant/results/run_files.h"

namespace sextant::report {
namespace {

constexpr std::size_t most_animations = 3;
constexpr Index most_tokens = 1024;

using Frames = std::map<Index, Table>;  // by step

/// Tensors are named STEP/NAME.
std::map<std::string, Frames> read_frames(const std::string& path) {
  const Safetensors file(path);
  std::map<std::string, Frames> tables;
  for (const auto& entry : file.entries()) {
    const std::size_t slash = entry.name.find('/');
    Index step = 0;
    const auto parsed =
        std::from_chars(entry.name.data(), entry.name.data() + std::min(slash, entry.name.size()), step);
    require(slash != std::string::npos && parsed.ec == std::errc() && entry.shape.size() == 2,
            "tensor '{}' is not a position embedding named STEP/NAME", entry.name);
    require(entry.shape[0] <= most_tokens, "tensor '{}' has {} tokens; the animation shows at most {}", entry.name,
            entry.shape[0], most_tokens);
    Table table(entry.shape[0], entry.shape[1]);
    table.values = file.values(entry.name);
    tables[entry.name.substr(slash + 1)].emplace(step, std::move(table));
  }
  require(!tables.empty(), "it contains no position embedding");
  return tables;
}

/// Encodings without vectors keep distances: square, symmetric, zero on the diagonal.
bool holds_distances(const Table& table) {
  if (table.rows != table.columns) return false;
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j <= i; ++j)
      if (table(i, j) != table(j, i) || (i == j && table(i, j) != 0)) return false;
  return true;
}

Tree describe_points(const Table& points) {
  Tree rows = Tree::array();
  for (Index i = 0; i < points.rows; ++i) rows.push_back({rounded(points(i, 0)), rounded(points(i, 1))});
  return rows;
}

/// From the last frame to the first, each turned onto the one after it.
Tree make_table(const std::string& name, const Frames& frames) {
  const bool distances = holds_distances(frames.rbegin()->second);
  Tree table{{"name", name}};
  std::vector<Tree> drawn;
  Table after;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const Projection projection =
        distances ? principal_coordinates(frame->second, 2) : principal_components(frame->second, 2);
    if (drawn.empty())
      table["note"] = fmt::format("{:.0f} % of the variance", 100 * (projection.share[0] + projection.share[1]));
    after = drawn.empty() ? projection.points : turn_onto(projection.points, after);
    drawn.push_back(Tree{{"step", frame->first}, {"points", describe_points(after)}});
  }
  std::ranges::reverse(drawn);
  table["frames"] = drawn;
  return table;
}

/// What the map of positions that `sextant analyse` wrote is coloured by; it knows the task. Null where there is none.
Tree read_colours(const RunRecord& run, Index tokens) {
  const std::string path = file_in(run.directory, run_file::panels) + "/positions_map.json";
  if (!file_exists(path)) return {};
  try {
    const Tree data = read_checked_json(path).at("data");
    if (static_cast<Index>(data.at("labels").size()) == tokens) return data.at("colours");
  } catch (const std::bad_alloc&) {
    throw;  // no fault of the file
  } catch (const std::exception&) {
    // What is wrong with it is said in the place of its own panel.
  }
  return {};
}

/// Tokens are coloured by where they stand, as far as an analysis or the configuration says it.
Tree make_colours(const RunRecord& run, Index tokens) {
  if (Tree read = read_colours(run, tokens); !read.is_null()) return read;
  Tree colours = Tree::array();
  const std::string text = run.settings.value("position.arrangement", "");
  if (text.starts_with("grid:")) {
    const Table places = Arrangement::parse(text, tokens).as_coordinates("animation");
    const char* names[] = {"row", "column"};
    for (Index axis = 0; axis < std::min<Index>(2, places.columns); ++axis) {
      Tree values = Tree::array();
      for (Index i = 0; i < tokens; ++i) values.push_back(rounded(places(i, axis)));
      colours.push_back({{"label", names[axis]}, {"values", std::move(values)}});
    }
  }
  Tree order = Tree::array();
  for (Index i = 0; i < tokens; ++i) order.push_back(i);
  colours.push_back({{"label", "position"}, {"values", std::move(order)}});
  return colours;
}

Tree make_animation(const RunRecord& run, const std::string& path, const std::string& title) {
  const auto tables = read_frames(path);
  const Index tokens = tables.begin()->second.begin()->second.rows;
  Tree labels = Tree::array();
  for (Index i = 0; i < tokens; ++i) labels.push_back(std::to_string(i));
  Tree data{{"labels", std::move(labels)}, {"colours", make_colours(run, tokens)}, {"tables", Tree::array()}};
  for (const auto& [name, frames] : tables) data["tables"].push_back(make_table(name, frames));
  return make_panel(
      "position_animation", "position_animation", title,
      "Position vectors during training, one point per token, by the first two principal components of each "
      "step; frames are aligned by Procrustes without scaling, so growth is real. Move "
      "the slider or press play.",
      std::move(data));
}

}  // namespace

std::vector<Tree> make_position_animations(const Grouping& grouping, std::vector<Fault>& faults) {
  std::vector<Tree> panels;
  for (const auto& group : grouping.groups) {
    const RunRecord& run = *group.runs.front();
    const std::string path = file_in(run.directory, run_file::positions);
    if (panels.size() == most_animations || run.directory.empty() || !file_exists(path)) continue;
    try {
      panels.push_back(make_animation(run, path, "Positions during training" + grouping.suffix(group)));
    } catch (const std::bad_alloc&) {
      throw;  // no fault of the file
    } catch (const std::exception& error) {
      faults.push_back({path, error.what()});
    }
  }
  return panels;
}

}  // namespace sextant::report
