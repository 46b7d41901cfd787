#include "sextant/lab/experiment/headline.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/environment.h"
#include "sextant/core/error.h"
#include "sextant/lab/experiment/drawing.h"

namespace sextant::lab {
namespace {

std::string value_text(double value, bool percent) {
  if (!std::isfinite(value)) return "unknown";
  return percent ? fmt::format("{:.0f} %", 100 * value) : fmt::format("{:.2f}", value);
}

/// {1} becomes the first text, and so on.
std::string filled(std::string sentence, const std::vector<HeadlineValue>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string mark = fmt::format("{{{}}}", i + 1);
    for (auto at = sentence.find(mark); at != std::string::npos; at = sentence.find(mark))
      sentence.replace(at, mark.size(), values[i].text);
  }
  return sentence;
}

/// "12 runs (4 cases, 3 seeds each), 64 s of training, on a machine of 2 cores (AMD EPYC)".
std::string describe_runs(const Study& study, const Evidence& evidence) {
  Index runs = 0;
  double seconds = 0;
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs) {
      ++runs;
      if (const double own = run.value("seconds"); own > 0) seconds += own;
    }
  const Tree machine = environment_record();
  const std::string time = seconds < 600    ? fmt::format("{:.0f} s", seconds)
                           : seconds < 7200 ? fmt::format("{:.0f} minutes", seconds / 60)
                                            : fmt::format("{:.1f} hours", seconds / 3600);
  return fmt::format("{} runs ({} cases, {} seeds), {} of training in total on {}", runs, study.cases.size(),
                     study.seeds.values.size(), time, machine.value("processor", "an unknown processor"));
}

HeadlineVerdict count_claims(const Study& study, const std::vector<Verdict>& verdicts) {
  const auto count = [&](bool control, auto condition) {
    return std::ranges::count_if(verdicts,
                                 [&](const Verdict& one) { return one.claim.control == control && condition(one); });
  };
  const auto held = [](const Verdict& one) { return one.held && *one.held; };
  const auto decided = [](const Verdict& one) { return one.held.has_value(); };
  HeadlineVerdict result{study.title};
  if (count(false, decided) == 0) {
    result.sentence = "None of the claims can be decided from these runs.";
    return result;
  }
  result.held = count(false, held) == count(false, decided);
  result.title += fmt::format(": {} of {} claims hold", count(false, held), count(false, decided));
  result.sentence =
      fmt::format("{} of the {} claims that these runs can decide hold", count(false, held), count(false, decided));
  if (const auto all = count(true, decided); all > 0)
    result.sentence += fmt::format(", and {} of {} controls", count(true, held), all);
  result.sentence += ".";
  return result;
}

}  // namespace

HeadlineVerdict judge_headline(const Study& study, const Evidence& evidence, const std::vector<Verdict>& verdicts) {
  HeadlineVerdict result{study.title};
  const Headline& headline = study.headline;
  if (headline.sentence.empty()) return count_claims(study, verdicts);
  result.held = true;
  std::string open;
  for (const auto& number : headline.numbers) {
    const Verdict verdict = judge(number.claim, study, evidence);
    result.values.push_back(
        {number.claim.sentence, value_text(verdict.measured.value, number.percent), verdict.measured});
    if (!verdict.held && open.empty()) open = verdict.note;
    if (result.held && verdict.held) result.held = *result.held && *verdict.held;
  }
  if (!open.empty()) {
    result.held.reset();
    result.sentence = fmt::format("Nothing can be said at the scale {} ({}).", study.scale, open);
    return result;
  }
  if (!headline.title.empty()) result.title = *result.held ? headline.title : headline.title_otherwise;
  result.sentence = filled(*result.held ? headline.sentence : headline.otherwise, result.values);
  return result;
}

Tree write_headline(const Study& study, const Evidence& evidence, const HeadlineVerdict& verdict) {
  Tree numbers = Tree::array();
  for (std::size_t i = 0; i < verdict.values.size(); ++i) {
    const HeadlineValue& value = verdict.values[i];
    Tree entry{{"label", value.label}, {"text", value.text}};
    if (const auto& interval = value.measured.interval; interval && interval->low < interval->high) {
      const bool percent = study.headline.numbers[i].percent;
      entry["interval"] =
          fmt::format("{} to {}", value_text(interval->low, percent), value_text(interval->high, percent));
    }
    numbers.push_back(std::move(entry));
  }
  std::string figure = study.headline.figure;
  if (figure.empty() && !study.figures.empty()) figure = study.figures.front().id;
  return {{"title", verdict.title},
          {"sentence", verdict.sentence},
          {"held", verdict.held ? Tree(*verdict.held) : Tree()},
          {"numbers", std::move(numbers)},
          {"figure", figure},
          {"data", study.headline.data},
          {"runs", describe_runs(study, evidence)},
          {"paper", study.paper},
          {"scale", study.scale},
          {"reduced", study.reduced},
          {"controls", study.headline.controls},
          {"left_out", study.claims_left_out}};
}

}  // namespace sextant::lab
