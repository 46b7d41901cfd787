// One object of tokenizer.json, read so that nothing in it goes unheard: a field that nobody asks for is refused.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "sextant/core/error.h"
#include "sextant/core/index.h"
#include "sextant/core/namespaces.h"

namespace sextant::data {

class TokenFields {
 public:
  TokenFields(const nlohmann::json& fields, std::string who);

  const std::string& who() const { return who_; }
  /// "type"; "" where there is none.
  std::string type();
  bool has(const char* key) const;
  /// null where it is not there.
  const nlohmann::json& field(const char* key);
  std::string text(const char* key, const char* otherwise = nullptr);
  bool flag(const char* key, std::optional<bool> otherwise = {});
  Index integer(const char* key, std::optional<Index> otherwise = {});
  /// These change no ids.
  void ignore(std::initializer_list<const char*> keys);
  void require_all_read() const;
  [[noreturn]] void refuse_type() const;

 private:
  const nlohmann::json& fields_;
  std::string who_;
  std::set<std::string, std::less<>> read_;
};

}  // namespace sextant::data
