// Our answers for compare_statistics.py: a JSON list of requests on stdin, a JSON list of answers on stdout.
#include <iostream>
#include <nlohmann/json.hpp>

#include "sextant/math/statistics/bootstrap.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/math/statistics/significance.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace {

using namespace sextant::test;
using Json = nlohmann::json;

Json interval(const std::vector<double>& x, BootstrapOptions::Kind kind, double confidence) {
  const auto found = bootstrap_mean(x, {.kind = kind, .confidence = confidence});
  return found ? Json{found->low, found->high} : Json();
}

Json answer(const Json& request) {
  const auto x = request.at("x").get<std::vector<double>>();
  const auto test = request.at("ask").get<std::string>();
  const auto pair = [](const auto& result) { return Json{result.statistic, result.p}; };
  if (test == "moments") return {mean(x), standard_deviation(x)};
  if (test == "ranks") return ranks(x);
  if (test == "wilcoxon") return pair(wilcoxon_test(x));
  if (test == "t") return pair(paired_t_test(x));
  if (test == "sign_flip") return pair(sign_flip_test(x));
  if (test == "holm") return holm_adjusted(x);
  if (test == "means") return resample_means(x, BootstrapOptions{}.resamples, BootstrapOptions{}.seed);
  if (test == "percentile") return interval(x, BootstrapOptions::Kind::percentile, request.at("confidence"));
  if (test == "bca") return interval(x, BootstrapOptions::Kind::bca, request.at("confidence"));
  if (test == "welch") return pair(welch_test(x, request.at("y").get<std::vector<double>>()));
  if (test == "mann_whitney") return pair(mann_whitney_test(x, request.at("y").get<std::vector<double>>()));
  const Correlation correlation = spearman(x, request.at("y").get<std::vector<double>>());
  return {correlation.value, correlation.p};
}

}  // namespace

int main() {
  Json answers = Json::array();
  for (const Json& request : Json::parse(std::cin)) answers.push_back(answer(request));
  std::cout << answers << '\n';
}
