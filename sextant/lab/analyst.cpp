// A run is built again from its configuration: drawn as it started, then with the weights of its checkpoint. Nothing is
// locked: a finished run is only read, and several threads read the same references.
#include "sextant/lab/analyst.h"

#include "sextant/analysis/analysis.h"
#include "sextant/core/files.h"
#include "sextant/core/stop_scope.h"
#include "sextant/lab/analyse.h"
#include "sextant/lab/assembly.h"
#include "sextant/lab/position_history.h"
#include "sextant/results/run_files.h"

namespace sextant::lab {
namespace {

std::unique_ptr<Analysis> make_analysis(const AnalysisOrder& order) {
  const auto& variant = analyses().find(order.name);
  const auto options = variant.make_options();
  read_options(order.options, "analyses." + order.name, {options.get()});
  return variant.make(*options);
}

Tree write_tables(const std::vector<LabelledTable>& tables) {
  Tree list = Tree::array();
  for (const auto& one : tables)
    list.push_back({{"name", one.name},
                    {"row_labels", one.row_labels},
                    {"column_labels", one.column_labels},
                    {"values", write_rows(one.table, five_digits)}});
  return list;
}

Tree write(const Findings& findings) {
  Tree numbers = Tree::object(), panels = Tree::array();
  for (const auto& number : findings.numbers)
    numbers[number.name] = std::isfinite(number.value) ? Tree(number.value) : Tree();
  for (const auto& panel : findings.panels) {
    panels.push_back(write_panel(panel));
    panels.back()["name"] = panel.name;
  }
  return {{"numbers", std::move(numbers)},
          {"tables", write_tables(findings.tables)},
          {"panels", std::move(panels)},
          {"left_out", findings.left_out}};
}

std::unique_ptr<Assembly> build(const std::string& run) {
  return std::make_unique<Assembly>(Configuration::read(read_toml_file(file_in(run, run_file::configuration))));
}

void load_weights(const std::string& run, Session& session) {
  const std::string file = file_in(run, run_file::checkpoint);
  require(file_exists(file), "{}: no checkpoint.safetensors, so there are no weights", run);
  session.read_checkpoint(file);
}

class OwnAnalyst final : public Analyst {
 public:
  explicit OwnAnalyst(const std::vector<std::string>& references) {
    for (const auto& run : references) {
      references_.push_back(build(run));
      load_weights(run, references_.back()->session());
    }
  }

  std::vector<Tree> measure(const std::string& run, const std::vector<Measurement>& wanted) override {
    const auto assembly = build(run);
    std::vector<Tree> found(wanted.size());
    assembly->session().initialise();
    measure_all(*assembly, wanted, {}, found);
    load_weights(run, assembly->session());
    measure_all(*assembly, wanted, run, found);
    return found;
  }

 private:
  /// `trained` is the directory of the run whose weights the assembly has; empty: it is as it was drawn.
  void measure_all(Assembly& assembly, const std::vector<Measurement>& wanted, const std::string& trained,
                   std::vector<Tree>& found) {
    std::optional<Subject> subject;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i].trained == trained.empty()) continue;
      if (!subject) {
        subject.emplace(make_subject(assembly, 0));
        if (!trained.empty()) subject->history = read_frames(file_in(trained, run_file::positions));
        for (const auto& reference : references_) subject->references.push_back(&reference->session().model());
      }
      look_for_stop();
      found[i] = write(make_analysis(wanted[i].order)->measure(*subject));
    }
  }

  std::vector<std::unique_ptr<Assembly>> references_;
};

class OwnAnalystMaker final : public AnalystMaker {
 public:
  void check(const std::vector<AnalysisOrder>& orders) const override {
    for (const auto& order : orders) make_analysis(order);
  }
  std::unique_ptr<Analyst> make(const std::vector<std::string>& references) const override {
    return std::make_unique<OwnAnalyst>(references);
  }
};

}  // namespace

std::unique_ptr<AnalystMaker> make_analyst_maker() { return std::make_unique<OwnAnalystMaker>(); }

}  // namespace sextant::lab
