// The functions of the laboratory by name: each takes a dictionary of options and a listener, and returns a dictionary.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "python_options.h"
#include "python_work.h"

namespace sextant::python {

struct LabFunction {
  std::function<nb::list()> describe;  // its options
  std::function<nb::object(const nb::dict& options, nb::object listener)> call;
};

using LabFunctions = std::map<std::string, LabFunction>;

/// `function` is called without the interpreter's lock, `write` with it.
template <class Options, class Function, class Write>
void add_function(LabFunctions& functions, const std::string& name, Function function, Write write) {
  functions[name] = {[] {
                       Options options;
                       return describe_fields(options);
                     },
                     [function, write](const nb::dict& given, nb::object listener) -> nb::object {
                       struct State {
                         Options options;
                         decltype(function(options, std::declval<core::Events&>(), std::stop_token())) result;
                       };
                       const auto state = std::make_shared<State>();
                       read_fields(given, state->options);
                       run_work(
                           [function, state](core::Events& events, std::stop_token stop) {
                             state->result = function(state->options, events, std::move(stop));
                           },
                           std::move(listener));
                       return write(std::move(state->result));
                     }};
}

void add_run_functions(LabFunctions& functions);         // train, analyse, cost
void add_sweep_functions(LabFunctions& functions);       // sweep, results, tune, compare
void add_experiment_functions(LabFunctions& functions);  // reproduce, discover, simulate, verify
void add_geometry_functions(LabFunctions& functions);    // stress, encode, inspect
void add_checkpoint_functions(LabFunctions& functions);  // audit, compress, extend, replace, init
void add_report_functions(LabFunctions& functions);      // report, export, view

}  // namespace sextant::python
