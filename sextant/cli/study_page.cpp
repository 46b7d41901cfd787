#include "sextant/cli/study_page.h"

#include <fmt/format.h>

#include <cstdio>

#include "sextant/cli/print.h"
#include "sextant/report/page.h"
#include "sextant/report/write_report.h"

namespace sextant::cli {

void write_study_page(const std::string& directory, bool silently) {
  if (page_template().empty()) {
    if (!silently) print_out("page    skipped: this program was built without npm\n");
    return;
  }
  ReportOptions options;
  options.paths = {directory};
  options.out = directory + "/report.html";
  Events nobody;
  const std::string file = write_report(options, nobody).file;
  if (!silently) print_out("page    {}\n", file);
}

}  // namespace sextant::cli
