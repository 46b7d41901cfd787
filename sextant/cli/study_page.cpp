#include "sextant/cli/study_page.h"

#include <fmt/format.h>

#include <cstdio>

#include "sextant/cli/print.h"
#include "sextant/report/page.h"
#include "sextant/report/write_report.h"

namespace sextant::cli {

void write_study_page(const std::string& directory) {
  if (page_template().empty()) {
    print_out("page    skipped: this program was built without npm\n");
    return;
  }
  ReportOptions options;
  options.paths = {directory};
  options.out = directory + "/report.html";
  Events nobody;
  print_out("page    {}\n", write_report(options, nobody).file);
}

}  // namespace sextant::cli
