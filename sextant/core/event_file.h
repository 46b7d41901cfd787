// Event files of TensorBoard, for scalars. A file is a row of TFRecords (length, its checksum, bytes, their checksum),
// each with one protobuf message tensorflow.Event; both are small enough to be written by hand.
// (Formats: tensorflow/core/lib/io/record_writer.h, tensorflow/core/util/event.proto, .../framework/summary.proto.)
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::core {

/// Names and values: {"test/loss", 0.25}.
using Scalars = std::vector<std::pair<std::string, double>>;

class EventFile {
 public:
  /// Makes the directory and a new file in it, under a name that TensorBoard looks for. Times are seconds since 1970.
  /// Readers forget what earlier files of the directory say of `first_step` and beyond: a resumed run says it again.
  EventFile(const std::string& directory, double time, Index first_step);

  /// One event; it is in the file on return.
  void add(double time, Index step, const Scalars& scalars);

 private:
  void write(const std::string& event);

  std::string path_;
  std::ofstream file_;
};

/// Removes the event files in a directory that were written by this class.
void remove_event_files(const std::string& directory);

/// CRC-32C (Castagnoli; RFC 3720, appendix B.4).
std::uint32_t crc32c(std::string_view bytes);
/// `bytes` as one TFRecord.
std::string make_record(std::string_view bytes);

}  // namespace sextant::core
