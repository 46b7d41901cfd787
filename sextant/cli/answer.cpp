#include "sextant/cli/answer.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "sextant/cli/print.h"
#include "sextant/core/printable.h"

namespace sextant::cli {
namespace {

std::size_t answer_width() {
  struct winsize size {};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 40 ? std::min<std::size_t>(size.ws_col, 120)
                                                                            : 100;
}

std::string wrapped(const std::string& text, std::size_t width) {
  std::istringstream words(text);
  std::string result, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + line + "\n";
}

std::string coloured(const std::string& text, const char* code) {
  return has_colours() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

void replace_word(std::string& line, const std::string& word, const char* code) {
  const std::string cell = "  " + word + " ";
  if (const auto at = line.find(cell); at != std::string::npos) line.replace(at + 2, word.size(), coloured(word, code));
}

constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
constexpr const char* heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr const char* shades[] = {"··", "░░", "▒▒", "▓▓", "██"};

}  // namespace

bool has_colours() {
  const char* none = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) == 1 && (!none || *none == '\0') && kind && std::string(kind) != "dumb";
}

void print_answer(const std::string& sentence) {
  fmt::print("{}", coloured(printable(wrapped(sentence, answer_width())), "1"));
}

void print_graded(const std::string& table) {
  std::istringstream lines(printable(table));
  for (std::string line; std::getline(lines, line);) {
    replace_word(line, "good", "32");
    replace_word(line, "fair", "33");
    replace_word(line, "poor", "31");
    fmt::print("{}\n", line);
  }
}

std::string sparkline(std::span<const double> values, std::size_t width) {
  std::vector<double> shown;
  const std::size_t count = std::min(width, values.size());
  for (std::size_t i = 0; i < count; ++i)  // the last value of each piece, so that the curve ends where the run did
    if (const double value = values[(i + 1) * values.size() / count - 1]; std::isfinite(value)) shown.push_back(value);
  if (shown.size() < 2) return "";
  const auto [low, high] = std::ranges::minmax(shown);
  std::string text;
  for (const double value : shown)
    text += heights[high > low ? static_cast<std::size_t>(std::round(7 * (value - low) / (high - low))) : 0];
  return text;
}

std::string bar(double share, std::size_t width) {
  if (!std::isfinite(share)) return "";
  const auto parts = static_cast<std::size_t>(std::round(8 * std::clamp(share, 0.0, 1.0) * static_cast<double>(width)));
  std::string text;
  for (std::size_t i = 0; i < parts / 8; ++i) text += "█";
  return text + eighths[parts % 8];
}

std::string draw_diagram(const CharacterDiagram& diagram) {
  std::size_t left = diagram.row_name.size();
  for (const auto& label : diagram.rows) left = std::max(left, label.size());
  std::size_t wide = 2;
  for (const auto& label : diagram.columns) wide = std::max(wide, label.size());
  std::string text = fmt::format("{:>{}}\n", diagram.row_name, left);
  for (std::size_t i = diagram.rows.size(); i-- > 0;) {
    text += fmt::format("{:>{}} ", diagram.rows[i], left);
    for (const double value : diagram.values[i]) {
      const double share = std::clamp((value - diagram.low) / (diagram.high - diagram.low), 0.0, 1.0);
      text += fmt::format(" {}{:{}}",
                          std::isfinite(value) ? shades[static_cast<std::size_t>(std::min(4.0, 5 * share))] : "  ", "",
                          wide - 2);
    }
    text += "\n";
  }
  text += fmt::format("{:>{}} ", "", left);
  for (const auto& label : diagram.columns) text += fmt::format(" {:<{}}", label, wide);
  return text + fmt::format("  {}\n", diagram.column_name);
}

}  // namespace sextant::cli
