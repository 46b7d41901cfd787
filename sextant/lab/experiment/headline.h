// What an experiment found, in one sentence with its chief numbers: what the terminal ends with and the page opens
// with. The sentences stand in the experiment's file, with {1}, {2}, ... where its numbers go; which of them is true
// here is decided by the bounds of the numbers.
#pragma once

#include "sextant/lab/experiment/judgement.h"

namespace sextant::lab {

/// The number as it is read: "97 %" or "0.41".
struct HeadlineValue {
  std::string label;
  std::string text;
  Measured measured = {};
};

struct HeadlineVerdict {
  std::string title = {};  // what was found, in a few words
  std::string sentence = {};
  std::optional<bool> held = {};  // nothing: not decided, and the sentence says why
  std::vector<HeadlineValue> values = {};
};

/// Without [headline] in the file: how many of the claims held.
HeadlineVerdict judge_headline(const Study& study, const Evidence& evidence, const std::vector<Verdict>& verdicts);

/// As headline.json has it (docs/page_data.md).
Tree write_headline(const Study& study, const Evidence& evidence, const HeadlineVerdict& verdict);

}  // namespace sextant::lab
