// A model with its config.json, understood: model_type says which architecture it is, its fields what the network is
// made of, and every tensor is used, known not to matter, or refused by name.
#pragma once

#include <memory>

#include "sextant/foreign/network.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {

/// "a, b, c and 2 more".
std::string first_names(const std::vector<std::string>& names, std::size_t most);
/// A note that names the tensors that a run leaves out; none where there are none.
std::vector<std::string> notes_of_unused(const std::vector<std::string>& tensors);

class Checkpoint final : public foreign::WeightSource {
 public:
  /// `weights`: what open_tensor_file reads, with config.json beside it. `ignore`: fields of config.json and tensors
  /// that the caller takes the responsibility for.
  Checkpoint(const std::string& weights, const std::vector<std::string>& ignore);
  /// The same of tensors and a config.json that need not lie in files as they are.
  Checkpoint(std::unique_ptr<TensorFile> file, ModelConfig config, const std::vector<std::string>& ignore);

  const std::string& model_type() const { return model_type_; }
  const foreign::NetworkShape& shape() const { return shape_; }
  const TensorFile& file() const { return *file_; }
  /// Tensors that the network does not use: heads of other tasks, buffers.
  const std::vector<std::string>& unused() const { return unused_; }
  /// What the user should know of the run: the tensors that it leaves out, by name.
  std::vector<std::string> notes() const { return notes_of_unused(unused_); }
  const std::map<std::string, WeightRule>& rules() const { return rules_; }

  bool has(const std::string& name) const override { return rules_.contains(name); }
  foreign::Matrix read(const std::string& name) const override;
  foreign::MatrixExtents extents(const std::string& name) const override;
  foreign::Matrix read_rows(const std::string& name, Index first, Index count) const override;

  std::unique_ptr<foreign::Network> make(const std::string& precision = "float", bool keep = false) const {
    return foreign::make_network(shape_, *this, precision, keep);
  }

 private:
  void check_tied_head(const std::string& head, const std::vector<std::string>& ignore);
  void check_tensors(const std::vector<std::string>& unused_words, const std::vector<std::string>& ignore);

  std::unique_ptr<TensorFile> file_;
  std::string model_type_;
  foreign::NetworkShape shape_;
  std::map<std::string, WeightRule> rules_;
  std::vector<std::string> unused_;
};

/// model_type of the config.json beside the weights; "" where there is none.
std::string model_type_beside(const std::string& weights);

/// An Error that names the quantisation, where a tensor's name or type tells that its numbers are not weights yet.
void refuse_quantised(const TensorFile& file);

}  // namespace sextant::lab
