// The section [headline] of an experiment's file.
#pragma once

#include "sextant/lab/experiment/claim.h"

namespace sextant::lab {

/// A claim whose sentence is the label of its value.
struct HeadlineNumber {
  Claim claim;
  bool percent = false;  // 0.97 is read as 97 %
};

struct Headline {
  std::string title;            // the page's, where every number is within its bound; empty: the experiment's
  std::string title_otherwise;  // where one is not
  std::string sentence;         // where every number is within its bound
  std::string otherwise;        // where one is not
  std::string figure;           // the id of the figure below the sentence; may be empty
  std::string data;             // what was learned from, in a few words
  std::string controls;         // what the controls ask together
  std::vector<HeadlineNumber> numbers;
};

Headline read_headline(const Tree& section, const std::string& place);

}  // namespace sextant::lab
