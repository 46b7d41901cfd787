// Every tensor of a checkpoint against what a tensor of its kind must be: finite, varied, of the scale of its peers,
// its own and not another's, and trained where the others are.
#pragma once

#include <stop_token>

#include "sextant/core/events.h"
#include "sextant/core/options.h"
#include "sextant/core/table.h"
#include "sextant/lab/foreign/weight_roles.h"

namespace sextant::lab {

struct AuditOptions : Options {
  std::string model = {};
  double outlier = 6;

  void visit(OptionVisitor& option) override;
};

/// One pass over the numbers of a tensor.
struct TensorNumbers {
  Index count = 0, not_finite = 0, zeros = 0;
  Index tiny = 0;  // nonzero below 1e-20: memory that nobody wrote often reads so
  double mean = 0, deviation = 0, kurtosis = 0, largest = 0;  // kurtosis of a normal law: 3
  bool constant = false;
  std::string digest = {};
};

struct AuditedTensor {
  ForeignWeight weight;
  TensorNumbers numbers = {};
  bool initial = false;  // looks as if it were still drawn from N(0, initializer_range^2)
  std::vector<std::string> faults = {};
};

struct AuditResult {
  std::vector<AuditedTensor> tensors = {};
  std::vector<std::string> faults = {};  // of the model: config.json against the tensors
  std::string law = {};                  // what untrained matrices would be: "N(0, 0.02^2)"; empty: not declared
  bool untrained = false;                // all of them are
  std::string sentence = {};
  Index fault_count() const;
};

/// Reads one tensor after the other. Events: the stages, progress in tensors. Stopped where the caller wanted to.
AuditResult audit_model(const AuditOptions& options, Events& events, std::stop_token stop = {});

/// Some numbers at a time.
TensorNumbers measure_numbers(const TensorFile& file, const TensorEntry& entry);

/// A table of positions whose rows resemble others far away, and not their neighbours: "" where there is no such thing.
std::string find_shuffled_rows(const Table& positions, Index grid_columns);
/// Rows at its end that were never trained, where those before it were.
std::string find_untrained_rows(const Table& positions);

}  // namespace sextant::lab
