// Settings as people type them.
#include "sextant/results/job.h"

namespace sextant::results {

std::string describe_settings(const Settings& settings) {
  std::string text;
  for (const auto& [key, value] : settings) {
    if (!text.empty()) text += ' ';
    text += key + '=' + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

}  // namespace sextant::results
