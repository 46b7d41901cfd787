// What `inspect` found, in sentences: which positions the model has, how many directions they need, whether they depend
// on distance, are smooth or know a grid, which rows were never trained, how well they fit the user's text, and how
// much of position every layer still carries.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/foreign/inspect.h"

namespace sextant::lab {

/// "rotary: base 10000, 64 of 64 dimensions turn": by config.json, else by the tables; "" where nothing tells.
std::string describe_kind(const TensorFile& file, const std::vector<InspectedTable>& tables);

/// Of one table.
std::vector<std::string> table_answers(const TensorFile& file, const InspectedTable& table);

/// The stress of the table against the distances of a corpus, with its grade. A sentence in any case: what could not be
/// measured says why.
std::string stress_answer(const TensorFile& file, const InspectedTable& table, const CorpusOptions& corpus);

/// Of the layers that were run.
std::string layers_answer(const LayerInspection& layers);

}  // namespace sextant::lab
