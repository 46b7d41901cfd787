// The normal form of the value of an option, wherever it was read. config.toml has `true`, `1.0`, "auto" and lists; the
// store has 1, 1.0 or 1, null and JSON texts for the same; people type either. Runs are grouped, labelled and filtered
// by the normal form alone:
//   boolean              1 or 0, since a store does not tell them from integers
//   number               an integer where it is whole, else a double
//   "auto", null, nan    null: the option is not set
//   list                 its JSON text, elements in normal form: [4,4]
//   text                 itself
#pragma once

#include <string>
#include <string_view>

#include "sextant/core/tree.h"

namespace sextant::results {

Tree normal_value(const Tree& value);

/// The one text of a value, whatever form it has: a text without quotes, `unset` for null.
std::string value_text(const Tree& value);

/// The normal form of a value as it is typed without quotes: true, 1, 0.5, unset, auto, learned.
Tree parse_typed_value(std::string_view word);

/// {"model": {"depth": 2}} as {"model.depth": 2}, and back.
Tree flatten(const Tree& tree);
Tree unflatten(const Tree& flat);

/// A configuration of flat keys in normal form, without what is not set.
Tree normal_settings(const Tree& flat);

}  // namespace sextant::results
