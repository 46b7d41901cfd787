// A family of variants (positions, tasks, optimizers, ...): the list in its .def file, expanded into rows by the
// family's registry.cpp. A Catalogue is what everybody may see of it; a Family can make them too. Finding a name that
// is not there is an error that names the nearest one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::core {

struct VariantFacts {
  std::string name;
  std::string sentence;
  std::unique_ptr<Options> (*make_options)() = nullptr;
};

class Catalogue {
 public:
  Catalogue(std::string noun, std::vector<VariantFacts> variants)
      : noun_(std::move(noun)), variants_(std::move(variants)) {}

  /// Where in the list it stands.
  std::size_t index_of(std::string_view name) const {
    for (std::size_t i = 0; i < variants_.size(); ++i)
      if (variants_[i].name == name) return i;
    fail("{}: unknown name '{}'{}; `sextant list {}` shows all", noun_, name, nearest_name_hint(name, names()), noun_);
  }
  const VariantFacts& find(std::string_view name) const { return variants_[index_of(name)]; }
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& variant : variants_) result.push_back(variant.name);
    return result;
  }
  const std::vector<VariantFacts>& variants() const { return variants_; }
  const std::string& noun() const { return noun_; }

 private:
  std::string noun_;
  std::vector<VariantFacts> variants_;
};

template <class Make>
struct Variant : VariantFacts {
  Make* make = nullptr;
};

template <class Make>
class Family {
 public:
  Family(std::string noun, std::vector<Variant<Make>> variants)
      : catalogue_(std::move(noun), {variants.begin(), variants.end()}), variants_(std::move(variants)) {}

  const Variant<Make>& find(std::string_view name) const { return variants_[catalogue_.index_of(name)]; }
  std::vector<std::string> names() const { return catalogue_.names(); }
  const std::vector<Variant<Make>>& variants() const { return variants_; }
  const Catalogue& catalogue() const { return catalogue_; }

 private:
  Catalogue catalogue_;
  std::vector<Variant<Make>> variants_;
};

}  // namespace sextant::core
