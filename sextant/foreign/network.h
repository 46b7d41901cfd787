// A forward pass of a network that somebody else trained: samples of any length go in, the stream behind every block
// and the outputs of the head come out. Compiled twice, as the engine is; nothing but double is seen here.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "sextant/core/table.h"
#include "sextant/foreign/network_shape.h"
#include "sextant/foreign/weight_source.h"

namespace sextant::foreign {

/// Token ids, or the numbers of patches (patches, features). Tokens in front (CLS of a ViT) are the network's own.
struct Sample {
  std::vector<std::int32_t> tokens = {};
  std::vector<double> patches = {};
};

class Listener {
 public:
  virtual ~Listener() = default;
  /// `name`: "embeddings", "blocks.0", ..., "final" (behind the final norm). Sample s has the rows starts[s] ..
  /// starts[s + 1] - 1 of `states` (tokens of all samples, width).
  virtual void see(const std::string& name, const std::vector<Index>& starts, View<const double> states) = 0;
};

/// What the head is to answer.
enum class Answer {
  nothing,
  outputs,  // (rows, outputs): a row per token, or per sample where the head reads a sample
  last,     // the row of the last token of every sample
  losses    // (tokens, 1): -log of the probability of the token that follows; 0 at the last one of a sample
};

struct RunRequest {
  Answer answer = Answer::outputs;
  Index threads = 0;  // 0: as many as there are processors; the bits are the same
  Listener* listener = nullptr;
  std::stop_token stop = {};
};

class Network {
 public:
  virtual ~Network() = default;
  virtual const NetworkShape& shape() const = 0;
  /// Empty where there is no head.
  virtual Table run(const std::vector<Sample>& samples, const RunRequest& request) = 0;
};

/// `weights` must outlive the network. The weights of a block are read when it runs and dropped behind it, unless
/// `keep`.
std::unique_ptr<Network> make_network(const NetworkShape& shape, const WeightSource& weights,
                                      const std::string& precision, bool keep);

}  // namespace sextant::foreign
