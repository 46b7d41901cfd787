// The forward pass, read aloud: the samples are embedded; each block runs on parts of the stream, some whole samples at
// a time, on as many threads as there are; the head reads what is left. Blocks are the outer loop, so that a checkpoint
// of any size needs the memory of one block.
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "sextant/core/denormals.h"
#include "sextant/core/error.h"
#include "sextant/core/threads.h"
#include "sextant/foreign/block.h"
#include "sextant/foreign/embedding.h"
#include "sextant/foreign/network.h"
#include "sextant/math/real.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

constexpr Index tokens_of_part = 256;  // enough for the products to be fast, few enough for the parts to be many

/// Numbers of samples: part p has the samples parts[p] .. parts[p + 1] - 1, whatever the number of threads.
std::vector<std::size_t> make_parts(const std::vector<Index>& starts) {
  std::vector<std::size_t> parts = {0};
  for (std::size_t s = 1; s + 1 < starts.size(); ++s)
    if (starts[s + 1] - starts[parts.back()] > tokens_of_part) parts.push_back(s);
  parts.push_back(starts.size() - 1);
  return parts;
}

class Executor final : public Network {
 public:
  Executor(const NetworkShape& shape, const WeightSource& weights, bool keep)
      : shape_(shape), loader_(shape_, weights), keep_(keep), outer_(loader_.outer()) {
    if (shape_.head.place != HeadPlace::none) head_ = loader_.head();
    kept_.resize(shape_.blocks.size());
  }

  const NetworkShape& shape() const override { return shape_; }

  Table run(const std::vector<Sample>& samples, const RunRequest& request) override {
    const std::vector<Index> starts = find_starts(shape_, samples);
    Tensor stream(starts.back(), shape_.width);
    embed(shape_, outer_, samples, starts, stream.view());
    tell("embeddings", starts, stream.view(), request);
    prepare_positions(starts);
    const auto parts = make_parts(starts);
    for (Index n = 0; n < shape_.depth(); ++n) {
      if (request.stop.stop_requested()) throw Error(fmt::format("stopped before block {}", n));
      run_block_on(n, starts, parts, stream.view(), request);
      tell(fmt::format("blocks.{}", n), starts, stream.view(), request);
    }
    Tensor room;
    if (shape_.final_norm) {
      apply_norm(shape_.norm, shape_.norm_epsilon, outer_.final_norm, stream.view(), stream.view(), room);
      tell("final", starts, stream.view(), request);
    }
    if (!request.outputs || shape_.head.place == HeadPlace::none) return {};
    return run_head(shape_, outer_, head_, starts, stream.view());
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
                    const RunRequest& request) {
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
    each_part(parts.size() - 1, request, [&](std::size_t part, BlockRoom& room) {
      const std::span<const Index> own(starts.data() + parts[part], parts[part + 1] - parts[part] + 1);
      const View<real> x = stream.slice_rows(own.front(), own.back() - own.front());
      shape_.mamba ? run_mamba(context, own, x, room) : run_block(context, own, x, room);
    });
  }

  template <class Work>
  void each_part(std::size_t count, const RunRequest& request, const Work& work) {
    const auto wanted = static_cast<std::size_t>(
        request.threads > 0 ? request.threads : static_cast<Index>(std::max(1u, std::thread::hardware_concurrency())));
    const std::size_t threads = std::min(wanted, count);
    if (rooms_.size() < threads) rooms_.resize(threads);
    std::atomic<std::size_t> next = 0;
    std::exception_ptr problem;
    std::mutex mutex;
    const auto labour = [&](std::size_t own) {
      try {
        for (std::size_t part = next++; part < count; part = next++) work(part, rooms_[own]);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        problem = std::current_exception();
      }
    };
    std::vector<std::thread> others;
    for (std::size_t t = 1; t < threads; ++t) others.push_back(start_thread([&labour, t] { labour(t); }));
    labour(0);
    for (auto& other : others) other.join();
    if (problem) std::rethrow_exception(problem);
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
  HeadWeights head_;
  std::vector<std::unique_ptr<BlockWeights>> kept_;
  std::vector<Turns> turns_;
  std::map<Index, Tensor> biases_;
  std::vector<BlockRoom> rooms_;
};

}  // namespace

std::unique_ptr<Network> make_executor(const NetworkShape& shape, const WeightSource& weights, bool keep) {
  return std::make_unique<Executor>(shape, weights, keep);
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
