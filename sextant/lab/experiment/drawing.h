// Figures of an experiment as panels that the page draws by kind (docs/page_data.md).
#pragma once

#include "sextant/lab/experiment/evidence.h"

namespace sextant::lab {

/// A panel with the name of its file.
struct DrawnPanel {
  std::string id;
  Tree panel;
};

/// One panel, or one per case for the kind `panel`; none where no run has what it shows.
std::vector<DrawnPanel> draw_figure(const Figure& figure, const Evidence& evidence);

// One function per kind, each in a file with its like; an empty series or list: nothing to show.
Tree draw_by_setting(const Figure& figure, const Evidence& evidence);
Tree draw_by_case(const Figure& figure, const Evidence& evidence);
Tree draw_scatter(const Figure& figure, const Evidence& evidence);
Tree draw_profile(const Figure& figure, const Evidence& evidence);
Tree draw_course(const Figure& figure, const Evidence& evidence);
Tree draw_rows(const Figure& figure, const Evidence& evidence);

/// The series of a panel `metric_by_setting`, with intervals and a dot per run.
class SeriesDrawing {
 public:
  SeriesDrawing(Tree x, const std::string& y_label);

  std::size_t add_series(const std::string& label);
  /// Mean and interval of the values at `x`; nothing without values.
  void add_point(std::size_t series, const Tree& x, const BySeed& values);
  /// Writes a name beside the last point of a series.
  void name_point(std::size_t series, const std::string& name);
  void add_dot(std::size_t series, const Tree& x, double y);
  /// No line joins the points.
  void loosen() { data_["loose"] = true; }
  Tree take();

 private:
  Tree data_;
};

/// Six digits: more than a reader sees; null where it is not finite.
Tree six_digits(double value);

/// The label of a figure's metric: given, or its own name.
std::string label_of(const Figure& figure, std::size_t metric);

}  // namespace sextant::lab
