// What extend, compress, replace and init say of the model that they changed.
#pragma once

#include <string>

#include "sextant/core/events.h"
#include "sextant/lab/foreign/damage.h"
#include "sextant/lab/foreign/model_files.h"
#include "sextant/lab/foreign/table_change.h"

namespace CLI {
class App;
}

namespace sextant::cli {

/// Warnings go to stderr, a line each.
class WarningDisplay final : public Events {
 public:
  void on_message(const Message& message) override;
};

/// "positions   TENSOR (its name in BERT): 512 x 384, F32", and the norms before and after.
std::string describe_table_change(const TableChange& change);
/// Which files were rewritten and which copied.
std::string describe_written(const WrittenModel& written);

/// A line for every length that the damage was measured at.
std::string describe_damages(const std::vector<Damage>& damages);
void add_damage_options(CLI::App& command, DamageOptions& options);

}  // namespace sextant::cli
