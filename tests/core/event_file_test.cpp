// Event files: checksums and framing against known bytes. TensorBoard's own reader judges whole files
// (tests/oracles/tensorboard).
#include "sextant/core/event_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sextant/core/files.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::string bytes_of(std::initializer_list<int> numbers) {
  std::string bytes;
  for (const int number : numbers) bytes += static_cast<char>(number);
  return bytes;
}

TEST(EventFile, ChecksumsOfTheStandard) {  // RFC 3720, B.4
  EXPECT_EQ(crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43u);
  EXPECT_EQ(crc32c(""), 0u);
}

TEST(EventFile, BeginsWithTheRecordThatTensorFlowWrites) {
  // The first record of an event file by TensorFlow, at time 0: {wall_time: 0, file_version: "brain.Event:2"}.
  const std::string event = bytes_of({0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x0d}) + "brain.Event:2";
  const std::string record = make_record(event);
  ASSERT_EQ(record.size(), 8 + 4 + event.size() + 4);
  EXPECT_EQ(record.substr(0, 12), bytes_of({0x18, 0, 0, 0, 0, 0, 0, 0, 0xa3, 0x7f, 0x4b, 0x22}));
  EXPECT_EQ(record.substr(12, event.size()), event);
}

TEST(EventFile, HoldsScalarsAsFloats) {
  const TemporaryDirectory directory;
  EventFile file(directory.file("log"), 1000.5, 300);
  file.add(1001.25, 300, {{"a", 1.0}, {"b", -2.0}});
  const auto entry = *std::filesystem::directory_iterator(directory.file("log"));
  EXPECT_TRUE(entry.path().filename().string().starts_with("events.out.tfevents.0000001000."));
  const std::string expected =
      bytes_of({0x09, 0, 0,    0, 0,   0,    0x4a, 0x8f, 0x40, 0x10, 0xac, 0x02, 0x2a, 0x14,  //
                0x0a, 8, 0x0a, 1, 'a', 0x15, 0,    0,    0x80, 0x3f,                          //
                0x0a, 8, 0x0a, 1, 'b', 0x15, 0,    0,    0,    0xc0});
  EXPECT_TRUE(read_file(entry.path()).ends_with(make_record(expected)));
}

TEST(EventFile, TwoOfOneSecondDoNotMeet) {
  const TemporaryDirectory directory;
  const EventFile one(directory.path(), 7, 0), other(directory.path(), 7, 0);
  EXPECT_EQ(directory.entries(), 2u);
}

}  // namespace
}  // namespace sextant::test
