#include "sextant/lab/stress/encoding_text.h"

#include <charconv>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::lab {

EncodingText::EncodingText(const std::string& text_in) : text(text_in) {
  const std::size_t colon = text.find(':');
  name = text.substr(0, colon);
  require(!name.empty(), "encoding '{}': expected a name, as in rotary or learned:FILE", text);
  if (colon == std::string::npos) return;
  std::size_t at = colon + 1;
  while (at <= text.size()) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    const std::string part = text.substr(at, end - at);
    at = end + 1;
    const std::size_t equals = part.find('=');
    // A file's name may hold colons, but comes before the first key=value.
    if (equals != std::string::npos)
      options[part.substr(0, equals)] = parse_value(part.substr(0, equals), part.substr(equals + 1));
    else
      argument += (argument.empty() ? "" : ":") + part;
  }
}

Index EncodingText::rank() const {
  if (argument.empty()) return 0;
  Index value = 0;
  const auto [end, fault] = std::from_chars(argument.data(), argument.data() + argument.size(), value);
  require(fault == std::errc() && end == argument.data() + argument.size() && value >= 1,
          "encoding '{}': expected a rank of 1 or more after the colon, not '{}'", text, argument);
  return value;
}

void EncodingText::require_no_argument() const {
  require(argument.empty(), "encoding '{}': '{}' is not key=value; `sextant list positions {}` shows its options", text,
          argument, name);
}

}  // namespace sextant::lab
