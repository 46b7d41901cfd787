#include "tests/oracles/readers/run_answers.h"

#include <cmath>

#include "sextant/lab/experiment/study.h"
#include "sextant/results/run_reader.h"

using Json = nlohmann::ordered_json;

Json answer_experiment(const std::string& path) {
  const auto study = sextant::lab::read_study({.experiment = path});
  return {{"title", study.title}, {"paper", study.paper}};
}

Json answer_run(const std::string& directory) {
  const auto run = sextant::results::read_run_record(directory);
  if (!run) return nullptr;
  Json metrics = Json::array();
  for (const auto& row : run->metrics) {
    const double loss = row.loss.value_or(NAN);
    metrics.push_back({row.step, row.split, std::isfinite(loss) ? Json(loss) : Json("not finite")});
  }
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(); };
  return {{"status", run->status},
          {"step", or_null(run->step)},
          {"steps", or_null(run->steps)},
          {"parameters", or_null(run->parameters)},
          {"seconds", or_null(run->seconds)},
          {"configuration", run->configuration},
          {"finals", run->finals},
          {"metrics", metrics}};
}
