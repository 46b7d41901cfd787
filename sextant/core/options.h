// Options: a struct with defaults and one `visit` that names each field with a sentence. From that one
// function come TOML, key=value on the command line, the help text, the refusal of unknown keys (with
// the nearest known name), the check of ranges and the record beside the results.
#pragma once

#include <cmath>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/range.h"

namespace sextant::core {

/// A parsed configuration: an ordered tree of sections and values.
using Tree = nlohmann::ordered_json;

/// Integers from `low` to `high`, both included: written as one number, or as [low, high].
struct IndexRange {
  Index low = 0;
  Index high = 0;

  Index count() const { return high - low + 1; }
  bool operator==(const IndexRange&) const = default;
};

class OptionVisitor {
 public:
  virtual ~OptionVisitor() = default;
  virtual void operator()(const char* name, bool& value, const char* help) = 0;
  virtual void operator()(const char* name, Index& value, const char* help) = 0;
  virtual void operator()(const char* name, double& value, const char* help) = 0;
  virtual void operator()(const char* name, std::string& value, const char* help) = 0;
  // A number that is computed where it is unset; the text "auto" unsets it.
  virtual void operator()(const char* name, std::optional<double>& value, const char* help) = 0;
  /// 0 unsets it too and is what is written: such options were integers with 0 for "unset" before, and runs are named
  /// by what is written.
  virtual void operator()(const char* name, std::optional<Index>& value, const char* help) = 0;
  virtual void operator()(const char* name, IndexRange& value, const char* help) = 0;
  virtual void operator()(const char* name, std::vector<Index>& value, const char* help) = 0;
  virtual void operator()(const char* name, std::vector<std::string>& value, const char* help) = 0;
  /// A string that names a file which the run reads; its bytes decide the result as much as the options do.
  virtual void path(const char* name, std::string& value, const char* help) = 0;
  /// A string that must be one of `choices`.
  virtual void choice(const char* name, std::string& value, std::vector<std::string> choices, const char* help) = 0;
  virtual void operator()(const char* name, std::vector<double>& value, const char* help) = 0;
  /// A configuration inside the options, with sections and keys of its own.
  virtual void operator()(const char* name, Tree& value, const char* help) = 0;

  /// A number, or each number of a list, that must lie in `range`; one that is unset may stay so.
  template <class Value>
  void operator()(const char* name, Value& value, const Range& range, const char* help) {
    (*this)(name, value, help);
    limit(name, numbers_of(value), range);
    const bool counts = std::is_same_v<decltype(first_of(value)), Index>;
    if (counts && std::isinf(range.high)) limit_count(name, numbers_of(value));
  }

 protected:
  /// Follows an option with a range; `values` are what it now is.
  virtual void limit(const char*, std::span<const double>, const Range&) {}
  /// Follows that where integers have no upper end of their own: nothing has more than `largest_count`.
  virtual void limit_count(const char*, std::span<const double>) {}

 private:
  static Index first_of(Index value) { return value; }
  static Index first_of(const std::optional<Index>&) { return 0; }
  static Index first_of(const IndexRange&) { return 0; }
  static Index first_of(const std::vector<Index>&) { return 0; }
  static double first_of(double value) { return value; }
  static double first_of(const std::optional<double>&) { return 0; }
  static double first_of(const std::vector<double>&) { return 0; }
  static std::vector<double> numbers_of(Index value) { return {static_cast<double>(value)}; }
  static std::vector<double> numbers_of(double value) { return {value}; }
  static std::vector<double> numbers_of(const IndexRange& range) {
    return {static_cast<double>(range.low), static_cast<double>(range.high)};
  }
  static std::vector<double> numbers_of(const std::vector<double>& values) { return values; }
  static std::vector<double> numbers_of(const std::vector<Index>& values) { return {values.begin(), values.end()}; }
  template <class Number>
  static std::vector<double> numbers_of(const std::optional<Number>& value) {
    return value ? numbers_of(*value) : std::vector<double>();
  }
};

/// A number whose default is computed is a std::optional. Older options stay as they are where another text would
/// rename runs: fire.threshold (0 = computed), and limits whose 0 is a value of its own (clip, patience, test_rows).
struct Options {
  virtual ~Options() = default;
  virtual void visit(OptionVisitor& option) = 0;
};

/// Options of a variant that has none.
struct NoOptions final : Options {
  void visit(OptionVisitor&) override {}
};

/// Sets the fields of all `parts` from one section; refuses unknown keys, wrong types and values out of range, naming
/// the full key ("model.widht: no such option; did you mean model.width?"). A missing key keeps its default.
void read_options(const Tree& section, std::string_view path, std::initializer_list<Options*> parts);

/// Refuses what read_options would refuse, for options that were set in code: a value out of range ("train.batch:
/// expected 1 or more, not 0") or none of the choices.
void check_options(std::string_view section, std::initializer_list<const Options*> parts);
void require_range(std::string_view key, std::span<const double> values, const Range& range);

/// "train.batch" of "train" and "batch"; at the top level the name alone.
std::string option_key(std::string_view section, std::string_view name);

/// The current values of `parts` as one section, in the order of their visits.
Tree write_options(std::initializer_list<Options*> parts);

/// One line per option: key, default, sentence; indented by two spaces.
std::string describe_options(std::string_view path, std::initializer_list<Options*> parts);

/// The names of the options of `parts`.
std::vector<std::string> option_names(std::initializer_list<Options*> parts);

/// The values of those options of `parts` that name a file and are set.
std::vector<std::string> option_paths(std::initializer_list<Options*> parts);

/// "; did you mean X?" for the known name nearest to `name`, or "" where nothing is near.
std::string nearest_name_hint(std::string_view name, const std::vector<std::string>& known);

/// Reads a TOML file into a tree; errors name file, line and column.
Tree read_toml_file(const std::string& path);
Tree parse_toml(std::string_view text, std::string_view source_name);

/// Writes a tree as TOML: top-level values first, then one [section] each. Numbers round-trip exactly.
std::string write_toml(const Tree& tree);

/// Applies "a.b=value" to the tree: the value is read as a TOML value; if that fails, as a bare string
/// ("position.kind=rotary" needs no quotes). "a.b=auto" unsets an optional number.
void apply_override(Tree& tree, std::string_view assignment);

/// The value of one option as it is typed; `key` is named in errors.
Tree parse_value(std::string_view key, std::string_view text);

/// Sets "a.b" in the tree and makes the sections on the way.
void set_option(Tree& tree, std::string_view key, Tree value);

}  // namespace sextant::core
