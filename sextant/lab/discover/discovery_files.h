// What `sextant discover` leaves in its directory besides the runs: positions.csv, positions.npy,
// positions.safetensors, positions_by_seed.safetensors, modules.csv (where seeds agree), discovery.json, headline.json
// and panels/.
#pragma once

#include "sextant/core/tree.h"
#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

void write_discovery(const std::string& directory, const Discovery& discovery);

/// All results: discovery.json.
Tree describe_as_tree(const Discovery& discovery);

/// "module 1", ... by size, the largest first; of no use where there is no structure.
std::vector<std::string> name_modules(const Discovery& discovery);
/// Names from the file, or "1", "2", ...
std::vector<std::string> name_variables(const Discovery& discovery);

/// A panel with the name of its file.
struct NamedPanel {
  std::string name;
  Tree panel;
};
Tree table_panel(const std::string& title, const std::string& caption, Index order,
                 const std::vector<std::string>& columns, Tree rows);
std::vector<NamedPanel> draw_discovery(const Discovery& discovery);
/// Those that are drawings: the map first.
std::vector<NamedPanel> draw_pictures(const Discovery& discovery);

/// headline.json (docs/page_data.md).
Tree discovery_headline(const Discovery& discovery);

}  // namespace sextant::lab
