#include "sextant/lab/stress/registered_encoding.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

constexpr double most_bytes = 6e9;  // of the tables of an encoding that adds to scores

struct PlaceOptions final : Options {
  Index width = 768;
  Index heads = 12;
  Index head_width = 0;
  bool causal = false;
  std::optional<double> sigma;
  std::string rule = "distance";

  void visit(OptionVisitor& option) override {
    option("width", width, "model width");
    option("heads", heads, "attention heads");
    option("head_width", head_width, "dimension of queries and keys per head; 0: width / heads");
    option("causal", causal, "causal attention mask");
    option("sigma", sigma, "standard deviation of learned or random positions at initialisation");
    option.choice("rule", rule, {"distance", "kernel"},
                  "kernel: use sqrt(2 E), E the distances induced by an attention bias");
  }
};

/// Options of the place and of the encoding itself.
struct Asked {
  PlaceOptions place;
  std::unique_ptr<Options> own;
};

Asked read_asked(const EncodingText& text, const EncodingDefaults& defaults) {
  text.require_no_argument();
  Asked asked{{}, engine("double").positions().find(text.name).make_options()};
  asked.place.width = defaults.width;
  asked.place.heads = defaults.heads;
  read_options(text.options, text.name, {&asked.place, asked.own.get()});
  auto& place = asked.place;
  require(place.width >= 1 && place.heads >= 1 && place.head_width >= 0,
          "encoding '{}': width {}, heads {} and head_width {} must be positive", text.text, place.width, place.heads,
          place.head_width);
  if (place.head_width == 0) {
    require(place.width % place.heads == 0, "encoding '{}': width {} is not a multiple of heads {}; set head_width",
            text.text, place.width, place.heads);
    place.head_width = place.width / place.heads;
  }
  return asked;
}

EncodingAtStart make_encoding(const EncodingText& text, const Asked& asked, Arrangement arrangement,
                              std::uint64_t seed) {
  const EncodingContext context{asked.place.width,  asked.place.heads,      asked.place.head_width,
                                asked.place.causal, std::move(arrangement), "position"};
  return engine("double").start_encoding(text.name, *asked.own, context, asked.place.sigma, seed);
}

/// A bias on scores has a number per head and pair, three times over.
void require_memory(const EncodingText& text, const Asked& asked, Index positions) {
  const double bytes = 24.0 * static_cast<double>(asked.place.heads) * std::pow(static_cast<double>(positions), 2);
  require(bytes <= most_bytes, "encoding '{}': {} positions with {} heads need {:.0f} GB; use fewer heads or positions",
          text.text, positions, asked.place.heads, bytes / 1e9);
}

/// A line is known from two of its points.
Geometry extended_line(const Geometry& two, Index positions) {
  Geometry line{Geometry::Kind::vectors, Table(positions, two.table.columns), two.rule};
  for (Index t = 0; t < positions; ++t)
    for (Index j = 0; j < two.table.columns; ++j) line.table(t, j) = static_cast<double>(t) * two.table(1, j);
  return line;
}

void apply_kernel(const EncodingText& text, EncodingAtStart& encoding) {
  Geometry& geometry = encoding.geometry;
  require(encoding.adds_to_scores, "encoding '{}': rule=kernel applies to attention biases only", text.text);
  if (geometry.kind == Geometry::Kind::vectors)
    geometry = {Geometry::Kind::distances, distances_of_vectors(geometry.table)->table(), geometry.rule};
  for (double& value : geometry.table.values) value = std::sqrt(2 * value);
  geometry.rule = "kernel sqrt(2 E), E: " + geometry.rule;
}

bool is_of_file(const Asked& asked) {
  const auto names = option_names({asked.own.get()});
  return std::ranges::find(names, "file") != names.end();
}

}  // namespace

bool is_registered_encoding(const std::string& name) {
  const auto names = engine("double").positions().names();
  return std::ranges::find(names, name) != names.end();
}

std::vector<std::string> registered_encodings() { return engine("double").positions().names(); }

Geometry registered_geometry(const EncodingText& text, Index positions, const EncodingDefaults& defaults) {
  const Asked asked = read_asked(text, defaults);
  const bool kernel = asked.place.rule == "kernel";
  if (positions > most_dense && defaults.arrangement == "index" && !is_of_file(asked)) {
    const auto probe = make_encoding(text, asked, Arrangement::index(2), defaults.seed);
    const Geometry& two = probe.geometry;
    if (two.rule.starts_with("line t ") && !kernel) return extended_line(two, positions);
    if (probe.adds_to_scores) require_memory(text, asked, positions);
  }
  auto made = make_encoding(text, asked, Arrangement::parse(defaults.arrangement, positions), defaults.seed);
  if (kernel) apply_kernel(text, made);
  return std::move(made.geometry);
}

}  // namespace sextant::lab
