// How positions form: the vectors (tokens, width) of every trained encoding, or its distances (tokens, tokens) where it
// has no vectors, at steps 0, 1, 2, 3, 4, 6, 8, 11, 16, ... (two per octave) and at the last step. Frames are kept in
// memory and written as positions.safetensors: float32 tensors "000000128/blocks.1.position".
#pragma once

#include <string>
#include <vector>

#include "sextant/analysis/position_frame.h"
#include "sextant/core/files.h"
#include "sextant/nn/model.h"

namespace sextant::lab {

class PositionHistory {
 public:
  /// The encodings of `model` that have something to train; it must outlive the history.
  explicit PositionHistory(const Model& model);

  /// False where no encoding is trained: then there is nothing to write.
  bool has_subject() const { return !subjects_.empty(); }
  /// Takes a frame if one is due at this step; steps only grow.
  void observe(Index step) {
    if (step >= next_) take(step);
  }
  /// The last frame, at whatever step that is.
  void end(Index step);

  /// `run`: the digest of the run that the file belongs to.
  void write(const std::string& path, const std::string& run, Sync sync) const;
  /// Goes on with the frames of a file up to `step`.
  void read(const std::string& path, Index step);

 private:
  struct Subject {
    std::string name;  // the prefix of its parameters
    Index block;
  };
  struct Picture {
    std::string name;
    std::vector<Index> shape;
    std::vector<float> values;
  };
  struct Frame {
    Index step = 0;
    std::vector<Picture> pictures;
  };
  void take(Index step);
  void await_next(Index step);

  const Model& model_;
  std::vector<Subject> subjects_;
  std::vector<Frame> frames_;
  Index next_ = 0;
  std::string rule_;  // of the geometry
};

/// All frames of such a file, as an analysis sees them; none where there is no file.
std::vector<PositionFrame> read_frames(const std::string& path);

/// The first step beyond `step` at which a frame is due.
Index next_frame(Index step);

}  // namespace sextant::lab
