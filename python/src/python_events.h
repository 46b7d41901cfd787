// Events as values, so that they can wait for the thread that called, and as dictionaries for its function.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>
#include <variant>

#include "sextant/core/events.h"

namespace sextant::python {

namespace nb = nanobind;

struct Stage {
  std::string name;
};

struct Tick {};

using Event = std::variant<Stage, Tick, core::Progress, core::Message, core::RunEvent, core::Finding>;

/// Whether `newer` says all that `older`, which nobody has heard yet, would say: the progress of the same stage, or of
/// the same run.
bool supersedes(const Event& newer, const Event& older);

/// "stage", "tick", "progress", "message", "run" or "finding", and the fields of the event by name.
std::pair<nb::str, nb::dict> write_event(const Event& event);

}  // namespace sextant::python
