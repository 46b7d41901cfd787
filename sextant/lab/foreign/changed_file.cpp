#include "sextant/lab/foreign/changed_file.h"

namespace sextant::lab {
namespace {

class ChangedFile final : public TensorFile {
 public:
  ChangedFile(const std::string& weights, const ModelChange& change)
      : TensorFile(weights), file_(open_tensor_file(weights)), change_(change) {
    for (TensorEntry entry : file_->entries()) {
      if (change_.dropped.contains(entry.name)) continue;
      if (const auto found = change_.tensors.find(entry.name);
          found != change_.tensors.end() && !found->second.shape.empty())
        entry.shape = found->second.shape;
      add(std::move(entry));
    }
  }
  std::vector<double> values(std::string_view name) const override {
    const auto found = change_.tensors.find(find(name).name);
    return found == change_.tensors.end() ? file_->values(name) : found->second.values;
  }
  std::vector<double> part(std::string_view name, Index first, Index count) const override {
    return change_.tensors.contains(std::string(name)) ? TensorFile::part(name, first, count)
                                                       : file_->part(name, first, count);
  }
  bool reads_parts() const override { return file_->reads_parts(); }

 private:
  std::unique_ptr<TensorFile> file_;
  ModelChange change_;
};

}  // namespace

std::unique_ptr<TensorFile> make_changed_file(const std::string& weights, const ModelChange& change) {
  return std::make_unique<ChangedFile>(weights, change);
}

}  // namespace sextant::lab
