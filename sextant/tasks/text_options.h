// Where the words of a task come from: what tasks on text have in common.
#pragma once

#include "sextant/core/options.h"
#include "sextant/data/arrangement.h"
#include "sextant/data/words/word_collection.h"

namespace sextant::tasks {

struct TextOptions : Options {
  std::string file;
  std::string test_file;
  std::string format = "auto";
  std::string column;
  bool header = true;
  std::string key = "text";
  std::string tokenizer = "auto";
  std::string vocabulary;
  std::string merges;
  Index length = 16;
  bool windows = false;
  Index top = 0;
  double test_share = 0.1;
  Index tail = 0;
  bool shuffled = false;
  std::string arrangement = "index";
  std::string estimator = "cross_half";
  Index documents = 4000;
  Index words = 64;
  double tone = 0.9;
  Index data_seed = 1;

  void visit(OptionVisitor& option) override;
};

/// `label` is the column of the classes; empty: none.
WordRequest make_word_request(const TextOptions& own, const std::string& label);

/// The rows of split `train` or `test`.
const WordRows& rows_of(const WordCollection& collection, const char* task, const std::string& split);

/// Where the positions of the training rows stand: by their index, or as far apart as the words there differ.
Arrangement places_of(const TextOptions& own, const WordRows& train);

}  // namespace sextant::tasks
