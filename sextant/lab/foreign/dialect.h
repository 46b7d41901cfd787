// A layout of foreign weights as data: which tensor becomes which of our parameters, and how.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/lab/foreign/foreign_model.h"

namespace sextant::lab {

enum class Form {
  same,         // (outputs, inputs) as ours, or a vector, whatever its axes of length 1 and those behind the first
  transposed,   // (inputs, outputs)
  first_third,  // the first of three equal parts: query, key and value in one tensor (3 outputs, inputs)
  second_third,
  third_third,
  first_columns,  // the same of (inputs, 3 outputs)
  second_columns,
  third_columns,
  heads_in,      // (heads, inputs, outputs per head)
  heads_out,     // (heads, inputs per head, outputs)
  from_row_two,  // without the first two rows
};

/// "{}" in both names is the number of a block. In `theirs`, "a|b" is a, or b where there is no a; "a+b" is a with the
/// first row of b added to each of its rows; a name that begins with "/" stands without the prefix. A tensor that is
/// not there leaves zeros where `optional`.
struct Rule {
  std::string ours;
  std::string theirs;
  Form form = Form::same;
  bool optional = false;
};

struct Dialect {
  std::string_view name;
  /// Words before every tensor's name: "", "bert.", ...
  std::vector<std::string_view> prefixes;
  /// True where the file speaks this dialect with this prefix.
  bool (*speaks)(const TensorFile& file, const std::string& prefix);
  std::vector<Rule> rules;
  /// Sets what the shapes tell: width, depth, positions, features, outputs and the usual options of the layout.
  void (*describe)(const TensorFile& file, const std::string& prefix, ForeignModel& model);
};

/// `name` with the number in place of "{}".
std::string in_block(std::string_view name, Index block);
/// Blocks that are there: the first number n for which `theirs` with n in it is missing.
Index count_blocks(const TensorFile& file, const std::string& prefix, const std::string& theirs);

// One file each.
std::vector<Dialect> gpt2_dialects();
std::vector<Dialect> bert_dialects();
std::vector<Dialect> vit_dialects();
std::vector<Dialect> lens_dialects();

}  // namespace sextant::lab
