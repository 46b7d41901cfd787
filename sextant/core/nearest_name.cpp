// Optimal string alignment distance (Levenshtein with swaps of neighbours): a swap is the commonest slip.
#include "sextant/core/nearest_name.h"

#include <algorithm>
#include <cctype>

#include "sextant/core/options.h"

namespace sextant::core {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// "latin" for "latin_square": too many edits, yet plainly meant.
bool begins(std::string_view name, std::string_view known) {
  return name.size() >= 3 && known.substr(0, name.size()) == name;
}

}  // namespace

std::size_t edit_distance(std::string_view a_text, std::string_view b_text) {
  const std::string a = lower(a_text), b = lower(b_text);
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> cost((a.size() + 1) * width);  // (a + 1, b + 1)
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return cost[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({replaced, at(i - 1, j) + 1, at(i, j - 1) + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return at(a.size(), b.size());
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  // Nothing of a line-long value is a slip of the keyboard, and the distance is quadratic in the length.
  constexpr std::size_t longest_name = 100;
  if (name.empty() || name.size() > longest_name) return "";
  std::string nearest;
  std::size_t least = 0;
  for (const auto& candidate : known) {
    if (candidate.size() > longest_name) continue;
    const std::size_t distance = begins(lower(name), lower(candidate)) ? 1 : edit_distance(name, candidate);
    const std::size_t longer = std::max(name.size(), candidate.size());
    const bool near = distance <= 1 + longer / 4 && distance < longer;
    if (near && (nearest.empty() || distance < least)) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

std::string nearest_name_hint(std::string_view name, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

}  // namespace sextant::core
