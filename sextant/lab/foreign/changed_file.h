// A file of tensors as it would be after a change, without being written.
#pragma once

#include <memory>

#include "sextant/core/tensor_file.h"
#include "sextant/lab/foreign/model_files.h"

namespace sextant::lab {

std::unique_ptr<TensorFile> make_changed_file(const std::string& weights, const ModelChange& change);

}  // namespace sextant::lab
