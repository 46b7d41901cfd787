// Every option of a variant set to something else, one at a time: booleans turned over, every choice, small numbers.
#pragma once

#include "sextant/core/options.h"
#include "sextant/core/tree.h"

namespace sextant::test {

class OptionVariations final : public OptionVisitor {
 public:
  std::vector<Tree> found{Tree::object()};

  void operator()(const char* name, bool& value, const char*) override { add(name, !value); }
  void operator()(const char* name, Index&, const char*) override {
    for (const Index value : {2, 4, 8}) add(name, value);
  }
  void operator()(const char* name, double& value, const char*) override { add(name, value == 0 ? 2.7 : 0.5 * value); }
  void operator()(const char*, std::string&, const char*) override {}
  void operator()(const char*, std::optional<double>&, const char*) override {}
  void operator()(const char* name, std::optional<Index>&, const char*) override {
    for (const Index value : {2, 4, 8}) add(name, value);
  }
  void operator()(const char*, IndexRange&, const char*) override {}
  void operator()(const char*, std::vector<Index>&, const char*) override {}
  void operator()(const char*, std::vector<double>&, const char*) override {}
  void operator()(const char*, std::vector<std::string>&, const char*) override {}
  void operator()(const char*, Tree&, const char*) override {}
  void path(const char*, std::string&, const char*) override {}
  void choice(const char* name, std::string& value, std::vector<std::string> choices, const char*) override {
    for (const std::string& choice : choices)
      if (choice != value) add(name, choice);
  }

 private:
  void add(const char* name, const Tree& value) { found.push_back(Tree{{name, value}}); }
};

}  // namespace sextant::test
