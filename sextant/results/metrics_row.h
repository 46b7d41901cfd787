// A row of metrics.csv: written by a run, read by everybody.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/core/event_file.h"

namespace sextant::results {

struct MetricsRow {
  Index step = 0;
  std::string split;  // "train", or that of an evaluation; "meter" for a row of readings
  std::optional<double> loss = {};
  std::optional<double> accuracy = {};
  std::optional<double> learning_rate = {};  // of training rows
  std::optional<double> gradient_norm = {};
  std::vector<std::pair<std::string, double>> readings = {};  // of the meter: "meter.kernel_drift"

  /// By the name of its column; nothing where it was not measured.
  std::optional<double> find(std::string_view column) const;
};

/// The columns between the split and the readings.
inline constexpr std::pair<const char*, std::optional<double> MetricsRow::*> metrics_columns[] = {
    {"loss", &MetricsRow::loss},
    {"accuracy", &MetricsRow::accuracy},
    {"learning_rate", &MetricsRow::learning_rate},
    {"gradient_norm", &MetricsRow::gradient_norm}};

/// What was measured, by the names of TensorBoard: loss and accuracy under their split, the others under their own
/// name.
Scalars scalars_of(const MetricsRow& row);

}  // namespace sextant::results
