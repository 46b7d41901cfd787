// A function of the laboratory, called from Python. It works in a thread of its own without the interpreter's lock; the
// thread that called waits, hands its events to the caller's function, and looks for signals several times a second. So
// Ctrl-C and an exception in the caller's function both end the work by its stop token, after what was finished is
// kept. Work that does not stop within a second, because it is amid an eigenproblem, ends by itself a little later: the
// caller does not wait for it.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <stop_token>

#include "sextant/core/events.h"

namespace sextant::python {

namespace nb = nanobind;

using Work = std::function<void(core::Events&, std::stop_token)>;

/// Returns when the work is done; throws what it threw, or KeyboardInterrupt, or what `listener` raised. `listener` is
/// called with the kind of the event and a dictionary, or is None. `work` owns what it refers to, and nothing of
/// Python.
void run_work(Work work, nb::object listener);

/// Waits for work that was left behind; for the end of the interpreter.
void join_leftovers();

}  // namespace sextant::python
