// The list of mixers, expanded.
#include "sextant/nn/mixers/mixer.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

const Family<MakeMixer>& mixers() {
  static const Family<MakeMixer> family = [] {
    const std::vector<std::string> attends{"embeddings", "rotation", "scores"}, adds{"embeddings"};
    Family<MakeMixer> list("mixers", "model");
#define SEXTANT_MIXER(...) SEXTANT_ADD_VARIANT(list, MakeMixer, __VA_ARGS__)
#include "sextant/nn/mixers/mixers.def"
    return list;
  }();
  return family;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
