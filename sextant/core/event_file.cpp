// Protobuf and TFRecord by hand: a field is a key (number * 8 + wire type) and its value.
#include "sextant/core/event_file.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"

namespace sextant::core {
namespace {

static_assert(std::endian::native == std::endian::little, "the formats are little-endian");

constexpr std::string_view prefix = "events.out.tfevents.";
constexpr std::string_view suffix = ".sextant";

template <class Number>
void append(std::string& text, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  text.append(bytes, sizeof number);
}

void append_varint(std::string& text, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) text += static_cast<char>(0x80 | (number & 0x7f));
  text += static_cast<char>(number);
}

/// A field of wire type 2: a text or a message.
void append_bytes(std::string& message, std::uint64_t field, std::string_view bytes) {
  append_varint(message, field << 3 | 2);
  append_varint(message, bytes.size());
  message += bytes;
}

/// Event: wall_time = 1 (double), step = 2 (int64).
std::string begin_event(double time, Index step) {
  std::string event;
  append_varint(event, 1 << 3 | 1);
  append(event, time);
  append_varint(event, 2 << 3 | 0);
  append_varint(event, static_cast<std::uint64_t>(step));
  return event;
}

// The checksum of a record is stored turned and shifted, so that the checksum of bytes that hold one stays useful.
std::uint32_t masked_crc(std::string_view bytes) { return std::rotr(crc32c(bytes), 15) + 0xa282ead8u; }

/// Two files of one second must not meet.
std::string free_path(const std::string& directory, double time) {
  for (Index number = 0;; ++number) {
    std::string path =
        fmt::format("{}/{}{:010}.{}{}", directory, prefix, static_cast<Index>(std::floor(time)), number, suffix);
    if (!file_exists(path)) return path;
  }
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
  }
  return ~crc;
}

std::string make_record(std::string_view bytes) {
  std::string record;
  append<std::uint64_t>(record, bytes.size());
  append(record, masked_crc(record));
  record += bytes;
  append(record, masked_crc(bytes));
  return record;
}

EventFile::EventFile(const std::string& directory, double time, Index first_step) {
  make_directory(directory);
  path_ = free_path(directory, time);
  file_.open(path_, std::ios::binary);
  std::string version = begin_event(time, 0);
  append_bytes(version, 3, "brain.Event:2");  // file_version = 3
  write(version);
  std::string session = begin_event(time, first_step);
  append_bytes(session, 7, "\x08\x01");  // session_log = 7: {status = 1: START}
  write(session);
}

void remove_event_files(const std::string& directory) {
  if (!file_exists(directory)) return;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(suffix)) std::filesystem::remove(entry.path());
  }
}

void EventFile::add(double time, Index step, const Scalars& scalars) {
  std::string summary;
  for (const auto& [tag, number] : scalars) {
    std::string value;
    append_bytes(value, 1, tag);       // Value.tag = 1
    append_varint(value, 2 << 3 | 5);  // Value.simple_value = 2 (float)
    append(value, static_cast<float>(number));
    append_bytes(summary, 1, value);  // Summary.value = 1, repeated
  }
  std::string event = begin_event(time, step);
  append_bytes(event, 5, summary);  // Event.summary = 5
  write(event);
}

void EventFile::write(const std::string& event) {
  const std::string record = make_record(event);
  file_.write(record.data(), static_cast<std::streamsize>(record.size()));
  if (!file_.flush().good())
    throw DiskError(fmt::format("cannot write {}; free some disk space or choose another directory", path_));
}

}  // namespace sextant::core
