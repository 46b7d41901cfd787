// A family of variants (positions, tasks, optimizers, ...): the list in its .def file, expanded into rows
// by the family's registry.cpp. Finding a name that is not there is an error that names the nearest one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::core {

template <class Make>
struct Variant {
  std::string name;
  std::string sentence;
  std::unique_ptr<Options> (*make_options)();
  Make* make;
};

template <class Make>
class Family {
 public:
  Family(std::string noun, std::vector<Variant<Make>> variants)
      : noun_(std::move(noun)), variants_(std::move(variants)) {}

  const Variant<Make>& find(std::string_view name) const {
    for (const auto& variant : variants_)
      if (variant.name == name) return variant;
    fail("{}: unknown name '{}'{}; `sextant list {}` shows all", noun_, name, nearest_name_hint(name, names()), noun_);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& variant : variants_) result.push_back(variant.name);
    return result;
  }
  const std::vector<Variant<Make>>& variants() const { return variants_; }
  const std::string& noun() const { return noun_; }

 private:
  std::string noun_;
  std::vector<Variant<Make>> variants_;
};

}  // namespace sextant::core
