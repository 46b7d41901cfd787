#include "sextant/lab/train.h"

#include <chrono>

#include "sextant/lab/advice.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/run.h"
#include "sextant/lab/run_identity.h"

namespace sextant::lab {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto time_between_steps_told = std::chrono::milliseconds(50);

/// What the run says, as events of one run in slot 0.
class RunReporter final : public RunListener {
 public:
  RunReporter(GuardedEvents& events, const Run& run, std::string name)
      : events_(events), first_step_(run.step()), steps_(run.steps()), start_(Clock::now()) {
    event_.run = std::move(name);
    event_.steps = steps_;
    event_.step = first_step_;
    send(RunEvent::Kind::started);
  }

  void on_news(const RunNews& news) override {
    const auto now = Clock::now();
    if (now - told_ < time_between_steps_told && news.step < steps_) return;
    told_ = now;
    take(news);
    send(RunEvent::Kind::progressed);
    const double made = static_cast<double>(news.step - first_step_);
    events_.on_progress({"training", static_cast<double>(news.step), static_cast<double>(steps_), "steps",
                         seconds() / made * static_cast<double>(steps_ - news.step)});
  }
  void on_evaluation(const std::string& split, const RunNews& news) override {
    event_.split = split;
    take(news);
    send(RunEvent::Kind::evaluated);
    event_.split.clear();
  }
  void on_trained() override { send(RunEvent::Kind::trained); }
  bool wants_stop(Index) override { return events_.wants_stop(); }

  void end(const TrainingResult& result) {
    event_.step = result.record.value("step", event_.step);
    event_.status = result.status();
    event_.fault = result.record.value("fault", "");
    event_.cached = result.cached;
    event_.seconds = seconds();
    send(RunEvent::Kind::finished);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void take(const RunNews& news) {
    event_.step = news.step;
    event_.loss = news.loss;
    event_.accuracy = news.accuracy;
  }
  void send(RunEvent::Kind kind) {
    event_.kind = kind;
    events_.on_run(event_);
  }

  GuardedEvents& events_;
  Index first_step_, steps_;
  Clock::time_point start_, told_;
  RunEvent event_;
};

/// Whatever goes wrong here went wrong in a run that had begun.
Tree go_to_end(Run& run, RunListener& listener) {
  try {
    return run.go(listener);
  } catch (const Error& error) {
    throw BrokenRun(error.what());
  }
}

}  // namespace

void TrainingOptions::visit(OptionVisitor& option) {
  option("configuration", configuration, "what to train: sections and keys as in a TOML file");
  option("name", name, "what the default directory begins with");
  option("out", out, "directory of the run; empty: runs/NAME-HASH");
  option("fresh", fresh, "delete an existing run in the directory first");
  option("tensorboard", tensorboard, "write TensorBoard event files while training");
}

std::string TrainingResult::status() const { return record.at("status").get<std::string>(); }

TrainingResult train(const TrainingOptions& options, Events& sink, std::stop_token stop) {
  const Configuration configuration = Configuration::read(options.configuration);
  TrainingResult result;
  result.code = code_version(configuration);
  result.directory = options.out.empty() ? "runs/" + name_run(options.name, configuration) : options.out;
  Run run({configuration, result.directory, options.fresh, options.tensorboard});
  GuardedEvents events(sink, stop);
  if (!run.damage().empty()) events.on_message({Message::Kind::warning, run.damage()});
  if (std::string keys = describe_like(options.configuration); !keys.empty())
    events.on_message({Message::Kind::note, std::move(keys)});
  for (const auto& note : run.task_notes()) events.on_message({Message::Kind::note, note});
  if (!run.finished())
    for (const auto& sentence : advise(configuration, run.steps()))
      events.on_message({Message::Kind::warning, sentence});
  if (!run.audit_rows().empty()) events.on_finding({"audit", audit_text(run.audit_rows())});
  result.cached = run.finished();
  RunReporter reporter(events, run, result.directory);
  result.record = go_to_end(run, reporter);
  reporter.end(result);
  events.rethrow();
  return result;
}

}  // namespace sextant::lab
