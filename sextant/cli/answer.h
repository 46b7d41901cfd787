// Answers before tables: a sentence in bold, small drawings made of characters, and colours where the terminal has them
// (a terminal, TERM not `dumb`, NO_COLOR not set; https://no-color.org).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/namespaces.h"

namespace sextant::cli {

bool has_colours();
/// Broken into lines of the terminal's width.
void print_answer(const std::string& sentence);
/// "good" in green, "fair" in yellow, "poor" in red, wherever they stand alone in a cell of the table.
void print_graded(const std::string& table);

/// A curve in one line of at most `width` characters: ▇▅▃▂▁. Empty for fewer than two finite values.
std::string sparkline(std::span<const double> values, std::size_t width = 40);
/// The share of a whole bar: ██████▌
std::string bar(double share, std::size_t width = 20);

struct CharacterDiagram {
  std::vector<std::string> rows, columns;   // their labels
  std::vector<std::vector<double>> values;  // (rows, columns); not a number where nothing was measured
  std::string row_name, column_name;
  double low = 0, high = 1;
};
/// A phase diagram in shades, the last row on top.
std::string draw_diagram(const CharacterDiagram& diagram);

}  // namespace sextant::cli
