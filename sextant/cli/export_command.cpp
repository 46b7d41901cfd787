// `sextant export`: finished or running runs in the formats of other programs.
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/core/error.h"
#include "sextant/report/export.h"

namespace sextant::cli {

int export_command(const ExportRequest& request) {
  require(!request.csv.empty() || !request.tensorboard.empty(),
          "export: give an output, --csv FILE or --tensorboard DIR");
  if (!request.csv.empty()) {
    export_csv(request.runs, request.csv);
    fmt::print("{} run(s) written to {}\n", request.runs.size(), request.csv);
  }
  if (!request.tensorboard.empty()) {
    export_tensorboard(request.runs, request.tensorboard);
    fmt::print("{} run(s) written; view them with: tensorboard --logdir {}\n", request.runs.size(),
               request.tensorboard);
  }
  return 0;
}

}  // namespace sextant::cli
