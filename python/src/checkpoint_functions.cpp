// audit, compress, extend, replace, init: of models of Hugging Face on the disk.
#include "python_functions.h"
#include "python_tree.h"
#include "sextant/lab/foreign/audit_model.h"
#include "sextant/lab/foreign/compress.h"
#include "sextant/lab/foreign/extend.h"
#include "sextant/lab/foreign/initialise_model.h"
#include "sextant/lab/foreign/replace.h"
#include "sextant/lab/result_json.h"

namespace sextant::python {
namespace {

using core::Tree;

nb::object write_extension(const lab::ExtendResult& result) {
  const Tree row{{"tensor", result.what},    {"model_type", result.model_type}, {"method", result.method},
                 {"before", result.before},  {"after", result.after},           {"fields", Tree(result.fields).dump()},
                 {"dropped", result.dropped}};
  const auto& [path, rewritten, copied, stale] = result.written;
  return write_tree({{"rows", Tree::array({row})},
                     {"damage", damage_json(result.damage)},
                     {"written", {{"path", path}, {"rewritten", rewritten}, {"copied", copied}, {"stale", stale}}}});
}

}  // namespace

void add_checkpoint_functions(LabFunctions& functions) {
  add_function<lab::AuditOptions>(
      functions, "audit",
      [](const auto& options, auto& events, auto stop) { return lab::audit_model(options, events, stop); },
      [](const lab::AuditResult& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::CompressOptions>(
      functions, "compress",
      [](const auto& options, auto& events, auto stop) { return lab::compress(options, events, stop); },
      [](const lab::CompressResult& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::ExtendOptions>(
      functions, "extend",
      [](const auto& options, auto& events, auto stop) { return lab::extend(options, events, stop); }, write_extension);
  add_function<lab::ReplaceOptions>(
      functions, "replace",
      [](const auto& options, auto& events, auto stop) { return lab::replace(options, events, stop); },
      [](const lab::ReplaceResult& result) { return write_tree(lab::as_json(result)); });
  add_function<lab::InitialiseOptions>(
      functions, "init",
      [](const auto& options, auto& events, auto stop) { return lab::initialise_model(options, events, stop); },
      [](const lab::InitialiseResult& result) { return write_tree(lab::as_json(result)); });
}

}  // namespace sextant::python
