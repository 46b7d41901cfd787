#include "sextant/lab/cost/cost.h"

#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"
#include "sextant/core/stop_scope.h"
#include "sextant/lab/cost/growth.h"
#include "sextant/lab/sweep/prediction.h"
#include "sextant/lab/sweep/sweep_results.h"
#include "sextant/lab/sweep_runner.h"
#include "sextant/results/results_table.h"

namespace sextant::lab {
namespace {

constexpr ProbeEffort steps_alone{.evaluate = false};

double exponent(double before, double after, double ratio_of_sizes) {
  return before > 0 && after > 0 ? std::log(after / before) / std::log(ratio_of_sizes)
                                 : std::numeric_limits<double>::quiet_NaN();
}

std::string describe_job(const Configuration& c, const TaskShape& shape) {
  std::string mixers = c.model.mixers.empty() ? c.model.mixer : fmt::format("{}", fmt::join(c.model.mixers, "/"));
  return fmt::format("{}, {} with {} positions, length {}, width {}, depth {}, batch {}, {}", c.task.kind, mixers,
                     c.position.kind, shape.length, c.model.width, c.model.depth, c.train.batch, c.general.precision);
}

/// Measures one size after the other, and says how far it is.
class CostMeter {
 public:
  CostMeter(const CostOptions& options, Events& events) : options_(options), events_(events) {
    total_ = 2 + (options.growth ? static_cast<double>(size_axes().size()) : 0);
  }

  CostResult measure() {
    const Configuration configuration = Configuration::read(options_.configuration);
    tree_ = configuration.write();
    CostResult result;
    const RunCost counted = runner_->cost(tree_);
    result.step_operations = counted.flops_per_step;
    result.steps = counted.steps;
    result.evaluations = counted.evaluations;
    result.may_stop_early = configuration.train.stop_metric != "none";
    result.at_once = choose_at_once(options_.at_once, {SweepJob{"", tree_, {}}});
    const auto task = task_family().find(configuration.task.kind).make(*configuration.task.own, configuration.seed());
    result.job = describe_job(configuration, task->shape());
    say_progress();
    probe_run(configuration, {.seconds = 0, .evaluate = true});  // what the program itself takes at its first step
    result.probe = probe_run(configuration);
    result.step_bytes = 2 * result.probe.session_bytes;
    say_progress();
    result.seconds_beside = result.at_once > 1 ? probe_beside_others(configuration, result.at_once, steps_alone)
                                               : result.probe.step_seconds;
    if (options_.growth) measure_growth(result);
    if (options_.gpu_teraflops > 0) result.gpu = compare(result);
    return result;
  }

 private:
  void say_progress() {
    look_for_stop();
    events_.on_progress({"timing steps", done_++, total_, "sizes", {}});
  }

  void measure_growth(CostResult& result) {
    for (const auto& axis : size_axes()) {
      say_progress();
      const auto size = axis.size(tree_);
      if (!size) continue;
      CostGrowth growth{.axis = axis.name, .from = *size, .to = *size};
      try {
        const ResizedJob job = resize_job(tree_, axis, *size);
        growth.to = job.to;
        const double ratio = job.to / job.from;
        const RunProbe probe = probe_run(job.configuration, steps_alone);
        growth.operations =
            exponent(result.step_operations, runner_->cost(job.configuration.write()).flops_per_step, ratio);
        growth.seconds = exponent(result.probe.step_seconds, probe.step_seconds, ratio);
        growth.memory = exponent(result.probe.session_bytes, probe.session_bytes, ratio);
      } catch (const Error& error) {
        growth.left_out = error.what();
      }
      result.growth.push_back(std::move(growth));
    }
    if (result.at_once == 1) return;
    // So many runs cost so many times the processor time of one, and what they take from each other.
    const auto runs = static_cast<double>(result.at_once);
    result.growth.push_back({.axis = "runs at once",
                             .from = 1,
                             .to = runs,
                             .operations = 1,
                             .seconds = exponent(result.probe.step_seconds, runs * result.seconds_beside, runs),
                             .memory = 1});
  }

  GpuComparison compare(const CostResult& result) const {
    std::vector<PowerLaw> laws;
    for (const auto& one : result.growth)
      if (one.left_out.empty() && one.axis != "runs at once")
        laws.push_back({one.axis, one.from, one.operations, one.seconds});
    return compare_with_gpu({1e12 * options_.gpu_teraflops, 1e-3 * options_.gpu_overhead}, result.step_operations,
                            result.seconds_beside / static_cast<double>(result.at_once), laws);
  }

  const CostOptions& options_;
  Events& events_;
  std::unique_ptr<Runner> runner_ = make_runner();
  Tree tree_ = Tree::object();
  double done_ = 0, total_ = 0;
};

std::string bytes_text(double bytes) {
  return bytes < 1e6 ? fmt::format("{:.0f} kB", bytes / 1e3) : memory_text(static_cast<std::size_t>(bytes));
}

std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
  if (seconds < 1) return fmt::format("{:.3g} ms", 1e3 * seconds);
  return seconds < 60 ? fmt::format("{:.3g} s", seconds) : describe_duration(seconds);
}

std::string operations_text(double operations) {
  if (operations < 1e9) return fmt::format("{:.3g} million operations", operations / 1e6);
  return operations < 1e12 ? fmt::format("{:.3g} GFLOP", operations / 1e9)
                           : fmt::format("{:.3g} TFLOP", operations / 1e12);
}

std::string growth_text(const std::vector<CostGrowth>& growth) {
  if (growth.empty()) return "";
  TextTable table({"grows with", "from", "to", "operations", "seconds", "memory", ""});
  const auto number = [](double value) { return std::isnan(value) ? "-" : fmt::format("{:.2f}", value); };
  for (const auto& one : growth) {
    if (one.left_out.empty())
      table.add({one.axis, short_number(one.from), short_number(one.to), number(one.operations), number(one.seconds),
                 number(one.memory), ""});
    else
      table.add({one.axis, short_number(one.from), "", "", "", "", one.left_out});
  }
  return "exponents between two sizes (1: twice the size, twice the cost); operations counted, the rest measured\n" +
         table.text();
}

std::string gpu_text(const GpuComparison& gpu) {
  std::string text = fmt::format(
      "gpu     {:.3g} TFLOP/s and {} a step: {} a step against {} here with all runs at once: {}\n",
      gpu.gpu.operations_per_second / 1e12, seconds_text(gpu.gpu.overhead_seconds), seconds_text(gpu.gpu_seconds),
      seconds_text(gpu.machine_seconds), gpu.gpu_is_faster() ? "the GPU is faster" : "this machine is faster");
  text += gpu.throughput_needed
              ? fmt::format("        it breaks even at {:.3g} TFLOP/s sustained\n", *gpu.throughput_needed / 1e12)
              : "        its overhead alone takes longer than a step here: no throughput breaks even\n";
  for (const auto& one : gpu.break_even)
    if (one.size) text += fmt::format("        or at {} {:.3g}\n", one.axis, *one.size);
  return text;
}

}  // namespace

void CostOptions::visit(OptionVisitor& option) {
  option("configuration", configuration, "of the run");
  option("at_once", at_once, at_least(0), "runs at once; 0: one per processor");
  option("growth", growth, "also measure how cost grows with length, width, depth and batch");
  option("gpu_teraflops", gpu_teraflops, at_least(0), "compare with a GPU that sustains so many TFLOP/s; 0: none");
  option("gpu_overhead", gpu_overhead, at_least(0), "milliseconds a step that the GPU takes to launch its kernels");
}

double CostResult::run_seconds() const {
  return probe.setup_seconds + static_cast<double>(steps) * probe.step_seconds +
         static_cast<double>(evaluations) * probe.evaluation_seconds;
}

double CostResult::runs_per_hour() const {
  const double slower = seconds_beside / probe.step_seconds;
  return 3600 * static_cast<double>(at_once) / (run_seconds() * slower);
}

std::string CostResult::text() const {
  std::string text = fmt::format("job     {}\n", job);
  text +=
      fmt::format("step    {}, {} ({:.3g} GFLOP/s), at least {} moved\n", seconds_text(probe.step_seconds),
                  operations_text(step_operations), step_operations / probe.step_seconds / 1e9, bytes_text(step_bytes));
  text +=
      fmt::format("memory  {} a run, of which {} are data\n", bytes_text(run_bytes()), bytes_text(probe.task_bytes));
  text += fmt::format("run     {}{}: {} steps {}, {} evaluations {}, start {}\n", may_stop_early ? "at most " : "",
                      seconds_text(run_seconds()), steps, seconds_text(static_cast<double>(steps) * probe.step_seconds),
                      evaluations, seconds_text(static_cast<double>(evaluations) * probe.evaluation_seconds),
                      seconds_text(probe.setup_seconds));
  text += fmt::format("runs    {} at once, {} a step each: {:.4g} runs per hour\n", at_once,
                      seconds_text(seconds_beside), runs_per_hour());
  text += growth_text(growth);
  if (gpu) text += gpu_text(*gpu);
  return text;
}

CostResult cost(const CostOptions& options, Events& events, std::stop_token stop) {
  check_options("cost", {&options});
  require(options.gpu_overhead == 0 || options.gpu_teraflops > 0,
          "--gpu-overhead belongs to --gpu-teraflops; give the throughput too");
  const StopScope scope(std::move(stop));
  return CostMeter(options, events).measure();
}

}  // namespace sextant::lab
