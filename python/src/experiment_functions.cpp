// reproduce, discover, simulate, verify.
#include "python_array.h"
#include "python_functions.h"
#include "python_tree.h"
#include "sextant/lab/discover/discover.h"
#include "sextant/lab/experiment/reproduce.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/simulate.h"
#include "sextant/lab/verify_necessity.h"
#include "sextant/lab/verify_resume.h"

namespace sextant::python {
namespace {

/// What was found is in the files of its directory; arrays cross as they are.
nb::object write_found(lab::DiscoverResult result) {
  nb::dict all;
  all["directory"] = result.directory.c_str();
  all["stopped"] = result.stopped;
  all["sweep"] = write_tree(lab::as_json(result.sweep));
  all["found"] = result.discovery.has_value();
  if (!result.discovery) return all;
  auto& found = *result.discovery;
  nb::list seeds;
  for (auto& table : found.seeds) seeds.append(write_array(std::move(table)));
  all["positions"] = write_array(std::move(found.positions));
  all["positions_by_seed"] = seeds;
  all["similarities"] = write_array(std::move(found.similarities));
  all["map"] = write_array(std::move(found.map.points));
  all["modules"] = write_tree(found.modules.consensus.modules);
  all["confidence"] = write_tree(found.modules.consensus.sureness);
  all["variables"] = write_tree(found.series.variables);
  if (found.influences)
    all["influences"] = write_array(std::move(found.influences->sources.front().strength));
  else
    all["influences"] = nb::none();
  all["notes"] = write_tree(found.series.notes);
  return all;
}

}  // namespace

void add_experiment_functions(LabFunctions& functions) {
  add_function<lab::ReproduceOptions>(
      functions, "reproduce",
      [](const auto& options, auto& events, auto stop) { return lab::reproduce(options, events, stop); },
      [](const lab::ReproduceResult& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::DiscoverOptions>(
      functions, "discover",
      [](const auto& options, auto& events, auto stop) { return lab::discover(options, events, stop); }, write_found);
  add_function<lab::SimulateOptions>(
      functions, "simulate", [](const auto& options, auto&, auto) { return lab::simulate(options); },
      [](const lab::Simulated& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::VerifyNecessityOptions>(
      functions, "verify_necessity",
      [](const auto& options, auto& events, auto stop) { return lab::verify_necessity(options, events, stop); },
      [](const lab::Verification& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::VerifyResumeOptions>(
      functions, "verify_resume",
      [](const auto& options, auto& events, auto stop) { return lab::verify_resume(options, events, stop); },
      [](const lab::Verification& result) { return write_tree(lab::as_json(result)); });
}

}  // namespace sextant::python
