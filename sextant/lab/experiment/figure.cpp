#include "sextant/lab/experiment/figure.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::lab {

const std::vector<std::string>& figure_kind_names() {
  static const std::vector<std::string> names{"by_setting", "by_case", "scatter", "profile", "course", "rows", "panel"};
  return names;
}

void Figure::visit(OptionVisitor& option) {
  option("id", id, "id of its panel: lower-case letters, digits and _");
  option.choice("kind", kind, figure_kind_names(), "type of plot");
  option("title", title, "short, without a full stop");
  option("caption", caption, "what the figure shows, in one to three sentences");
  option("cases", cases, "cases to plot: names, or patterns with *");
  option("metrics", metrics, "metrics to plot");
  option("labels", labels, "labels of the metrics, one each");
  option("over", over, "by_setting: the setting on the x axis");
  option("along", along, "scatter: the metric on the x axis; rows: the column");
  option("x_label", x_label, "label of the x axis; empty: the key");
  option("y_label", y_label, "label of the y axis");
  option("level", level, "by_setting: cases without the setting, drawn as horizontal lines");
  option("analysis", analysis, "panel, rows: the analysis");
  option("name", name, "panel: name of its panel; rows: name of its table");
  option("logarithmic", logarithmic, "by_setting, scatter, profile: logarithmic x axis");
}

Figure read_figure(const Tree& tree, const std::string& place) {
  require(tree.is_object(), "{}: expected a table, [[figures]]", place);
  Figure figure;
  figure.kind = figure_kind_names().front();
  read_options(tree, place, {&figure});
  const auto is = [&](const char* kind) { return figure.kind == kind; };
  const bool plain = std::ranges::all_of(
      figure.id, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
  require(!figure.id.empty() && plain, "{}.id: expected lower-case letters, digits and _, given '{}'", place,
          figure.id);
  require(tree.contains("kind") && !figure.title.empty() && !figure.caption.empty() && !figure.cases.empty(),
          "{}: kind, title, caption and cases are required", place);
  require(figure.labels.empty() || figure.labels.size() == figure.metrics.size(),
          "{}: {} labels for {} metrics; give one per metric or none", place, figure.labels.size(),
          figure.metrics.size());
  require(!figure.metrics.empty() || is("panel"), "{}: metrics are required", place);
  require(!is("by_setting") || !figure.over.empty(), "{}: by_setting needs 'over'", place);
  require(!(is("scatter") || is("rows")) || !figure.along.empty(), "{}: {} needs 'along'", place, figure.kind);
  require(!(is("rows") || is("panel")) || (!figure.analysis.empty() && !figure.name.empty()),
          "{}: {} needs 'analysis' and 'name'", place, figure.kind);
  return figure;
}

}  // namespace sextant::lab
