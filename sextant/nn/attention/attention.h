// Attention: softmax(scale q k^T + position) v for each sample and head (Vaswani et al. 2017), with its output
// projection. Three acts: project (row by row), mix (sample by sample), output (row by row).
//
// The same mathematics takes one of five forms, whichever costs least (docs/adr/0005-exact-savings.md):
//   plain       q, k, v by their weights; the mixture goes through the output weight
//   table       rows are few distinct ones: values go through the output weight before they are mixed (one head)
//   lean        k and v are never computed (one head): q k^T = (q Wk) x^T, so rows ask with q Wk, the inputs themselves
//               are the keys and the values, and their mixture goes through Wo Wv
//   lean_table  both: rows ask with q Wk, the inputs are the keys, and values go through Wo Wv before they are mixed
//   affine      lean_table where rows are affine in a real value: scores come from a table (nn/attention/affine_rows.h)
#pragma once

#include "sextant/layers/linear.h"
#include "sextant/nn/attention/affine_rows.h"
#include "sextant/nn/dimensions.h"
#include "sextant/nn/mix_setting.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Attention {
 public:
  enum class Form { plain, table, lean, lean_table, affine };

  Attention(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters, const std::string& name);

  /// What decides the form: rows and queries of a batch, the distinct ones among its rows (0: not known or not to be
  /// used), whether rows are affine in a value, whether this pass drops parts of the pattern, and the position.
  struct Demand {
    Index rows = 0;
    Index queries = 0;
    Index distinct = 0;
    bool affine = false;
    bool drops_pattern = false;
    const Position* position = nullptr;
  };
  /// The form with the fewest multiply-adds. Where distinct rows are known, all but lean work on them.
  Form cheapest_form(const Demand& demand) const;

  /// Once per batch, after the weights changed; and once after the last backward.
  void prepare(Form form);
  void finish();
  Form form() const { return form_; }

  /// Makes q, keys and values from query_input (queries, width) and input (rows, width). Affine: the last row of both
  /// is the weight of the value, which asks without a bias.
  void project(View<const real> query_input, View<const real> input);
  View<real> q() { return saved_q_.view(); }  // (queries, heads * query width)
  /// Of the input of the last project(), which the lean forms take as it is.
  View<const real> keys(View<const real> input) const { return keys_in(key_value(input)); }  // (rows, key columns)
  View<const real> values(View<const real> input) const;                                     // (rows, value columns)
  void reserve(Index rows) { reserve(rows, rows); }
  void reserve(Index queries, Index rows);

  /// Keys and values, or their gradients, in one matrix (rows, key_value_width()): side by side, or the same (lean).
  Index key_value_width() const;
  View<const real> key_value(View<const real> input) const {
    return merges() ? input : View<const real>(saved_key_value_.view());
  }
  template <class T>
  View<T> keys_in(View<T> key_value) const {
    return form_ == Form::lean ? key_value : key_value.slice_columns(0, key_columns());
  }
  template <class T>
  View<T> values_in(View<T> key_value) const {
    return form_ == Form::lean ? key_value : key_value.slice_columns(key_columns(), key_value.columns - key_columns());
  }
  /// The keys of the last project(), to be turned in place where a position rotates: never in the lean forms.
  View<real> own_keys() { return merges() ? View<real>() : keys_in(saved_key_value_.view()); }
  /// Weight gradients, and d_query_input += ..., d_input += ... (they may be the same matrix).
  void project_backward(View<const real> query_input, View<const real> input, View<const real> dq,
                        View<const real> d_key_value, View<real> d_query_input, View<real> d_input);

  /// The matrices that are mixed: as project() made them, or picked from a table of distinct rows.
  struct Mixture {
    View<real> q;             // (queries, ...)
    View<const real> keys;    // (samples*length, ...)
    View<const real> values;  // (samples*length, ...)
    View<real> own_keys;      // the keys again, where they may be turned in place
    View<const real> inputs;  // (samples*length, width), where a position looks at them
  };
  /// Affine: the mixture's q and keys have no columns. mixed (queries, mixed_width()); q and keys are turned in place
  /// where the position rotates.
  void mix(const Mixture& mixture, const MixSetting& setting, View<real> mixed);
  /// Of the last mix(), with the mixture and mixed as it left them; dq and d_key_value (rows, key_value_width()) are
  /// overwritten.
  void mix_backward(const Mixture& mixture, const MixSetting& setting, View<const real> mixed, View<const real> d_mixed,
                    View<real> dq, View<real> d_key_value);
  Index mixed_width() const;

  /// True where the mixture still goes through a weight; otherwise it is the output.
  bool projects_output() const { return form_ == Form::lean || (form_ == Form::plain && output_); }
  void output(View<const real> mixed, View<real> y) const;  // without its bias
  const real* output_bias() const;
  /// d_mixed = ..., only where projects_output(); bias and weight gradients in any case.
  void output_backward(View<const real> mixed, View<const real> d_output, View<real> d_mixed);

 private:
  /// One weight to ask with and one to answer with, instead of two and two.
  bool merges() const { return form_ != Form::plain && form_ != Form::table; }
  /// Values go through the output weight before they are mixed.
  bool answers_first() const { return form_ != Form::plain && form_ != Form::lean; }
  /// Of the rows that project works on, those with a bias.
  template <class T>
  View<T> biased(View<T> rows) const {
    return rows.slice_rows(0, rows.rows - (form_ == Form::affine ? 1 : 0));
  }
  Index key_columns() const { return merges() ? dimensions_.width : dimensions_.keys(); }
  bool allows(Form form, const Demand& demand) const;
  Index cost(Form form, const Demand& demand) const;
  struct Keys {
    Index first, end;
  };
  Keys keys_of(Index position, Index length) const;
  /// The head of keys and values that a head of queries reads.
  Index shared_head(Index head) const { return head * dimensions_.key_value_heads / dimensions_.heads; }
  struct Head;  // the matrices of one sample and head
  Head head(const Mixture& mixture, const MixSetting& setting, Index sample, Index head) const;
  Content content(const Head& head, const Mixture& mixture, const MixSetting& setting, Index sample,
                  Index number) const;
  /// Where rows are longer than what they mix, the sum that softmax divides by divides the mixture instead, and
  /// softmax's gradient takes its sum over the mixture: sum_j p_j (d . v_j) = d . sum_j p_j v_j.
  bool divides_mixture() const { return dimensions_.longest() * dimensions_.heads > mixed_width(); }
  View<const real> divided_gradient(const Head& head, View<const real> mixed, View<const real> d_mixed);
  View<const real> dropped_pattern(const Head& head, const MixSetting& setting, Index sample, Index number);
  void tell_all(const Mixture& mixture, const MixSetting& setting);
  void drop_pattern(View<real> pattern, const MixSetting& setting, Index sample, Index number) const;

  Dimensions dimensions_;
  double dropout_rate_;
  bool causal_;
  std::optional<Index> window_;
  // Key and value weights lie next to each other, so both projections are one product.
  Parameter* query_ = nullptr;
  Parameter* key_ = nullptr;
  Parameter* value_ = nullptr;
  Parameter* query_bias_ = nullptr;
  Parameter* key_bias_ = nullptr;
  Parameter* value_bias_ = nullptr;
  Parameter* output_ = nullptr;
  Parameter* output_bias_ = nullptr;

  Form form_ = Form::plain;
  // Merged: q = x qk + qk_bias, output = mixture ov^T + ov_bias.
  Tensor qk_, qk_bias_, ov_, ov_bias_;          // Wq^T Wk, bq Wk, Wo Wv, Wo bv + bo
  Tensor d_qk_, d_qk_bias_, d_ov_, d_ov_bias_;  // gathered over a batch
  Tensor saved_q_;
  Tensor saved_key_value_;  // (rows, keys()+values())
  Tensor saved_through_;    // tables: (rows, width) values after the output weight
  Tensor d_plain_;          // table: (rows, keys()+values())
  Tensor saved_pattern_;    // (heads*queries, length): sample, then head, then query; exponentials if divides_mixture()
  Tensor saved_share_;      // (1, heads*queries): then also 1 / sum of each of its rows
  Tensor told_scores_;      // as saved_pattern_ before softmax, only while somebody listens
  Tensor told_pattern_;     // the same behind it
  Tensor dropped_;          // (queries of a sample, length)
  Tensor d_pattern_;        // (queries of a sample, length)
  Tensor d_divided_;        // (queries of a sample, value width): gradient of the mixture times the shares
  Tensor d_content_input_;  // (rows, width) from a position that looks at the inputs
  Tensor inner_;            // (1, queries of a sample): its product with the mixture
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
