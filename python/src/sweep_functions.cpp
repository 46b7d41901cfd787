// sweep, results, tune, compare.
#include "python_functions.h"
#include "python_tree.h"
#include "sextant/lab/compare_positions.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/sweep/sweep_results.h"
#include "sextant/lab/sweep/tune.h"

namespace sextant::python {

using core::Tree;

namespace {

Tree describe_table(const results::ResultsTable& table) {
  Tree rows = Tree::array();
  for (const auto& row : table.rows) rows.push_back(row);
  return {{"columns", table.columns}, {"rows", std::move(rows)}};
}

}  // namespace

void add_sweep_functions(LabFunctions& functions) {
  add_function<lab::SweepOptions>(
      functions, "sweep",
      [](const auto& options, auto& events, auto stop) { return lab::sweep(options, events, stop); },
      [](const lab::SweepResult& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::ResultsOptions>(
      functions, "results",
      [](const auto& options, auto& events, auto stop) { return lab::read_sweep_results(options, events, stop); },
      [](const lab::ResultsAnswer& answer) {
        return write_tree({{"runs", describe_table(answer.results.runs)},
                           {"table", describe_table(answer.table())},
                           {"axes", answer.results.axes},
                           {"metrics", answer.metrics},
                           {"unfinished", answer.results.unfinished},
                           {"fault", answer.results.fault}});
      });
  add_function<lab::TuneOptions>(
      functions, "tune", [](const auto& options, auto& events, auto stop) { return lab::tune(options, events, stop); },
      [](const lab::TuneResult& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::ComparePositionsOptions>(
      functions, "compare",
      [](const auto& options, auto& events, auto stop) { return lab::compare_positions(options, events, stop); },
      [](const lab::ComparePositionsResult& result) { return write_tree(lab::as_json(result)); });
}

}  // namespace sextant::python
