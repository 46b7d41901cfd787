// The steps of reading series: which array of a file, which axis is time, what the variables are called and labelled.
#pragma once

#include <optional>

#include "sextant/data/series/array_files.h"
#include "sextant/data/series/series.h"

namespace sextant::data {

/// One array of two axes, as it stands in its file.
struct RawArray {
  std::string name;  // of the recording
  Index rows = 0, columns = 0;
  std::vector<double> values;  // (rows, columns)
};

/// The array called `wanted`, or the only or largest one of two axes; adds to `notes` where there was a choice.
RawArray take_array(const ArrayFile& file, const std::string& wanted, std::vector<std::string>& notes);

/// What may tell the axes apart.
struct AxisHints {
  std::vector<Index> label_counts =
      {};  // of labels or coordinates that were given: one of them is the number of variables
  bool columns_named = false, rows_named = false;
};

/// Whether time runs along the rows; the reason goes to `notes`.
bool time_runs_along_rows(const std::string& asked, const std::vector<RawArray>& arrays, const AxisHints& hints,
                          std::vector<std::string>& notes);

/// Fills what is missing or drops variables, as asked; an Error for what remains missing, constant or too short. Says
/// in the notes what was done.
void mend_variables(const SeriesRequest& request, SeriesTable& series);

/// Labels of variables before it is known how many variables there are.
class LabelSource {
 public:
  /// Of a file that the user named.
  explicit LabelSource(const std::string& path);
  /// Inside the file of the series: an array or list called labels, networks, modules or the like.
  static std::optional<LabelSource> inside(const ArrayFile& file);

  std::vector<Index> possible_counts() const;
  std::vector<std::string> labels(Index count) const;
  const std::string& name() const { return name_; }

 private:
  LabelSource() = default;

  std::string name_;
  std::vector<std::string> lines_;
  bool may_have_header_ = false;
};

}  // namespace sextant::data
