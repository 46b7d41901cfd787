#include "python_options.h"

#include "python_tree.h"

namespace sextant::python {
namespace {

using core::Index;
using core::Tree;

class Describer final : public core::OptionVisitor {
 public:
  using core::OptionVisitor::operator();
  void operator()(const char* name, bool& value, const char* help) override { add(name, "bool", value, help); }
  void operator()(const char* name, Index& value, const char* help) override { add(name, "int", value, help); }
  void operator()(const char* name, double& value, const char* help) override { add(name, "float", value, help); }
  void operator()(const char* name, std::string& value, const char* help) override { add(name, "str", value, help); }
  void operator()(const char* name, std::optional<double>& value, const char* help) override {
    add(name, "float | None", value ? Tree(*value) : Tree(), help);
  }
  void operator()(const char* name, std::optional<Index>& value, const char* help) override {
    add(name, "int | None", value ? Tree(*value) : Tree(), help);
  }
  void operator()(const char* name, core::IndexRange& value, const char* help) override {
    add(name, "int | list[int]", value.low == value.high ? Tree(value.low) : Tree({value.low, value.high}), help);
  }
  void operator()(const char* name, std::vector<Index>& value, const char* help) override {
    add(name, "list[int]", value, help);
  }
  void operator()(const char* name, std::vector<std::string>& value, const char* help) override {
    add(name, "list[str]", value, help);
  }
  void operator()(const char* name, std::vector<double>& value, const char* help) override {
    add(name, "list[float]", value, help);
  }
  void operator()(const char* name, Tree& value, const char* help) override { add(name, "dict", value, help); }
  void path(const char* name, std::string& value, const char* help) override { add(name, "path", value, help); }
  void choice(const char* name, std::string& value, std::vector<std::string> choices, const char* help) override {
    add(name, "str", value, help);
    last_["choices"] = write_tree(choices);
  }

  nb::list fields;

 private:
  void limit(const char*, std::span<const double>, const core::Range& range) override {
    const std::string text = range.text();
    last_["range"] = nb::str(text.c_str());
  }
  void add(const char* name, const char* type, const Tree& value, const char* help) {
    nb::dict field;
    field["name"] = name;
    field["type"] = type;
    field["default"] = write_tree(value);
    field["help"] = help;
    fields.append(field);
    last_ = field;
  }

  nb::dict last_;
};

}  // namespace

nb::list describe_fields(core::Options& options) {
  Describer describer;
  options.visit(describer);
  return describer.fields;
}

void read_fields(const nb::dict& given, core::Options& options) {
  core::read_options(read_tree(given, ""), "", {&options});
}

}  // namespace sextant::python
