// Who may read a file outlives its content: a file that is removed in order to be written anew keeps its mode.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace sextant::core {

/// Removes a file, if it is there; when this process next writes it as a whole, it has the same mode again.
void remove_to_rewrite(const std::string& path);

/// The mode of a file that was removed so, once.
std::optional<mode_t> take_removed_mode(const std::string& path);

}  // namespace sextant::core
