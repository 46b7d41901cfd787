// The functions of the laboratory by name: each takes a dictionary of options and a listener, and returns a dictionary.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <map>
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
                       Options options;
                       read_fields(given, options);
                       decltype(function(options, std::declval<core::Events&>(), std::stop_token())) result;
                       run_work([&](core::Events& events,
                                    std::stop_token stop) { result = function(options, events, std::move(stop)); },
                                std::move(listener));
                       return write(std::move(result));
                     }};
}

void add_run_functions(LabFunctions& functions);         // train, analyse
void add_sweep_functions(LabFunctions& functions);       // sweep, results, tune
void add_experiment_functions(LabFunctions& functions);  // reproduce, discover, verify
void add_geometry_functions(LabFunctions& functions);    // stress, encode, inspect
void add_report_functions(LabFunctions& functions);      // report, export, view

}  // namespace sextant::python
