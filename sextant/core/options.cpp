#include "sextant/core/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/option_list.h"
#include "sextant/core/tree.h"

namespace sextant::core {

// What is read off an options struct through its one `visit`: the record, the help text, the names.
namespace {

struct Field {
  std::string name;
  Tree value;
  std::string help;
  bool is_path = false;
};

class Recorder final : public OptionVisitor {
 public:
  std::vector<Field> fields;

  void operator()(const char* name, bool& value, const char* help) override { add(name, value, help); }
  void operator()(const char* name, Index& value, const char* help) override { add(name, value, help); }
  void operator()(const char* name, double& value, const char* help) override { add(name, value, help); }
  void operator()(const char* name, std::string& value, const char* help) override { add(name, value, help); }
  void operator()(const char* name, std::optional<double>& value, const char* help) override {
    add(name, value ? Tree(*value) : Tree("auto"), help);
  }
  void operator()(const char* name, std::optional<Index>& value, const char* help) override {
    add(name, value.value_or(0), help);
  }
  void operator()(const char* name, IndexRange& value, const char* help) override {
    add(name, value.low == value.high ? Tree(value.low) : Tree({value.low, value.high}), help);
  }
  void operator()(const char* name, std::vector<Index>& value, const char* help) override { add(name, value, help); }
  void operator()(const char* name, std::vector<double>& value, const char* help) override { add(name, value, help); }
  void operator()(const char* name, std::vector<std::string>& value, const char* help) override {
    add(name, value, help);
  }
  void operator()(const char* name, Tree& value, const char* help) override { add(name, value, help); }
  void path(const char* name, std::string& value, const char* help) override {
    add(name, value, help);
    fields.back().is_path = true;
  }
  void choice(const char* name, std::string& value, std::vector<std::string> choices, const char* help) override {
    add(name, value, fmt::format("{} ({})", help, fmt::join(choices, ", ")));
  }

 protected:
  void limit(const char*, std::span<const double>, const Range& range) override {
    fields.back().help += fmt::format(" ({})", range.text());
  }

 private:
  void add(const char* name, Tree value, std::string help) {
    fields.push_back({name, std::move(value), std::move(help)});
  }
};

std::vector<Field> record_fields(std::initializer_list<Options*> parts) {
  Recorder recorder;
  for (Options* part : parts) part->visit(recorder);
  return std::move(recorder.fields);
}

// The value as it would stand in a TOML file.
std::string toml_text(const Tree& value) {
  std::string text = write_toml(Tree{{"x", value}});  // "x = VALUE\n"
  return text.substr(4, text.size() - 5);
}

}  // namespace

Tree write_options(std::initializer_list<Options*> parts) {
  Tree section = Tree::object();
  for (auto& field : record_fields(parts)) section[field.name] = std::move(field.value);
  return section;
}

std::string describe_options(std::string_view path, std::initializer_list<Options*> parts) {
  const auto fields = record_fields(parts);
  std::vector<std::string> settings;
  std::size_t widest = 0;
  for (const auto& field : fields) {
    settings.push_back(fmt::format("{} = {}", option_key(path, field.name), toml_text(field.value)));
    widest = std::max(widest, settings.back().size());
  }
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i)
    text += fmt::format("  {:<{}}  {}\n", settings[i], widest, fields[i].help);
  return text;
}

Tree list_options(std::string_view path, std::initializer_list<Options*> parts) {
  Tree list = Tree::array();
  for (auto& field : record_fields(parts))
    list.push_back(
        {{"key", option_key(path, field.name)}, {"default", std::move(field.value)}, {"sentence", field.help}});
  return list;
}

std::vector<std::string> option_names(std::initializer_list<Options*> parts) {
  std::vector<std::string> names;
  for (auto& field : record_fields(parts)) names.push_back(std::move(field.name));
  return names;
}

std::vector<std::string> option_paths(std::initializer_list<Options*> parts) {
  std::vector<std::string> paths;
  for (const auto& field : record_fields(parts))
    if (field.is_path && field.value != "") paths.push_back(field.value.get<std::string>());
  return paths;
}

// Checks options that were set in code, by the same ranges and choices as those that are read from a file.
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
  void operator()(const char* name, IndexRange& value, const char*) override {
    require(value.low <= value.high, "{}: the range {} to {} is empty", option_key(section_, name), value.low,
            value.high);
  }
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
