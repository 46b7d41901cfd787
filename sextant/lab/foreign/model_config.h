// config.json of Hugging Face, read so that nothing in it goes unheard: every field is used, known not to change what
// the network computes, or refused by its name.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/namespaces.h"

namespace sextant::lab {

class ModelConfig {
 public:
  /// `who` is named in errors.
  ModelConfig(nlohmann::json fields, std::string who);
  static ModelConfig read(const std::string& path);

  const std::string& who() const { return who_; }
  /// The field is there and not null. Marks nothing.
  bool has(const std::string& key) const;
  /// The value, or null; marks the field as read. `path` may be "rope_parameters".
  const nlohmann::json& field(const std::string& key);

  Index integer(const std::string& key);
  Index integer(const std::string& key, Index otherwise);
  double number(const std::string& key, double otherwise);
  std::string text(const std::string& key, const std::string& otherwise);
  bool flag(const std::string& key, bool otherwise);

  /// An Error where the field is there with another value.
  void only(const std::string& key, const nlohmann::json& value, const std::string& why);
  /// These change nothing here.
  void ignore(std::initializer_list<const char*> keys);
  /// An Error that names the first field that nobody has read, unless it is empty, false, or one of `allowed`.
  void require_all_read(const std::vector<std::string>& allowed);

 private:
  nlohmann::json fields_;
  std::string who_;
  std::set<std::string> read_;
};

/// Fields of every model that a forward pass does not look at.
bool never_matters(const std::string& key);

/// "" where the file has no config.json beside it.
std::string config_beside(const std::string& weights);

}  // namespace sextant::lab
