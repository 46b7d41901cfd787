// Every weight and table from N(0, std = fan_in^-gamma), the rate that decides between memory and reasoning (Zhang et
// al., arXiv 2405.05409); the fan-in of an embedding is the model's width. One gamma for all or one per role.
#include <cmath>

#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {
namespace {

struct FanInPowerOptions final : Options {
  double gamma = 0.5;
  std::optional<double> token, position, query, key, value, attention_output, feed_forward_in, feed_forward_out,
      readout, mixer_in, mixer_state, mixer_output, router, latent;
  std::string bias = "uniform";

  void visit(OptionVisitor& option) override {
    option("gamma", gamma, "weights are drawn with standard deviation fan_in^-gamma");
    option("gamma_token", token, "gamma of the token embedding; auto: gamma");
    option("gamma_position", position, "gamma of the positions, unless position.sigma is set; auto: gamma");
    option("gamma_query", query, "gamma of the query weights; auto: gamma");
    option("gamma_key", key, "gamma of the key weights; auto: gamma");
    option("gamma_value", value, "gamma of the value weights; auto: gamma");
    option("gamma_attention_output", attention_output, "gamma of the attention output projection; auto: gamma");
    option("gamma_feed_forward_in", feed_forward_in, "gamma of the first feed-forward layer; auto: gamma");
    option("gamma_feed_forward_out", feed_forward_out, "gamma of the second feed-forward layer; auto: gamma");
    option("gamma_readout", readout, "gamma of the readout weights; auto: gamma");
    option("gamma_mixer_in", mixer_in, "gamma of the input weights of mixers other than attention; auto: gamma");
    option("gamma_mixer_state", mixer_state, "gamma of recurrent, kernel and token-mixing weights; auto: gamma");
    option("gamma_mixer_output", mixer_output, "gamma of the output weights of these mixers; auto: gamma");
    option("gamma_router", router, "gamma of the router of experts; auto: gamma");
    option("gamma_latent", latent, "gamma of the latents, unless model.latent_sigma is set; auto: gamma");
    option.choice("bias", bias, {"uniform", "zero"}, "biases: U(-1/sqrt(fan_in), 1/sqrt(fan_in)) or zero");
  }
};

class FanInPower final : public Initialiser {
 public:
  using OwnOptions = FanInPowerOptions;
  FanInPower(const FanInPowerOptions& own, Index) : uniform_bias_(own.bias == "uniform") {
    set(Role::token, own.token.value_or(own.gamma));
    set(Role::position, own.position.value_or(own.gamma));
    set(Role::query, own.query.value_or(own.gamma));
    set(Role::key, own.key.value_or(own.gamma));
    set(Role::value, own.value.value_or(own.gamma));
    set(Role::attention_output, own.attention_output.value_or(own.gamma));
    set(Role::feed_forward_in, own.feed_forward_in.value_or(own.gamma));
    set(Role::feed_forward_out, own.feed_forward_out.value_or(own.gamma));
    set(Role::norm, own.gamma);
    set(Role::readout, own.readout.value_or(own.gamma));
    set(Role::mixer_in, own.mixer_in.value_or(own.gamma));
    set(Role::mixer_state, own.mixer_state.value_or(own.gamma));
    set(Role::mixer_output, own.mixer_output.value_or(own.gamma));
    set(Role::router, own.router.value_or(own.gamma));
    set(Role::latent, own.latent.value_or(own.gamma));
  }

  Law law(const Parameter& parameter) const override {
    const auto fan_in = static_cast<double>(parameter.fan_in);
    if (parameter.kind == ParameterKind::bias)
      return uniform_bias_ ? Law::uniform(1 / std::sqrt(fan_in)) : Law::constant(0);
    return Law::normal(std::pow(fan_in, -gamma_[static_cast<std::size_t>(parameter.role)]));
  }

 private:
  void set(Role role, double gamma) {
    require(std::isfinite(gamma), "fan_in_power: gamma of {} is {}, expected a finite number", name_of(role), gamma);
    gamma_[static_cast<std::size_t>(role)] = gamma;
  }

  std::vector<double> gamma_ = std::vector<double>(all_roles().size());  // by role
  bool uniform_bias_;
};

}  // namespace

SEXTANT_DEFINE_INITIALISER(fan_in_power, FanInPower)

}  // namespace sextant::init::inline SEXTANT_PRECISION
