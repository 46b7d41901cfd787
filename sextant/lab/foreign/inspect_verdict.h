// Are the positions of a checkpoint good? In a sentence, from the structure of their table.
#pragma once

#include "sextant/core/tree.h"
#include "sextant/lab/foreign/inspect.h"

namespace sextant::lab {

struct PositionVerdict {
  std::string grade;     // "good", "fair" or "poor": how much they say of where a token stands
  std::string sentence;  // with what it rests on
};

/// On a grid by how well row and column can be read off linearly (R^2 of tokens left out: 0.8 good, 0.4 fair), else by
/// the cosine of neighbours around the mean (0.5 good, 0.1 fair; random vectors have 0).
PositionVerdict judge_positions(const InspectedTable& table);

/// headline.json of an inspection (docs/page_data.md).
Tree inspect_headline(const InspectResult& result, const std::string& file);

}  // namespace sextant::lab
