// Finding what there is to show under the paths that a user names: runs, sweeps, experiments.
#pragma once

#include <string>
#include <vector>

#include "sextant/report/panels.h"

namespace sextant::report {

/// Where runs came from: what they share, and what they were made with.
struct Source {
  std::string path;
  std::string configuration;  // TOML
  Tree environment = Tree::object();
};

struct Gathering {
  std::vector<RunSet> sets;
  std::vector<Source> sources;     // one per set
  Tree headlines = Tree::array();  // what each experiment found
  Tree claims = Tree::array();
  std::vector<Tree> panels;      // of experiments and sweeps
  std::vector<Tree> run_panels;  // of single runs
  std::vector<Fault> faults;
};

/// A path is a run, a sweep, or a folder of such things with panels and claims of its own. An Error where a path is
/// none of these.
Gathering gather_results(const std::vector<std::string>& paths);

/// Changes whenever a file under the paths that a page is made from was written.
std::string fingerprint(const std::vector<std::string>& paths);

}  // namespace sextant::report
