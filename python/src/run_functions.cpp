// train, analyse, cost.
#include "python_array.h"
#include "python_findings.h"
#include "python_functions.h"
#include "python_tree.h"
#include "sextant/lab/analyse.h"
#include "sextant/lab/cost/cost.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/train.h"

namespace sextant::python {
namespace {

nb::object write_training(const lab::TrainingResult& result) {
  return write_tree({{"directory", result.directory},
                     {"record", result.record},
                     {"code", result.code},
                     {"cached", result.cached},
                     {"status", result.status()}});
}

nb::object write_analyses(lab::AnalyseResult result) {
  nb::list runs;
  for (auto& run : result.runs) {
    nb::dict analyses;
    for (auto& one : run.analyses) analyses[one.analysis.c_str()] = write_findings(std::move(one.findings));
    nb::dict fields;
    fields["directory"] = run.directory.c_str();
    fields["step"] = run.step;
    fields["steps"] = run.steps;
    fields["finished"] = run.finished;
    fields["analyses"] = analyses;
    runs.append(fields);
  }
  nb::dict all;
  all["is_sweep"] = result.is_sweep;
  all["stopped"] = result.stopped;
  all["runs"] = runs;
  return all;
}

}  // namespace

nb::object write_findings(analysis::Findings findings) {
  nb::dict numbers, tables;
  for (const auto& number : findings.numbers) numbers[number.name.c_str()] = number.value;
  for (auto& one : findings.tables) {
    nb::dict table;
    table["rows"] = write_tree(one.row_labels);
    table["columns"] = write_tree(one.column_labels);
    table["values"] = write_array(std::move(one.table));
    tables[one.name.c_str()] = table;
  }
  nb::dict all;
  all["numbers"] = numbers;
  all["tables"] = tables;
  all["left_out"] = findings.left_out.c_str();
  return all;
}

void add_run_functions(LabFunctions& functions) {
  add_function<lab::CostOptions>(
      functions, "cost", [](const auto& options, auto& events, auto stop) { return lab::cost(options, events, stop); },
      [](const lab::CostResult& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::TrainingOptions>(
      functions, "train",
      [](const auto& options, auto& events, auto stop) { return lab::train(options, events, stop); }, write_training);
  add_function<lab::AnalyseOptions>(
      functions, "analyse",
      [](const auto& options, auto& events, auto stop) { return lab::analyse(options, events, stop); }, write_analyses);
}

}  // namespace sextant::python
