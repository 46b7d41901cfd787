// Checks options that were set in code, by the same ranges and choices as those that are read from a file.
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::core {
namespace {

class Checker final : public OptionVisitor {
 public:
  explicit Checker(std::string_view section) : section_(section) {}

  void operator()(const char*, bool&, const char*) override {}
  void operator()(const char*, Index&, const char*) override {}
  void operator()(const char*, double&, const char*) override {}
  void operator()(const char*, std::string&, const char*) override {}
  void operator()(const char*, std::optional<double>&, const char*) override {}
  void operator()(const char*, std::optional<Index>&, const char*) override {}
  void operator()(const char*, std::vector<Index>&, const char*) override {}
  void operator()(const char*, std::vector<double>&, const char*) override {}
  void operator()(const char*, Tree&, const char*) override {}
  void operator()(const char*, std::vector<std::string>&, const char*) override {}
  void path(const char*, std::string&, const char*) override {}
  void choice(const char* name, std::string& value, std::vector<std::string> choices, const char*) override {
    require(std::ranges::find(choices, value) != choices.end(), "{}: expected one of {}, not '{}'{}",
            option_key(section_, name), fmt::join(choices, ", "), value, nearest_name_hint(value, choices));
  }
  void limit(const char* name, std::span<const double> values, const Range& range) override {
    require_range(option_key(section_, name), values, range);
  }
  void limit_count(const char* name, std::span<const double> values) override {
    require_range(option_key(section_, name), values, {.high = largest_count});
  }

 private:
  std::string_view section_;
};

}  // namespace

std::string option_key(std::string_view section, std::string_view name) {
  return section.empty() ? std::string(name) : fmt::format("{}.{}", section, name);
}

void require_range(std::string_view key, std::span<const double> values, const Range& range) {
  for (const double value : values) require(range.contains(value), "{}: expected {}, not {}", key, range.text(), value);
}

void check_options(std::string_view section, std::initializer_list<const Options*> parts) {
  Checker checker(section);
  // A visit may write, so it takes no constant; this visitor only looks.
  for (const Options* part : parts) const_cast<Options*>(part)->visit(checker);
}

}  // namespace sextant::core
