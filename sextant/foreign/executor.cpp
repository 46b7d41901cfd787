// The forward pass, read aloud: the samples are embedded; each block runs on parts of the stream, some whole samples at
// a time, on as many threads as there are; the head reads what is left. Blocks are the outer loop, so that a checkpoint
// of any size needs the memory of one block, or less where its matrices stay in their file.
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/foreign/block.h"
#include "sextant/foreign/embedding.h"
#include "sextant/foreign/network.h"
#include "sextant/math/real.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

/// Numbers in the widest scratch of a part: what bounds the memory of a pass over many samples.
constexpr Index most_scratch = Index{1} << 24;

/// Numbers of samples: part p has the samples parts[p] .. parts[p + 1] - 1, whatever the number of threads.
std::vector<std::size_t> make_parts(const NetworkShape& shape, const std::vector<Index>& starts) {
  const Index widest = std::max({3 * shape.width, 2 * shape.inner, shape.heads * shape.head_width, Index{1}});
  const Index tokens = std::clamp(most_scratch / widest, Index{256}, Index{4096});
  std::vector<std::size_t> parts = {0};
  for (std::size_t s = 1; s + 1 < starts.size(); ++s)
    if (starts[s + 1] - starts[parts.back()] > tokens) parts.push_back(s);
  parts.push_back(starts.size() - 1);
  return parts;
}

class Executor final : public Network {
 public:
  Executor(const NetworkShape& shape, const WeightSource& weights, bool keep)
      : shape_(shape), loader_(shape_, weights, keep), keep_(keep), outer_(loader_.outer()) {
    kept_.resize(shape_.blocks.size());
  }

  const NetworkShape& shape() const override { return shape_; }

  Table run(const std::vector<Sample>& samples, const RunRequest& request) override {
    const std::vector<Index> starts = find_starts(shape_, samples);
    Tensor stream(starts.back(), shape_.width);
    embed(shape_, outer_, loader_, samples, starts, stream.view());
    tell("embeddings", starts, stream.view(), request);
    prepare_positions(starts);
    const auto parts = make_parts(shape_, starts);
    Crew crew(request.threads > 0 ? request.threads : std::max<Index>(1, std::thread::hardware_concurrency()));
    room_.threads.resize(std::max(room_.threads.size(), static_cast<std::size_t>(crew.threads())));
    for (Index n = 0; n < shape_.depth(); ++n) {
      if (request.stop.stop_requested()) throw Error(fmt::format("stopped before block {}", n));
      run_block_on(n, starts, parts, stream.view(), crew);
      tell(fmt::format("blocks.{}", n), starts, stream.view(), request);
    }
    if (shape_.final_norm) {
      run_rows(stream.rows(), crew, [&](Index first, Index count, Index thread) {
        const View<real> own = stream.view().slice_rows(first, count);
        apply_norm(shape_.norm, shape_.norm_epsilon, outer_.final_norm, own, own,
                   room_.threads[static_cast<std::size_t>(thread)].norm);
      });
      tell("final", starts, stream.view(), request);
    }
    if (request.answer == Answer::nothing || shape_.head.place == HeadPlace::none) return {};
    if (!head_) head_ = loader_.head();
    return run_head(shape_, outer_, *head_, samples, starts, stream.view(), request.answer, crew);
  }

 private:
  void prepare_positions(const std::vector<Index>& starts) {
    Index longest = 0;
    for (std::size_t s = 0; s + 1 < starts.size(); ++s) longest = std::max(longest, starts[s + 1] - starts[s]);
    turns_.clear();
    for (const Rope& rope : shape_.ropes) turns_.push_back(make_turns(rope, longest));
    if (shape_.score_bias == ScoreBias::none || shape_.score_bias == ScoreBias::disentangled) return;
    if (!shape_.score_bias_per_block) fill_biases(outer_.score_bias, starts);
  }

  void fill_biases(const Tensor& table, const std::vector<Index>& starts) {
    biases_.clear();
    for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
      const Index length = starts[s + 1] - starts[s];
      if (!biases_.contains(length)) biases_.emplace(length, make_score_bias(shape_, table, length));
    }
  }

  void run_block_on(Index n, const std::vector<Index>& starts, const std::vector<std::size_t>& parts, View<real> stream,
                    Crew& crew) {
    auto& kept = kept_[static_cast<std::size_t>(n)];
    BlockWeights fresh;
    if (!kept) fresh = loader_.block(n, outer_);
    if (!kept && keep_) kept = std::make_unique<BlockWeights>(std::move(fresh));
    const BlockWeights& weights = kept ? *kept : fresh;
    const BlockShape& block = shape_.blocks[static_cast<std::size_t>(n)];
    if (shape_.score_bias_per_block) fill_biases(weights.score_bias, starts);
    const BlockContext context{shape_, block, weights,
                               block.rope < 0 ? nullptr : &turns_[static_cast<std::size_t>(block.rope)],
                               biases_.empty() ? nullptr : &biases_};
    for (std::size_t part = 0; part + 1 < parts.size(); ++part) {
      const std::span<const Index> own(starts.data() + parts[part], parts[part + 1] - parts[part] + 1);
      if (!shape_.mamba) {
        run_block(context, own, stream.slice_rows(own.front(), own.back() - own.front()), room_, crew);
        continue;
      }
      crew.run(static_cast<Index>(own.size()) - 1, [&](Index piece, Index thread) {
        const Index first = own[static_cast<std::size_t>(piece)], end = own[static_cast<std::size_t>(piece) + 1];
        run_mamba(context, stream.slice_rows(first, end - first), room_.threads[static_cast<std::size_t>(thread)]);
      });
    }
  }

  static void tell(const std::string& name, const std::vector<Index>& starts, View<const real> stream,
                   const RunRequest& request) {
    if (!request.listener) return;
    const std::vector<double> copy(stream.data, stream.data + stream.size());
    request.listener->see(name, starts, View<const double>(copy.data(), stream.rows, stream.columns));
  }

  NetworkShape shape_;
  Loader loader_;
  bool keep_;
  OuterWeights outer_;
  std::optional<HeadWeights> head_;  // read when it is first wanted
  std::vector<std::unique_ptr<BlockWeights>> kept_;
  std::vector<Turns> turns_;
  std::map<Index, Tensor> biases_;
  BlockRoom room_;
};

}  // namespace

std::unique_ptr<Network> make_executor(const NetworkShape& shape, const WeightSource& weights, bool keep) {
  return std::make_unique<Executor>(shape, weights, keep);
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
