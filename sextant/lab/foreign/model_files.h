// A model as Hugging Face keeps it, a directory with config.json and safetensors, alone or in shards; or one
// safetensors file. Reading finds the weights; writing copies everything and changes only the tensors that are given.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::lab {

struct ModelFiles {
  std::string path;     // as given
  std::string weights;  // what open_tensor_file reads: model.safetensors, model.safetensors.index.json
  bool directory = false;
};

/// A directory or a .safetensors file; an Error that says what is there instead.
ModelFiles find_model_files(const std::string& path);

/// The file that holds the tensors: `path` itself, unless it is a directory of Hugging Face's.
std::string weights_file(const std::string& path);

/// New numbers of a whole tensor, by its name; the type stays, and the shape unless another is given.
struct ChangedTensor {
  std::vector<double> values;
  std::vector<Index> shape = {};
};
using ChangedTensors = std::map<std::string, ChangedTensor>;

struct ModelChange {
  ChangedTensors tensors = {};
  std::set<std::string> dropped = {};             // tensors that the written model does not have
  std::map<std::string, std::string> files = {};  // new contents, by the names of files in the directory
};

struct WrittenModel {
  std::string path;
  std::vector<std::string> rewritten = {};  // files with changed tensors
  std::vector<std::string> copied = {};
  std::vector<std::string> stale = {};  // copied files that hold the weights again in another format
};

/// An Error unless `out` can be written to: not there yet or an empty directory, and not the model itself or inside it.
void require_new_place(const ModelFiles& model, const std::string& out);

/// To `out`, a directory, or a file where the model is one and `out` ends with .safetensors. Whole or not at all.
WrittenModel write_model(const ModelFiles& model, const ModelChange& change, const std::string& out);

}  // namespace sextant::lab
