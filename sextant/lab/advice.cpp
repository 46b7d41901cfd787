#include "sextant/lab/advice.h"

#include "sextant/core/error.h"
#include "sextant/core/tree.h"

namespace sextant::lab {

std::vector<std::string> advise(const Configuration& configuration, Index steps) {
  std::vector<std::string> sentences;
  const ModelOptions& model = configuration.model;
  if (configuration.position.kind == "alibi" && model.heads == 1)
    sentences.push_back(
        "position.kind=alibi with model.heads=1 has one slope, 2^-8: the model hardly sees positions; set model.heads "
        "to "
        "4 or 8");
  if (model.tied && configuration.init.kind == "pytorch")
    sentences.push_back(
        "model.tied=true with init.kind=pytorch: embeddings start from N(0, 1), so the first loss is far above that of "
        "chance; set init.kind=gpt2");
  const Tree schedule = configuration.write().at("schedule");
  if (schedule.contains("warmup") && steps > 0)
    if (const auto warmup = schedule.at("warmup").get<Index>(); warmup >= steps)
      sentences.push_back(
          fmt::format("schedule.warmup={} is not over after {} steps of training: the learning rate only rises; set "
                      "schedule.warmup={}",
                      warmup, steps, std::max<Index>(1, steps / 10)));
  return sentences;
}

}  // namespace sextant::lab
