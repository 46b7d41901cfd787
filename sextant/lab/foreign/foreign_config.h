// What config.json says of a model that our own engine runs: taken over, or refused by name.
#pragma once

#include "sextant/lab/foreign/foreign_model.h"

namespace sextant::lab {

/// The layout that model_type decides; "" where there is no config.json or no model_type in it. An Error for a type
/// that our engine does not run.
std::string layout_of_config(const TensorFile& file);

/// Sets heads, mask, activation and epsilon; an Error for anything that our engine would compute otherwise.
void apply_config(const TensorFile& file, ForeignModel& model);

}  // namespace sextant::lab
