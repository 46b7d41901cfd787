// A panel: something to be seen, drawn by the page from its kind and data alone. An analysis returns panels; others
// write them. docs/page_data.md has the shape of `data` for every kind.
#pragma once

#include <string>
#include <string_view>

#include "sextant/core/table.h"
#include "sextant/core/tree.h"

namespace sextant::analysis {

struct Panel {
  std::string name;  // of its file: lower-case letters, digits and _
  std::string kind;  // how it is drawn: "attention_maps", ...
  std::string title;
  std::string caption;  // what is seen, in one to three sentences
  Index order = 0;      // small ones first
  Tree data;
};

/// What the panel's file holds.
Tree write_panel(const Panel& panel);

// Numbers as a reader can see them; null where one is not finite.
Tree five_digits(double value);
Tree four_decimals(double value);

/// A list of rows.
Tree write_rows(const Table& table, Tree (*number)(double));

}  // namespace sextant::analysis
