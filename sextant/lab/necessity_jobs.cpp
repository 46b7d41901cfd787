// Small encoders, fixed or drawn.
#include "sextant/lab/necessity_jobs.h"

#include "sextant/core/random.h"
#include "sextant/core/tree.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

template <class T>
T pick(const std::vector<T>& choices, const Random& random, std::uint64_t index) {
  return choices[static_cast<std::size_t>(random.below(index, choices.size()))];
}

}  // namespace

Configuration make_necessity_job(std::uint64_t seed) {
  Configuration result("double");  // its bounds need it
  result.general.seed = static_cast<Index>(seed);
  result.model.width = 32;
  result.model.heads = 4;  // ALiBi's fixed slopes need several heads to tell the orders apart
  result.model.norm_place = "pre";
  result.model.final_norm = true;
  result.optimizer.learning_rate = 3e-3;
  return result;
}

Configuration draw_encoder(std::uint64_t seed, std::uint32_t number) {
  const Random random(seed, Stream::analysis, 0, number);
  Configuration result = make_necessity_job(seed + number);
  ModelOptions& model = result.model;
  model.heads = pick<Index>({1, 2, 4}, random, 0);
  model.width = model.heads * pick<Index>({5, 8, 12}, random, 1);
  model.depth = pick<Index>({1, 2, 3, 4}, random, 2);
  model.norm_place = pick<std::string>({"post", "pre"}, random, 3);
  model.norm = pick<std::string>({"layer", "rms"}, random, 4);
  model.activation = pick<std::string>({"relu", "gelu", "gelu_tanh"}, random, 5);
  model.final_norm = random.below(6, 2) == 1;
  const Index length = pick<Index>({2, 5, 9, 17}, random, 7);
  read_options(Tree{{"length", length}, {"vocabulary", 32}}, "task", {result.task.own.get()});
  return result;
}

void set_position(Configuration& configuration, const std::string& kind, const std::string& table_file) {
  configuration.position.kind = kind;
  configuration.position.own = engine(configuration.general.precision).positions().find(kind).make_options();
  Options* own = configuration.position.own.get();
  for (const auto& name : option_names({own}))
    if (name == "file") read_options(parse_toml("file = '" + table_file + "'", "table"), "position", {own});
}

}  // namespace sextant::lab
