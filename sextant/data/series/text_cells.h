// Lines of text as cells: split at the delimiter that the file seems to use, quotes taken off, blanks around cells too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sextant::data {

/// The first of tab, semicolon and comma that stands in the line outside quotes; otherwise a blank, which then stands
/// for any number of blanks.
char find_delimiter(std::string_view line);

std::vector<std::string> split_cells(std::string_view line, char delimiter);

/// A number as C and Python print them, nan and inf too; false where the cell is none.
bool parse_cell(std::string_view cell, double& number);

/// Whether the cell is a number too large or too small for a double.
bool is_beyond_double(std::string_view cell);

}  // namespace sextant::data
