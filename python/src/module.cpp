// The compiled module sextant._core: the functions of the laboratory by name, models and phase boundaries. What users
// see is written in Python around it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>

#include "python_boundary.h"
#include "python_errors.h"
#include "python_functions.h"
#include "python_model.h"
#include "python_tree.h"
#include "sextant/core/environment.h"
#include "sextant/core/error.h"
#include "sextant/core/memory.h"
#include "sextant/core/safetensors.h"
#include "sextant/lab/catalogue.h"
#include "sextant/lab/configuration.h"
#include "sextant/lab/sweep/sweep_plan.h"
#include "sextant/report/document.h"
#include "sextant/report/page.h"

namespace sextant::python {
namespace {

const LabFunctions& lab_functions() {
  static const LabFunctions functions = [] {
    LabFunctions all;
    add_run_functions(all);
    add_sweep_functions(all);
    add_experiment_functions(all);
    add_geometry_functions(all);
    add_checkpoint_functions(all);
    add_report_functions(all);
    return all;
  }();
  return functions;
}

const LabFunction& find_function(const std::string& name) {
  const auto found = lab_functions().find(name);
  core::require(found != lab_functions().end(), "no function '{}'", name);
  return found->second;
}

/// A TOML file or a tree, with dotted keys set on top of it.
nb::object configure(nb::object base, const nb::dict& overrides) {
  core::Tree tree = core::Tree::object();
  const auto put = [&](const core::Tree& given) {
    core::require(given.is_object(), "config: expected a TOML file or a dictionary of options");
    for (const auto& [key, value] : given.items()) core::set_option(tree, key, value);
  };
  if (nb::isinstance<nb::str>(base) || nb::hasattr(base, "__fspath__"))
    tree = core::read_toml_file(read_tree(base, "config").get<std::string>());
  else if (!base.is_none())
    put(read_tree(base, ""));
  put(read_tree(overrides, ""));
  return write_tree(tree);
}

nb::object list_variants() {
  core::Tree tree = core::Tree::object();
  for (const auto& family : lab::make_catalogue())
    for (const auto& entry : family.entries)
      tree[family.name][entry.name] = {{"sentence", entry.sentence}, {"options", entry.options}};
  return write_tree(tree);
}

std::string make_page_of(const std::vector<std::string>& paths) {
  report::require_page();
  const nb::gil_scoped_release released;
  return report::make_page(report::make_document(paths, false));
}

nb::object plan_sweep(const nb::dict& given, nb::object listener) {
  struct State {
    lab::SweepOptions options;
    lab::SweepPlan plan;
  };
  const auto state = std::make_shared<State>();
  read_fields(given, state->options);
  run_work([state](core::Events& events,
                   std::stop_token stop) { state->plan = lab::plan_sweep(state->options, events, stop); },
           std::move(listener));
  const lab::SweepPlan& plan = state->plan;
  core::Tree pending = core::Tree::array();
  for (const auto& run : plan.pending) {
    core::Tree settings = core::Tree::object();
    for (const auto& [key, value] : run.job.settings) settings[key] = value;
    pending.push_back({{"name", run.job.name},
                       {"configuration", run.job.configuration},
                       {"settings", std::move(settings)},
                       {"directory", run.directory}});
  }
  return write_tree({{"directory", plan.directory}, {"runs", plan.runs}, {"pending", std::move(pending)}});
}

}  // namespace
}  // namespace sextant::python

NB_MODULE(_core, module) {
  using namespace sextant;
  using namespace sextant::python;
  namespace nb = nanobind;
  using namespace nb::literals;
  nb::set_leak_warnings(false);  // an exception that a notebook keeps holds its frames when the interpreter ends
  module.doc() = "The compiled part of Sextant; use the functions of `sextant`.";
  add_errors(module);
  add_model(module);
  add_boundary(module);
  module.def(
      "call",
      [](const std::string& name, const nb::dict& options, nb::object listener) {
        return find_function(name).call(options, std::move(listener));
      },
      "name"_a, "options"_a, "listener"_a.none() = nb::none(), "A function of the laboratory by name.");
  module.def(
      "options", [](const std::string& name) { return find_function(name).describe(); }, "name"_a,
      "The options of a function: name, type, default, help.");
  module.def("configure", &configure, "base"_a.none(), "overrides"_a,
             "A configuration from a TOML file or a dictionary, with dotted keys set on top.");
  module.def(
      "resolve",
      [](const nb::dict& configuration) {
        return write_tree(lab::Configuration::read(read_tree(configuration, "")).write());
      },
      "configuration"_a, "Every option of a configuration with its value.");
  module.def("describe_configuration", &lab::describe_configuration, "Every key with its default and its sentence.");
  module.def("list_variants", &list_variants, "Everything that can be chosen by name.");
  module.def("make_page", &make_page_of, "paths"_a, "The page of runs, sweeps or experiments as HTML.");
  module.def("plan_sweep", &plan_sweep, "options"_a, "listener"_a.none() = nb::none(),
             "The runs of a sweep that are still to be made.");
  module.def("keep_freed_memory", &core::keep_freed_memory,
             "Keeps freed memory instead of returning it to the system.");
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&join_leftovers));
  module.def(
      "environment", [] { return write_tree(core::environment_record()); },
      "Version, commit, compiler, instruction set.");
}
