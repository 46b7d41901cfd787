// Rows to scalars; the same names as report/export.cpp gives.
#include "sextant/lab/tensorboard_log.h"

#include <chrono>

namespace sextant::lab {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

}  // namespace

TensorBoardLog::TensorBoardLog(const std::string& directory, Index first_step) : file_(directory, now(), first_step) {}

void TensorBoardLog::add(const MetricsRow& row) {
  Scalars scalars;
  for (const auto& reading : row.readings) scalars.emplace_back("meter." + reading.name, reading.value);
  if (row.readings.empty()) scalars.emplace_back(row.split + "/loss", row.metrics.loss);
  if (row.metrics.accuracy) scalars.emplace_back(row.split + "/accuracy", *row.metrics.accuracy);
  if (row.learning_rate) scalars.emplace_back("learning_rate", *row.learning_rate);
  if (row.gradient_norm) scalars.emplace_back("gradient_norm", *row.gradient_norm);
  file_.add(now(), row.step, scalars);
}

}  // namespace sextant::lab
