// Mixture of experts (Shazeer et al. 2017; routing as in Mixtral, arXiv 2401.04088): a router scores all experts, the
// best `experts_chosen` answer, weighted by the softmax of their scores among themselves. The load-balancing loss
// (Fedus et al., arXiv 2101.03961) is balance * E sum_e f_e P_e, f_e the share of choices that went to expert e and P_e
// the mean softmax over all experts; it is 1 * balance where all are used alike. It is taken over the tokens of each
// sample, padding not among them, and its mean over samples counts: the sequence-wise loss of DeepSeek-V3 (arXiv
// 2412.19437, eq. 17-20). So it depends on no other sample, and not on how a batch is cut into chunks.
#include <algorithm>
#include <numeric>
#include <span>

#include "sextant/math/rows.h"
#include "sextant/math/softmax.h"
#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

struct ExpertsOptions final : Options {
  Index experts = 4;
  Index chosen = 2;
  double balance = 0.01;

  void visit(OptionVisitor& option) override {
    option("experts", experts, between(1, 1e4), "experts of a mixture");
    option("experts_chosen", chosen, between(1, 1e4), "experts that answer for each token (top-k)");
    option("balance", balance, at_least(0), "weight of the load-balancing loss");
  }
};

/// One expert, on the rows that were sent to it.
class Expert {
 public:
  Expert(const FeedForwardContext& context, Parameters& parameters, Index number)
      : activation_(context.dimensions.activation),
        hidden_(context.dimensions.feed_forward),
        in_(parameters, fmt::format("{}.experts.{}.in", context.name, number), Role::feed_forward_in,
            context.dimensions.width, hidden_, context.model.feed_forward_bias),
        out_(parameters, fmt::format("{}.experts.{}.out", context.name, number), Role::feed_forward_out, hidden_,
             context.dimensions.width, context.model.feed_forward_bias) {}

  std::vector<std::int32_t> rows;   // that were sent to it
  std::vector<std::int32_t> ranks;  // which choice of the row it was

  void forward(View<const real> x, Index room) {
    for (Tensor* tensor : {&saved_x_, &answers_}) tensor->reserve(room, x.columns);
    for (Tensor* tensor : {&saved_hidden_, &saved_slope_, &d_hidden_}) tensor->reserve(room, hidden_);
    const auto count = static_cast<Index>(rows.size());
    gather_rows(x, rows, saved_x_.shape(count, x.columns));
    const View<real> hidden = saved_hidden_.shape(count, hidden_);
    in_.forward(saved_x_.view(), hidden);
    activate(activation_, hidden, in_.bias(), saved_slope_.shape(count, hidden_));
    out_.forward(hidden, answers_.shape(count, x.columns));
    add_bias(answers_.view(), out_.bias());
  }
  View<real> answers() { return answers_.view(); }
  /// answers() holds d loss / d answers and becomes d loss / d x.
  void backward() {
    const View<real> d = answers_.view();
    add_column_sums(d, out_.bias_gradient());
    out_.backward_weight(saved_hidden_.view(), d);
    const View<real> d_hidden = d_hidden_.shape(d.rows, hidden_);
    out_.backward_input(d, d_hidden, Write::replace);
    activate_backward(activation_, d_hidden,
                      activation_ == Activation::relu ? saved_hidden_.view() : saved_slope_.view(),
                      in_.bias_gradient());
    in_.backward_weight(saved_x_.view(), d_hidden);
    in_.backward_input(d_hidden, d, Write::replace);
  }

 private:
  Activation activation_;
  Index hidden_;
  Linear in_;
  Linear out_;
  Tensor saved_x_;                                // (rows sent, width)
  Tensor saved_hidden_, saved_slope_, d_hidden_;  // (rows sent, hidden)
  Tensor answers_;                                // (rows sent, width)
};

class Experts final : public FeedForward {
 public:
  using OwnOptions = ExpertsOptions;
  Experts(const ExpertsOptions& own, const FeedForwardContext& context, Parameters& parameters)
      : own_(own),
        width_(context.dimensions.width),
        hidden_(context.dimensions.feed_forward),
        router_(parameters, context.name + ".router", Role::router, width_, own.experts, false) {
    require(own.chosen <= own.experts, "model.experts_chosen: {} of {} experts cannot be chosen; set model.experts",
            own.chosen, own.experts);
    require(!context.model.second_activation, "model.second_activation: only with model.feed_forward_kind = \"dense\"");
    for (Index number = 0; number < own.experts; ++number) experts_.emplace_back(context, parameters, number);
  }

  double cost_per_token() const override {
    const auto width = static_cast<double>(width_);
    return width *
           (static_cast<double>(own_.experts) + 2 * static_cast<double>(own_.chosen) * static_cast<double>(hidden_));
  }
  double auxiliary_loss() const override { return auxiliary_; }
  bool changes_gradient() const override { return true; }
  bool counts_every_row() const override { return own_.balance > 0; }

  void forward(View<const real> x, const FeedSetting& setting, View<real> y) override {
    saved_scores_.reserve(setting.room, own_.experts);
    const View<real> scores = saved_scores_.shape(x.rows, own_.experts);
    router_.forward(x, scores);
    tell(setting.taps, setting.block, "feed_forward.router", scores);
    choose(scores, setting);
    balance(scores, setting);
    fill_zero(y);
    for (Expert& expert : experts_) {
      expert.forward(x, setting.room);
      for (std::size_t i = 0; i < expert.rows.size(); ++i) {
        const real share = saved_shares_.view()(expert.rows[i], expert.ranks[i]);
        const real* from = expert.answers().row(static_cast<Index>(i));
        real* to = y.row(expert.rows[i]);
        for (Index j = 0; j < width_; ++j) to[j] += share * from[j];
      }
    }
  }

  void backward(View<const real> x, const FeedSetting& setting, View<real> d, View<real> dx, Write write) override {
    d_shares_.reserve(setting.room, own_.chosen);
    const View<real> d_shares = d_shares_.shape_zero(x.rows, own_.chosen);
    if (write == Write::replace) fill_zero(dx);
    for (Expert& expert : experts_) {
      // y += share answer
      for (std::size_t i = 0; i < expert.rows.size(); ++i) {
        const real share = saved_shares_.view()(expert.rows[i], expert.ranks[i]);
        real* answer = expert.answers().row(static_cast<Index>(i));
        const real* d_row = d.row(expert.rows[i]);
        real product = 0;
        for (Index j = 0; j < width_; ++j) {
          product += d_row[j] * answer[j];
          answer[j] = share * d_row[j];
        }
        d_shares(expert.rows[i], expert.ranks[i]) = product;
      }
      expert.backward();
      scatter_add_rows(expert.answers(), expert.rows, dx);
    }
    router_backward(x, setting, d_shares, dx);
  }

 private:
  /// The best experts of every row, the first of equals first, and their shares.
  void choose(View<const real> scores, const FeedSetting& setting) {
    saved_shares_.reserve(setting.room, own_.chosen);
    const View<real> shares = saved_shares_.shape(scores.rows, own_.chosen);
    choices_.reserve(static_cast<std::size_t>(setting.room * own_.chosen));
    choices_.clear();
    for (Expert& expert : experts_) {
      for (auto* list : {&expert.rows, &expert.ranks}) {
        list->reserve(static_cast<std::size_t>(setting.room));
        list->clear();
      }
    }
    order_.resize(static_cast<std::size_t>(own_.experts));
    for (Index row = 0; row < scores.rows; ++row) {
      const real* own = scores.row(row);
      std::iota(order_.begin(), order_.end(), 0);
      std::partial_sort(order_.begin(), order_.begin() + own_.chosen, order_.end(),
                        [&](auto a, auto b) { return own[a] > own[b] || (own[a] == own[b] && a < b); });
      for (Index rank = 0; rank < own_.chosen; ++rank) {
        const std::int32_t expert = order_[static_cast<std::size_t>(rank)];
        shares(row, rank) = own[expert];
        choices_.push_back(expert);
        experts_[static_cast<std::size_t>(expert)].rows.push_back(static_cast<std::int32_t>(row));
        experts_[static_cast<std::size_t>(expert)].ranks.push_back(static_cast<std::int32_t>(rank));
      }
      softmax_row(shares.row(row), own_.chosen, own_.chosen);
    }
  }

  /// The load-balancing loss; saved_probabilities_ (rows, experts) and the factors of its gradient.
  void balance(View<const real> scores, const FeedSetting& setting) {
    auxiliary_ = 0;
    if (own_.balance == 0) return;
    saved_probabilities_.reserve(setting.room, own_.experts);
    copy_to(scores, saved_probabilities_.shape(scores.rows, own_.experts));
    saved_factors_.reserve(static_cast<std::size_t>(setting.room * own_.experts));
    saved_factors_.assign(static_cast<std::size_t>(setting.chunk.samples * own_.experts), 0);
    means_.reserve(static_cast<std::size_t>(own_.experts));
    for (Index sample = 0; sample < setting.chunk.samples; ++sample) balance_sample(sample, setting);
  }

  void balance_sample(Index sample, const FeedSetting& setting) {
    const std::span<double> used = factors_of(sample);
    means_.assign(static_cast<std::size_t>(own_.experts), 0);
    const View<real> probabilities = saved_probabilities_.view();
    const Index first = setting.queries.first(sample);
    double rows = 0;
    for (Index row = first; row < first + setting.queries.count(sample); ++row) {
      if (setting.is_padding(row)) continue;
      ++rows;
      softmax_row(probabilities.row(row), own_.experts, own_.experts);
      for (Index rank = 0; rank < own_.chosen; ++rank)
        used[static_cast<std::size_t>(choices_[static_cast<std::size_t>(row * own_.chosen + rank)])] += 1;
      for (Index e = 0; e < own_.experts; ++e)
        means_[static_cast<std::size_t>(e)] += static_cast<double>(probabilities(row, e));
    }
    if (rows == 0) return;
    // d loss / d probability of expert e in any row of the sample
    const double factor = own_.balance * setting.share * static_cast<double>(own_.experts) /
                          (rows * rows * static_cast<double>(own_.chosen));
    for (std::size_t e = 0; e < used.size(); ++e) {
      used[e] *= factor;
      auxiliary_ += used[e] * means_[e];
    }
  }

  std::span<double> factors_of(Index sample) {
    const auto experts = static_cast<std::size_t>(own_.experts);
    return std::span(saved_factors_).subspan(static_cast<std::size_t>(sample) * experts, experts);
  }

  void router_backward(View<const real> x, const FeedSetting& setting, View<const real> d_shares, View<real> dx) {
    const View<real> d_scores = saved_scores_.view();  // no longer needed
    fill_zero(d_scores);
    for (Index row = 0; row < x.rows; ++row) {
      const real* share = saved_shares_.view().row(row);
      real inner = 0;
      for (Index rank = 0; rank < own_.chosen; ++rank) inner += share[rank] * d_shares(row, rank);
      for (Index rank = 0; rank < own_.chosen; ++rank)
        d_scores(row, choices_[static_cast<std::size_t>(row * own_.chosen + rank)]) =
            share[rank] * (d_shares(row, rank) - inner);
    }
    for (Index sample = 0; sample < (own_.balance == 0 ? 0 : setting.chunk.samples); ++sample)
      balance_backward(sample, setting, d_scores);
    router_.backward_weight(x, d_scores);
    router_.backward_input(d_scores, dx, Write::add);
  }

  /// d_scores += the gradient of the load-balancing loss: p (factor - sum of p factor)
  void balance_backward(Index sample, const FeedSetting& setting, View<real> d_scores) {
    const std::span<const double> factors = factors_of(sample);
    const Index first = setting.queries.first(sample);
    for (Index row = first; row < first + setting.queries.count(sample); ++row) {
      if (setting.is_padding(row)) continue;
      const real* p = saved_probabilities_.view().row(row);
      double mean = 0;
      for (Index e = 0; e < own_.experts; ++e) mean += static_cast<double>(p[e]) * factors[static_cast<std::size_t>(e)];
      for (Index e = 0; e < own_.experts; ++e)
        d_scores(row, e) += p[e] * static_cast<real>(factors[static_cast<std::size_t>(e)] - mean);
    }
  }

  ExpertsOptions own_;
  Index width_;
  Index hidden_;
  Linear router_;
  std::vector<Expert> experts_;
  Tensor saved_scores_;         // (rows, experts)
  Tensor saved_probabilities_;  // (rows, experts)
  Tensor saved_shares_;         // (rows, chosen)
  Tensor d_shares_;
  std::vector<std::int32_t> choices_;  // (rows, chosen)
  std::vector<std::int32_t> order_;
  std::vector<double> saved_factors_;  // (samples, experts) of the load-balancing loss
  std::vector<double> means_;          // (experts)
  double auxiliary_ = 0;
};

}  // namespace

SEXTANT_DEFINE_FEEDFORWARD(experts, Experts)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
