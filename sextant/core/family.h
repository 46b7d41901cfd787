// A family of variants (positions, tasks, optimizers, ...): its list is the .def file, which the family's registry.cpp
// expands, and each variant is one .cpp. A Catalogue is what everybody may see of a family; a Family can make variants
// too. Finding a name that is not there is an error that names the nearest one.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::core {

struct VariantFacts {
  std::string name;
  std::string sentence;
  std::vector<std::string> accepts = {};  // forms of its input, by name, where the family has several; in the .def
  std::string beyond = {};                // what it does past the trained length, where that is a question; in the .def
  std::string section = {};               // of a configuration, where its options are set
  std::unique_ptr<Options> (*make_options)() = nullptr;
};

class Catalogue {
 public:
  explicit Catalogue(std::string noun) : noun_(std::move(noun)) {}

  void add(VariantFacts variant) { variants_.push_back(std::move(variant)); }
  /// Files that say `old` go on to mean `name`.
  void keep_old_name(std::string old, std::string name) { old_names_[std::move(old)] = std::move(name); }
  /// Where in the list it stands.
  std::size_t index_of(std::string_view name) const {
    if (const auto found = old_names_.find(name); found != old_names_.end()) return index_of(found->second);
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
  std::map<std::string, std::string, std::less<>> old_names_;
};

/// `Make` is the type of the function that makes a variant: std::unique_ptr<Base>(const Options& own, ...).
template <class Make>
struct Variant;

template <class Base, class... Arguments>
struct Variant<std::unique_ptr<Base>(const Options&, Arguments...)> : VariantFacts {
  std::unique_ptr<Base> (*construct)(const Options& own, Arguments... arguments) = nullptr;

  /// Options may have been set in code, so they are checked here.
  std::unique_ptr<Base> make(const Options& own, Arguments... arguments) const {
    check_options(section, {&own});
    return construct(own, std::forward<Arguments>(arguments)...);
  }
};

template <class Make>
class Family {
 public:
  /// `section` is where a configuration sets the options of the chosen variant.
  Family(std::string noun, std::string section) : catalogue_(std::move(noun)), section_(std::move(section)) {}

  void add(Variant<Make> variant) {
    variant.section = section_;
    catalogue_.add(variant);
    variants_.push_back(std::move(variant));
  }
  void keep_old_name(std::string old, std::string name) { catalogue_.keep_old_name(std::move(old), std::move(name)); }
  const Variant<Make>& find(std::string_view name) const { return variants_[catalogue_.index_of(name)]; }
  std::vector<std::string> names() const { return catalogue_.names(); }
  const std::vector<Variant<Make>>& variants() const { return variants_; }
  const Catalogue& catalogue() const { return catalogue_; }

 private:
  Catalogue catalogue_;
  std::string section_;
  std::vector<Variant<Make>> variants_;
};

/// The two functions that a variant brings, for any Class with a type OwnOptions and a constructor that takes what
/// Make takes, with `const OwnOptions&` in place of `const Options&`.
template <class Class, class Make>
struct Maker;

template <class Class, class Base, class... Arguments>
struct Maker<Class, std::unique_ptr<Base>(const Options&, Arguments...)> {
  using OwnOptions = typename Class::OwnOptions;
  static std::unique_ptr<Options> make_options() { return std::make_unique<OwnOptions>(); }
  static std::unique_ptr<Base> make(const Options& own, Arguments... arguments) {
    return std::make_unique<Class>(dynamic_cast<const OwnOptions&>(own), std::forward<Arguments>(arguments)...);
  }
};

}  // namespace sextant::core

/// In the .cpp of a variant, through the macro of its family: gives the registry what it makes the variant with.
#define SEXTANT_DEFINE_VARIANT(Make, name, Class)                           \
  void fill_##name(::sextant::core::Variant<Make>& variant) {               \
    variant.make_options = sextant::core::Maker<Class, Make>::make_options; \
    variant.construct = sextant::core::Maker<Class, Make>::make;            \
  }

/// In registry.cpp: adds one line of the .def file to `family`; what follows the name are the fields that are facts.
#define SEXTANT_ADD_VARIANT(family, Make, name, ...)                       \
  {                                                                        \
    void fill_##name(::sextant::core::Variant<Make>&);                     \
    ::sextant::core::Variant<Make> variant{{#name, __VA_ARGS__}, nullptr}; \
    fill_##name(variant);                                                  \
    family.add(std::move(variant));                                        \
  }
