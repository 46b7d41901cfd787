// Encodings from data: a table whose distances are those wanted, in the place and shape that another model expects, and
// its minimal form P = A W with r (n + width) numbers.
#pragma once

#include "sextant/lab/stress/stress_report.h"
#include "sextant/lab/stress/target_options.h"

namespace sextant::lab {

struct EncodeOptions : TargetOptions {
  std::string method = "mds";
  Index rank = 0;
  std::optional<double> stress = {};
  Index width = 768;
  std::optional<double> norm = {};
  bool mix = false;
  std::string weights = {};
  std::string names = "plain";
  std::string prefix = {};
  std::string out = {};

  void visit(OptionVisitor& option) override;
};

struct EncodedPositions {
  Table table;               // (n, width)
  Table left;                // A (n, r)
  Table right;               // W (r, width), orthonormal rows
  Stress stress;             // of the table, before it was scaled to a norm
  double factor = 1;         // that scaled it
  Index iterations = 0;      // of SMACOF
  std::string tensor;        // name in the safetensors file
  std::vector<Index> shape;  // there
  TargetMeasures target;
  std::vector<RankPoint> curve;
};

/// Where `out` is given, positions.npy (float64), positions.safetensors (float32, `tensor`), factors.safetensors
/// (float32: left, right), stress_by_rank.csv, encode.json and panels are written there. Events: the progress of each
/// stage. An Error where the request is wrong; Stopped where the caller wanted to.
EncodedPositions encode(const EncodeOptions& options, Events& events, std::stop_token stop = {});

void write_encoded(const EncodeOptions& options, const EncodedPositions& positions);

}  // namespace sextant::lab
