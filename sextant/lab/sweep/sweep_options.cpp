// What a sweep may be asked, with a sentence each.
#include "sextant/lab/sweep/sweep.h"

namespace sextant::lab {

void ManyRunsOptions::visit(OptionVisitor& option) {
  option("out", out, "directory; empty: one named after what is asked");
  option("at_once", at_once, "runs at once; 0: one per processor");
  option("max_hours", max_hours, "stop cleanly after this long; 0: no limit");
  option("dry_run", dry_run, "list the runs and estimate their cost without training");
}

void DecidedRunsOptions::visit(OptionVisitor& option) {
  ManyRunsOptions::visit(option);
  option("until_decided", until_decided, "add seeds until the question is answered; the other runs are skipped");
  option("confidence", confidence, "with `until_decided`: that the answer is right, whenever it comes");
  option("max_runs", max_runs, at_least(0), "with `until_decided`: stop after so many runs; 0: no limit");
}

void SweepOptions::visit(OptionVisitor& option) {
  option("configuration", configuration, "of all runs, with the axes in a section [sweep]");
  option("assignments", assignments, "key=value or key=values, on top of the configuration");
  option("name", name, "what directories of runs begin with");
  DecidedRunsOptions::visit(option);
  option("part", part, "K/N: only every N-th run, starting with the K-th");
  option("shuffle", shuffle, "run in random order, the same order every time");
  option("no_store", no_store, "write run directories only; `gather` makes the store later");
  option("gather", gather, "collect finished runs into results.sqlite without training");
  option("lost_after", lost_after, "under MPI: a rank is lost that was silent for so many seconds");
  option("adaptive", adaptive, "adaptive sampling: only train runs near phase boundaries");
  option("level", level, "KEY=NUMBER: say where a metric crosses this value");
  option("phases", phases, "NAME: KEY<VALUE and KEY>=VALUE: say where phases meet; the first that fits");
  option("budget", budget, "with `adaptive`: at most this share of the grid");
  option("metric", metric, "with `until_decided`: a column of the results; empty: accuracy or loss of unseen samples");
  option("split", split,
         "with `until_decided` and no metric: whose accuracy, or loss; empty: one that was not trained");
  option("margin", margin, "with `until_decided`: settings that differ by less count as equally good; 0: never");
}

}  // namespace sextant::lab
