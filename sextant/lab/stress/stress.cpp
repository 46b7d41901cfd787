#include "sextant/lab/stress/stress.h"

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/stop_scope.h"
#include "sextant/lab/stress/stress_files.h"
#include "sextant/lab/stress/stress_verdict.h"
#include "sextant/results/headline_file.h"
#include "sextant/results/run_files.h"

namespace sextant::lab {

void StressOptions::visit(OptionVisitor& option) {
  option("encodings", encodings, "which encodings, as NAME[:key=value]");
  option("width", width, "model width");
  option("heads", heads, "attention heads");
  option("arrangement", arrangement, "arrangement of the tokens: index, grid:14x14, ...");
  option("bootstrap", bootstrap, "replicates of the documents for intervals; 0: none");
  option("permutations", permutations, "permutations for the p-value of Spearman's correlation");
  option("out", out, "write stress.json, stress.csv and panels into this directory; empty: nowhere");
  TargetOptions::visit(option);
}

StressReport measure_stress(const StressOptions& options, Events& events, std::stop_token stop) {
  const StopScope scope(stop);
  StressRequest request;
  request.target = options.target_request();
  request.encodings = options.encodings;
  request.defaults = {options.width, options.heads, options.arrangement, request.target.seed};
  request.replicates = options.bootstrap;
  request.permutations = options.permutations;
  const StressReport report = measure_encodings(request, watch_stages(events, std::move(stop)));
  look_for_stop();
  if (!options.out.empty()) {
    make_directory(options.out);
    write_file_atomically(options.out + "/stress.csv", stress_csv(report));
    write_panels(options.out, stress_panels(report));
    write_file_atomically(file_in(options.out, headline_file), stress_headline(report).dump(2) + "\n");
    write_file_atomically(options.out + "/stress.json", stress_json(report).dump(2) + "\n");
  }
  return report;
}

}  // namespace sextant::lab
