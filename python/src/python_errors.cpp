#include "python_errors.h"

#include "sextant/core/error.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/run_directory.h"

namespace sextant::python {
namespace {

namespace nb = nanobind;

struct Types {
  nb::object error, request, broken, stopped, busy;
};

Types& types() {
  static auto* all = new Types;  // as long as the process: an exception may be raised while the interpreter ends
  return *all;
}

nb::object make_type(nb::module_& module, const char* name, const nb::tuple& bases, const char* sentence) {
  const std::string full = std::string("sextant.") + name;
  const nb::object type = nb::steal(PyErr_NewExceptionWithDoc(full.c_str(), sentence, bases.ptr(), nullptr));
  module.attr(name) = type;
  return type;
}

void translate(const std::exception_ptr& thrown, void*) {
  const auto raise = [](const nb::object& type, const std::exception& error) {
    PyErr_SetString(type.ptr(), error.what());
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const lab::BusyDirectory& error) {
    raise(types().busy, error);
  } catch (const core::Error& error) {
    raise(types().request, error);
  } catch (const lab::BrokenRun& error) {
    raise(types().broken, error);
  } catch (const lab::Stopped& error) {
    raise(types().stopped, error);
  }
}

}  // namespace

void add_errors(nb::module_& module) {
  Types& all = types();
  const nb::handle runtime = PyExc_RuntimeError, value = PyExc_ValueError;
  all.error = make_type(module, "Error", nb::make_tuple(runtime), "What Sextant raises.");
  all.request = make_type(module, "RequestError", nb::make_tuple(all.error, value),
                          "The request was wrong; the text names what was expected and what was given.");
  all.broken = make_type(module, "BrokenRun", nb::make_tuple(all.error), "A run broke on its way.");
  all.stopped = make_type(module, "Stopped", nb::make_tuple(all.error), "The work was stopped before it had a result.");
  all.busy = make_type(module, "BusyDirectory", nb::make_tuple(all.error), "Another process works in the directory.");
  nb::register_exception_translator(translate);
}

}  // namespace sextant::python
