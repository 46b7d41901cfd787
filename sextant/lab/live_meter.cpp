#include "sextant/lab/live_meter.h"

#include <cmath>

#include "sextant/lab/position_history.h"

namespace sextant::lab {
namespace {

constexpr double most_of_run = 0.03;    // what the readings between the first and the last may take
constexpr double cost_of_a_pass = 6.0;  // of one sample alone, in samples of a training step; measured at 4 to 6

std::unique_ptr<Meter> make_meter(Assembly& assembly) {
  const Configuration& configuration = assembly.configuration();
  Batch probes;
  assembly.task().fill_training(probes, configuration.train.meter_probes, configuration.seed(), 0);
  return engine(configuration.general.precision)
      .make_meter(assembly.session().model(), std::move(probes), configuration.seed());
}

}  // namespace

double reading_cost(Index passes, Index batch) {
  return cost_of_a_pass * static_cast<double>(passes) / static_cast<double>(batch);
}

std::vector<Index> plan_readings(Index steps, double cost) {
  std::vector<Index> all;
  for (Index step = next_frame(0); step < steps; step = next_frame(step)) all.push_back(step);
  const auto affordable = static_cast<std::size_t>(most_of_run * static_cast<double>(steps) / cost);
  std::vector<Index> due{0};
  const std::size_t every = affordable == 0 ? all.size() + 1 : (all.size() + affordable - 1) / affordable;
  // From the end, where a run spends its time.
  for (std::size_t i = 0; i < all.size(); ++i)
    if ((all.size() - i) % every == 0) due.push_back(all[i]);
  if (steps > 0) due.push_back(steps);
  return due;
}

LiveMeter::LiveMeter(Assembly& assembly)
    : meter_(make_meter(assembly)),
      due_(plan_readings(assembly.session().steps(),
                         reading_cost(meter_->passes(), assembly.configuration().train.batch))),
      readings_(meter_->at_start()) {}

const std::vector<Reading>& LiveMeter::read(Index step) {
  if (step != read_at_) readings_ = meter_->read();
  read_at_ = step;
  return readings_;
}

std::vector<std::string> LiveMeter::columns() const {
  std::vector<std::string> names;
  for (const auto& reading : meter_->at_start()) names.push_back("meter." + reading.name);
  return names;
}

}  // namespace sextant::lab
