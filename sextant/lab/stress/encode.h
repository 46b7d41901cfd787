// Encodings from data: a table whose distances are those wanted, in the place and shape that another model expects, and
// its minimal form P = A W with r (n + width) numbers.
#pragma once

#include "sextant/lab/stress/stress_report.h"

namespace sextant::lab {

struct EncodeRequest {
  TargetRequest target;
  std::string method = "mds";    // or smacof
  Index rank = 0;                // 0: all axes that count, at most `width`
  std::optional<double> stress;  // in place of a rank: the smallest rank with at most this raw stress
  Index width = 768;
  std::optional<double> norm;  // root mean square length of the rows, centred; empty: as the distances say
  bool mix = false;            // axes turned into all columns instead of the first r
  std::string weights;         // smacof: "", "counts", or a table (n, n)
  std::string names = "plain";
  std::string prefix;  // of the tensor's name
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

EncodedPositions encode_positions(const EncodeRequest& request, const StageWatcher& watch);

/// positions.npy (float64), positions.safetensors (float32, `tensor`), factors.safetensors (float32: left, right),
/// stress_by_rank.csv, encode.json and panels.
void write_encoded(const std::string& directory, const EncodeRequest& request, const EncodedPositions& positions);

}  // namespace sextant::lab
