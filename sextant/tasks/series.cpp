// Samples of many variables whose arrangement may be unknown: a file, or a folder with a recording of one person in
// each file. A token is a variable; see masked_variables.h and docs/series.md.
#include "sextant/tasks/masked_variables.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct SeriesOptions final : Options {
  std::string file, labels, coordinates;
  std::string time = "auto", split = "auto", arrangement = "auto", fill = "refuse";
  double test_share = 0.25;
  bool z_score = true, detrend = false, difference = false, drop_constant = false;
  Index shuffle = 0, shift = 0;
  std::vector<Index> lags;
  MaskPlan masks;

  void visit(OptionVisitor& option) override {
    option.path("file", file, "the time series: FILE, FILE#ARRAY, or a folder with one file per subject");
    option.path("labels", labels,
                "module label of each variable, if known: a file with one line per variable, or FILE#COLUMN");
    option.path("coordinates", coordinates,
                "coordinates of each variable, if known: a file with one line per variable");
    option.choice("time", time, {"auto", "rows", "columns"}, "the time axis of the file; auto: inferred");
    option.choice("split", split, {"auto", "subject", "time"},
                  "hold out whole recordings (subject) or the end of each (time); auto: subject if there are 2 or more "
                  "recordings");
    option("test_share", test_share, inside(0, 1),
           "fraction of the recordings, or of the time points, held out for testing");
    option("z_score", z_score,
           "standardise each variable of each recording to mean 0 and standard deviation 1; false: centre only");
    option("detrend", detrend, "remove the linear trend of each variable of each recording first");
    option("difference", difference,
           "replace each variable by its changes from one time point to the next (for random walks)");
    option(
        "lags", lags, between(1, 1000),
        "predict all variables from their values so many time points earlier (several lags: [1,2]); a token is then a "
        "variable at one of these times, and task.mask has no effect");
    option.choice("fill", fill, {"refuse", "mean", "drop"},
                  "missing values: refuse the file, replace them by the variable's mean, or drop the variable");
    option("drop_constant", drop_constant, "drop constant variables instead of refusing the file");
    option.choice("arrangement", arrangement, {"auto", "connectivity"},
                  "positions of the tokens: their coordinates, else their index; connectivity: the graph of positive "
                  "correlations in the training data");
    option("shuffle", shuffle, any_seed(), "seed of a random order of the variables; 0: the file's order");
    option("shift", shift, any_seed(),
           "seed of independent circular time shifts of each variable, which destroy all correlations; 0: no shift");
    masks.visit(option);
  }
};

SeriesPlan make_plan(const SeriesOptions& own) {
  own.masks.check();
  require(!own.file.empty(), "task.file: no file given; specify a time series file or a folder of them");
  return {.files = {.data = own.file,
                    .time = own.time,
                    .labels = own.labels,
                    .coordinates = own.coordinates,
                    .fill = own.fill,
                    .drop_constant = own.drop_constant},
          .split = own.split,
          .test_share = own.test_share,
          .z_score = own.z_score,
          .detrend = own.detrend,
          .difference = own.difference,
          .lags = own.lags,
          .arrangement = own.arrangement,
          .shuffle = own.shuffle,
          .shift = own.shift,
          .seed = static_cast<std::uint64_t>(own.masks.data_seed)};
}

class Series final : public MaskedVariables {
 public:
  using OwnOptions = SeriesOptions;
  Series(const SeriesOptions& own, std::uint64_t)
      : MaskedVariables("series", own.masks, prepare_series(make_plan(own))) {}
};

}  // namespace

SEXTANT_DEFINE_TASK(series, Series)

}  // namespace sextant::tasks
