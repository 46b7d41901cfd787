// `sextant discover`: the arrangement of variables that nobody knows, from their series.
#include "sextant/lab/discover/discover.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "sextant/cli/commands.h"
#include "sextant/cli/discover_text.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/print.h"
#include "sextant/cli/study_page.h"
#include "sextant/cli/sweep_display.h"
#include "sextant/cli/sweep_text.h"
#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_files.h"

namespace sextant::cli {
namespace {

constexpr const char* discover_footer =
    "DATA is a time series file (npy, npz, csv, tsv, mat, h5, ptseries.nii, safetensors; FILE#ARRAY) or a folder with\n"
    "one file per subject (docs/series.md). Trains models with small-initialised learned positions to predict masked\n"
    "variables, until the held-out error stops falling, and answers: strong, moderate, weak, none or not trained\n"
    "enough, beside baselines for prediction (ridge regression, factor model, nearest variables), modules (Leiden,\n"
    "spectral clustering and k-means of correlations and partial correlations) and the map (multidimensional scaling\n"
    "of correlations). Writes positions.csv, .npy, .safetensors, modules.csv, discovery.json and report.html\n"
    "(docs/discover.md).\n"
    "Ctrl-C stops cleanly; re-running the same command resumes.\n"
    "Exit code: 0 success, whatever the answer; 1 a run failed; 3 time limit reached.\n"
    "Examples:\n"
    "  sextant discover timeseries.mat\n"
    "  sextant discover timeseries.mat --quick\n"
    "  sextant discover subjects/ --labels networks.txt --coordinates centres.csv --all\n"
    "  sextant discover sensors.csv --fill mean --drop-constant --seeds 5 --out sensors task.detrend=true";

struct DiscoverRequest : DiscoverOptions, ManyRunsDisplay {
  bool all = false;
};

/// The answer comes first on stdout: what is found on the way is a note on stderr, said once training begins, so that a
/// wrong request is answered by one line.
class AnswerFirst final : public Events {
 public:
  explicit AnswerFirst(Events& display) : display_(display) {}
  void on_stage(const std::string& stage) override {
    say_notes();
    display_.on_stage(stage);
  }
  void on_progress(const Progress& progress) override {
    say_notes();
    display_.on_progress(progress);
  }
  void on_run(const RunEvent& event) override {
    say_notes();
    display_.on_run(event);
  }
  void on_tick() override { display_.on_tick(); }
  void on_message(const Message& message) override {
    const bool note = message.kind == Message::Kind::note;  // which a display would print on stdout
    keep((note ? "note    " : "") + message.text);
  }
  void on_finding(const Finding& finding) override {
    if (finding.subject == "sweep" || finding.subject == "store") return;  // there are several, all in one place
    keep(fmt::format("{:<8}{}", finding.subject, finding.text));
  }
  void say_notes() {
    for (const auto& note : notes_) display_.on_message({Message::Kind::warning, note});
    notes_.clear();
  }

 private:
  void keep(std::string note) {
    std::ranges::replace(note, '\n', ' ');
    notes_.push_back(std::move(note));
  }

  Events& display_;
  std::vector<std::string> notes_;
};

int run_discover(const DiscoverRequest& request) {
  std::optional<Interruption> interruption;
  if (!request.dry_run) interruption.emplace();
  SweepDisplay display(request);
  AnswerFirst events(display);
  const DiscoverResult result = lab::discover(request, events, token_of(interruption));
  events.say_notes();
  display.end();
  if (result.stopped) return end_interrupted();
  print_plan(result.sweep);
  if (!result.discovery) return conclude_sweep(result.sweep);
  if (request.json) {
    write_study_page(result.directory, true);
    print_out("{}\n", describe_as_tree(*result.discovery).dump(2));
    return 0;
  }
  print_out("{}", describe_discovery(*result.discovery));
  if (request.all) print_out("{}", describe_all(*result.discovery));
  print_out("files   {}/positions.csv, .npy, .safetensors{}{}, discovery.json\n", result.directory,
            result.discovery->conclusion.modules_shown ? ", modules.csv" : "",
            result.discovery->influences ? ", influences.csv, .npy" : "");
  write_study_page(result.directory);
  return 0;
}

}  // namespace

void add_discover(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("discover", "Discover the unknown arrangement of the variables of a multivariate time series");
  auto request = std::make_shared<DiscoverRequest>();
  auto arguments = std::make_shared<std::vector<std::string>>();
  command->add_option("data", *arguments, "a time series file or folder, then key=value overrides for all runs")
      ->required()
      ->type_name("DATA key=value ...");
  command->add_option("--labels", request->labels, "module label of each variable, for comparison")->type_name("FILE");
  command->add_option("--coordinates", request->coordinates, "coordinates of each variable, for comparison")
      ->type_name("FILE");
  command->add_option("--distances", request->distances, "known distances between variables, for comparison")
      ->type_name("FILE");
  command
      ->add_option("--lags", request->lags,
                   "predict all variables from their values so many time points earlier; reports who influences whom")
      ->delimiter(',')
      ->type_name("N,...");
  command
      ->add_option("--couplings", request->couplings,
                   "known couplings (square matrix; row i: onto variable i), for comparison with --lags")
      ->type_name("FILE");
  command->add_flag("--quick", request->quick, "a first look: one sigma, two seeds, short training");
  command->add_flag("--all", request->all, "print every predictor, grouping and measure");
  command
      ->add_option("--fill", request->fill,
                   "missing values: mean (of the variable), drop (the variable) or refuse (the file)")
      ->capture_default_str();
  command->add_flag("--drop-constant", request->drop_constant, "drop constant variables instead of refusing the file");
  command->add_flag("--controls", request->controls, "also train fixed random and sinusoidal positions");
  command->add_option("--time", request->time, "time axis of the file: rows, columns or auto")->capture_default_str();
  command->add_option("--sigmas", request->sigmas, "standard deviations of learned positions at initialisation")
      ->delimiter(',')
      ->type_name("NUMBERS")
      ->capture_default_str();
  command->add_option("--seeds", request->seeds, "seeds per encoding")->capture_default_str();
  command
      ->add_option("--steps", request->steps,
                   "training steps per run (default: until the held-out error stops falling)")
      ->type_name("N");
  command->add_option("--shuffles", request->shuffles, "number of label and variable shuffles for p-values")
      ->capture_default_str();
  command->add_option("--shifts", request->shifts, "number of time-shifted surrogates for the test of structure")
      ->capture_default_str();
  add_many_runs(*command, *request, *request,
                {.out = "output directory (default: discovered/NAME)",
                 .max_hours = "time limit; training stops cleanly and can be resumed",
                 .dry_run = "list the runs and estimate their cost without training"});
  command->footer(discover_footer);
  command->callback([=, &exit_code] {
    request->data = arguments->front();
    require(request->data.find('=') == std::string::npos, "discover: expected the data first, then {}", request->data);
    request->assignments.assign(arguments->begin() + 1, arguments->end());
    for (const auto& one : request->assignments)
      require(one.find('=') != std::string::npos, "discover: one file or folder at a time; '{}' is not key=value", one);
    exit_code = run_discover(*request);
  });
}

}  // namespace sextant::cli
