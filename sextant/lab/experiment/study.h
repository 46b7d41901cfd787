// A study: cases, analyses, claims and figures of an experiment.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/experiment/analyst.h"
#include "sextant/lab/experiment/case_list.h"
#include "sextant/lab/experiment/claim.h"
#include "sextant/lab/experiment/figure.h"
#include "sextant/lab/experiment/headline_keys.h"
#include "sextant/lab/experiment/phases.h"
#include "sextant/results/grid.h"

namespace sextant::lab {

// What is reproduced: one study of an experiment at one scale, as its file says (docs/experiments.md). Data, not code:
// a grid of named cases, the analyses of each run, the claims and the figures.

struct Study {
  std::string experiment_text = {};  // the whole file
  std::string name;   // "latin_squares-small", "latin_squares-optimizers-small": of its directory and its runs
  std::string scale;  // "small"
  std::string title;
  std::string paper;    // whose claims they are
  std::string reduced;  // what is smaller than in the paper, in a sentence; empty: nothing
  Tree base;            // configuration of all runs
  std::vector<Case> cases;
  Axis seeds;
  std::string reference;  // the case whose trained models the analyses compare with; empty: none
  Phases phases;          // which cases are the cells of a diagram
  std::vector<AnalysisOrder> analyses;
  std::vector<Claim> claims;
  std::vector<Figure> figures;
  Headline headline = {};             // what it found, in a sentence
  Index claims_left_out = 0;          // claims that need a larger scale
  std::vector<std::string> left_out;  // cases of the file that this scale leaves out

  /// All cases with all seeds.
  Grid grid() const;
  /// Those of the phase diagram, or the others; without cases where there are none.
  Grid grid_of_diagram() const;
  Grid grid_beside_diagram() const;
  /// Some cases with the first seeds.
  Grid grid_of(const std::vector<std::string>& names, Index seed_count) const;
};

/// What was asked for.
struct StudyRequest {
  std::string experiment = {};  // a built-in name, or a file (something with a '.' or a '/')
  std::string scale = "quick";
  std::string study = {};                     // empty: the chief one
  std::string data = {};                      // a directory; empty: none
  std::vector<std::string> assignments = {};  // key=value: change the base; seed may take several values
};

/// Reads and checks all of it: an Error names the place in the file.
Study read_study(const StudyRequest& request);

// The lists of a study: its claims and figures, checked against its cases.

/// `section` is the study's own; `cases` all that its file has, at whatever scale.
void read_figures(const Tree& section, const std::vector<Case>& cases, const std::string& place, Study& study);

/// [headline]: its cases and its figure must be there.
void read_headline_of(const Tree& section, const std::vector<Case>& cases, const std::string& place, Study& study);

/// After the figures, which claims may name.
void read_claims(const Tree& section, const std::vector<Case>& cases, const std::string& place, Study& study);

}  // namespace sextant::lab
