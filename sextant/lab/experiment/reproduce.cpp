#include "sextant/lab/experiment/reproduce.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/stop_scope.h"
#include "sextant/lab/analyst.h"
#include "sextant/lab/experiment/summary.h"
#include "sextant/lab/sweep/deadline.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep_runner.h"

namespace sextant::lab {
namespace {

class Reproduction {
 public:
  Reproduction(const ReproduceOptions& options, ReproduceResult& result, Events& events, const std::stop_token& stop)
      : options_(options), result_(result), study_(result.study), events_(events), stop_(stop) {}

  void check() const { analysts_->check(study_.analyses); }

  void tell_cost_with_diagram() const {
    if (!tell_cost(study_, directory_.path, *runner_, options_.at_once, events_)) return;
    if (study_.phases.asked() && study_.phases.adaptive)
      events_.on_finding({"", fmt::format("of the {} runs of the phase diagram at most {:.0f} % are trained",
                                          study_.grid_of_diagram().cells().size(), 100 * study_.phases.budget)});
  }

  /// First the cases that claims are about, then the cells of the diagram; a cell that is such a case too is there
  /// then. False where runs are left.
  bool train() {
    SweepOptions sweep;
    static_cast<ManyRunsOptions&>(sweep) = options_;
    sweep.name = study_.name;
    sweep.out = directory_.path;
    const Phases& phases = study_.phases;
    if (options_.until_decided && !options_.dry_run) return train_rounds(sweep);
    if (!phases.asked()) return train_grid(sweep, study_.grid());
    if (!train_grid(sweep, study_.grid_beside_diagram())) return false;
    sweep.adaptive = phases.adaptive;
    sweep.phases = phases.rules;
    sweep.budget = phases.budget;
    const bool ended = train_grid(sweep, study_.grid_of_diagram());
    if (!options_.dry_run) directory_.prepare(study_.grid());  // sweep.toml has all of it
    return ended;
  }

  void gather() {
    result_.evidence = gather_evidence(study_, *runner_, directory_);
    if (!options_.until_decided) events_.on_finding({"", describe_evidence(result_.evidence)});
  }

  /// False where it was stopped.
  bool analyse_all() {
    const AnalysisWork work = plan_analyses();
    if (work.orders.empty()) return true;
    result_.analysis = analyse_runs(work, *analysts_, events_, stop_);
    const AnalysisTally& tally = result_.analysis;
    if (!options_.until_decided || tally.left > 0)
      events_.on_finding({"ran", fmt::format("{} analyses on {} runs, {} cached", work.orders.size(),
                                             tally.measured + tally.kept, tally.kept)});
    for (const auto& fault : tally.faults)
      events_.on_message(
          {Message::Kind::note, fmt::format("{} could not be analysed: {}",
                                            std::filesystem::path(fault.run).filename().string(), fault.message)});
    return tally.left == 0;
  }

  /// False where it was stopped.
  bool judge_all() {
    add_findings(result_.evidence, study_.analyses);
    Summary summary;
    try {
      const StopScope scope(stop_);
      summary = write_summary(study_, result_.evidence, directory_.path, early_);
    } catch (const Stopped&) {
      return false;
    }
    result_.verdicts = std::move(summary.verdicts);
    result_.headline = std::move(summary.headline);
    result_.judged = true;
    return true;
  }

  /// With until_decided: how many runs it begins with.
  void tell_first_round() const {
    const StudyRounds rounds(study_, options_.confidence, options_.max_runs);
    events_.on_finding(
        {"", fmt::format("--until-decided trains {} of the study's {} runs first and no more than it needs",
                         rounds.first_round(), rounds.all_runs())});
  }

 private:
  /// Round by round, until nothing is open. False where runs or analyses are left.
  bool train_rounds(SweepOptions sweep) {
    StudyRounds rounds(study_, options_.confidence, options_.max_runs);
    sweep.one_of_several = true;
    const Deadline clock;
    for (auto round = rounds.next(); !round.empty(); round = rounds.next()) {
      for (const auto& [seeds, names] : round) {
        sweep.max_hours = clock.hours_left(options_.max_hours);
        if (!train_grid(sweep, study_.grid_of(names, seeds))) return false;
      }
      gather();
      if (!analyse_all()) {
        result_.stopped = true;
        return false;
      }
      add_findings(result_.evidence, study_.analyses);
      rounds.observe(result_.evidence);
      events_.on_finding({"", rounds.describe_open()});
    }
    directory_.prepare(study_.grid());  // sweep.toml has all of it
    early_ = {rounds.decided(), options_.confidence};
    for (const auto& [number, verdict] : rounds.decided())
      result_.decided_early += number < study_.claims.size() ? 1 : 0;
    result_.runs_asked = rounds.runs();
    result_.all_runs = rounds.all_runs();
    return true;
  }

  bool train_grid(const SweepOptions& sweep, const Grid& grid) {
    if (grid.cases.empty()) return true;
    result_.sweeps.push_back(sweep_grid(sweep, grid, *runner_, events_, stop_));
    return result_.sweeps.back().left == 0;
  }

  AnalysisWork plan_analyses() const {
    AnalysisWork work;
    work.orders = study_.analyses;
    work.threads = choose_at_once(options_.at_once, {});
    for (const auto& one : result_.evidence.cases)
      for (const auto& run : one.runs) {
        if (run.status != "done") continue;
        if (std::ranges::find(work.runs, run.directory) == work.runs.end())  // a cell may be a case too
          work.runs.push_back(run.directory);
        if (one.one.name == study_.reference) work.references.push_back(run.directory);
      }
    return work;
  }

  const ReproduceOptions& options_;
  ReproduceResult& result_;
  const Study& study_;
  Events& events_;
  const std::stop_token& stop_;
  std::unique_ptr<Runner> runner_ = make_runner();
  std::unique_ptr<AnalystMaker> analysts_ = make_analyst_maker();
  SweepDirectory directory_{result_.directory};
  EarlyVerdicts early_;
};

}  // namespace

void ReproduceOptions::visit(OptionVisitor& option) {
  option("experiment", experiment, "a built-in name, or a file: something with a '.' or a '/'");
  option("scale", scale, "scale of the experiment: quick, small, paper");
  option("study", study, "a further study of the experiment; empty: the chief one");
  option("data", data, "directory of the original data, if the experiment uses it");
  option("assignments", assignments, "key=value to change all its runs");
  option("judge", judge, "analyse and judge the existing runs without training");
  DecidedRunsOptions::visit(option);
}

Index ReproduceResult::decided() const {
  return static_cast<Index>(std::ranges::count_if(verdicts, [](const Verdict& one) { return one.held.has_value(); }));
}

Index ReproduceResult::failed() const {
  return static_cast<Index>(std::ranges::count_if(verdicts, [](const Verdict& one) { return one.held && !*one.held; }));
}

bool tell_cost(const Study& study, const std::string& directory, const Runner& runner, Index at_once, Events& events) {
  const auto jobs = make_jobs(study.grid(), runner, study.name);
  const auto pending = look_up(SweepDirectory{directory}, jobs, nullptr).pending;
  if (pending.empty()) return false;
  events.on_finding({"", predict_cost(jobs, pending, runner, choose_at_once(at_once, jobs)).text()});
  return true;
}

ReproduceResult reproduce(const ReproduceOptions& options, Events& events, std::stop_token stop) {
  ReproduceResult result;
  result.study = read_study({options.experiment, options.scale, options.study, options.data, options.assignments});
  require_file_name("the name of the experiment", result.study.name);
  result.directory = options.out.empty() ? "reproduced/" + result.study.name : options.out;
  Reproduction all(options, result, events, stop);
  all.check();
  events.on_finding({"", describe_study(result.study)});
  require(options.until_decided || options.max_runs == 0, "--max-runs belongs to --until-decided");
  require(!options.until_decided || !options.judge,
          "--until-decided chooses what to train; drop --no-train, which trains nothing");
  require(!options.until_decided || !result.study.phases.asked() || !result.study.phases.adaptive,
          "--until-decided adds seeds to cases, and the runs of this study's phase diagram are chosen another way: "
          "choose a scale without an adaptive diagram");
  if (options.until_decided) all.tell_first_round();
  if (options.judge) {
    require(!options.dry_run, "--no-train and --dry-run exclude each other: there is nothing to train");
    require(file_exists(result.directory + "/runs"), "{}: no runs to judge", result.directory);
  } else {
    if (!options.dry_run) all.tell_cost_with_diagram();
    if (!all.train() || options.dry_run) return result;
  }
  all.gather();
  result.stopped = !all.analyse_all() || !all.judge_all();
  return result;
}

}  // namespace sextant::lab
