// Samples of many variables, as files hold them: one recording per person or session, (time, variables). Which axis is
// time, which array of a file was taken and which files were skipped is decided here and said in `notes`.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::data {

struct Recording {
  std::string name;
  Table values;  // (time, variables)
};

struct SeriesTable {
  std::vector<Recording> recordings;    // all with the same variables
  std::vector<std::string> variables;   // their names, or none
  std::vector<std::string> labels;      // the module of each, or none
  Table coordinates;                    // (variables, axes), or no rows
  std::vector<std::string> notes = {};  // what was decided, a sentence each

  Index count() const { return recordings.front().values.columns; }
};

struct SeriesRequest {
  std::string data = {};         // FILE, FILE#ARRAY or a folder with one file for each recording
  std::string time = "auto";     // along "rows" or "columns" of the file's array, or to be found out
  std::string labels = {};       // a file, or empty: those inside the data's file where there are any
  std::string coordinates = {};  // a file, or empty
  std::string fill = "refuse";   // missing values: "refuse", "mean" of the variable, "drop" the variable
  bool drop_constant = false;    // constant variables are dropped rather than refused
};

/// By the ending of the name: .npy, .npz, .csv, .tsv, .txt, .mat, .h5, .hdf5, .ptseries.nii, .safetensors.
SeriesTable read_series(const SeriesRequest& request);

/// The module of each of `count` variables: a line each, numbers or names, the first or only column of a table with or
/// without a header; or FILE#ARRAY.
std::vector<std::string> read_labels(const std::string& path, Index count);

/// Where each of `count` variables lies: a line of numbers each; or FILE#ARRAY.
Table read_coordinates(const std::string& path, Index count);

/// The file in "FILE#ARRAY", and the array or "".
std::pair<std::string, std::string> split_array_path(const std::string& path);

}  // namespace sextant::data
