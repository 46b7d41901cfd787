// report, export, view, and the page as a text.
#include "python_functions.h"
#include "python_tree.h"
#include "sextant/report/view.h"
#include "sextant/report/write_report.h"

namespace sextant::python {

void add_report_functions(LabFunctions& functions) {
  add_function<report::ReportOptions>(
      functions, "report",
      [](const auto& options, auto& events, auto stop) { return report::write_report(options, events, stop); },
      [](const report::ReportResult& result) { return write_tree(as_json(result)); });
  add_function<report::ExportOptions>(
      functions, "export",
      [](const auto& options, auto& events, auto stop) { return report::export_runs(options, events, stop); },
      [](const report::ExportResult& result) {
        return write_tree({{"runs", result.runs}});
      });
  add_function<report::ViewOptions>(
      functions, "view",
      [](const auto& options, auto& events, auto stop) { return report::view(options, events, stop); },
      [](const report::ViewResult& result) {
        return write_tree({{"address", result.address}});
      });
}

}  // namespace sextant::python
