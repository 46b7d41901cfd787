// Samples of many variables whose arrangement may be unknown: a file, or a folder with a recording of one person in
// each file. A token is a variable; see masked_variables.h and docs/series.md.
#include "sextant/tasks/masked_variables.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct SeriesOptions final : Options {
  std::string file, labels, coordinates;
  std::string time = "auto", split = "auto", places = "auto";
  double test_share = 0.25;
  bool z_score = true, detrend = false;
  Index shuffle = 0, shift = 0;
  MaskPlan masks;

  void visit(OptionVisitor& option) override {
    option.path("file", file, "the series: FILE, FILE#ARRAY, or a folder with one file for each person");
    option.path("labels", labels, "the module of each variable, if known: a file with a line each, or FILE#COLUMN");
    option.path("coordinates", coordinates, "where each variable lies, if known: a file with a line each");
    option.choice("time", time, {"auto", "rows", "columns"}, "along which axis of the file time runs; auto: found out");
    option.choice(
        "split", split, {"auto", "subject", "time"},
        "what is kept for the test: whole recordings, or the end of each; auto: recordings where there are 2");
    option("test_share", test_share, inside(0, 1),
           "share of the recordings, or of the time, that is kept for the test");
    option("z_score", z_score,
           "each variable of each recording gets the mean 0 and the deviation 1; false: the mean 0 alone");
    option("detrend", detrend, "take a straight line out of each variable of each recording first");
    option.choice("places", places, {"auto", "connectivity"},
                  "where tokens stand: at the coordinates or in the file's order; or on the graph of the positive "
                  "correlations in training");
    option("shuffle", shuffle, at_least(0), "0: variables in the file's order; otherwise in one drawn from this seed");
    option(
        "shift", shift, at_least(0),
        "0: as it is; otherwise every variable is shifted in time on its own by this seed, so that they share nothing");
    masks.visit(option);
  }
};

SeriesPlan make_plan(const SeriesOptions& own) {
  own.masks.check();
  require(!own.file.empty(), "task.file: no file given; name a file of series or a folder of them");
  return {.files = {.data = own.file, .time = own.time, .labels = own.labels, .coordinates = own.coordinates},
          .split = own.split,
          .test_share = own.test_share,
          .z_score = own.z_score,
          .detrend = own.detrend,
          .places = own.places,
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
