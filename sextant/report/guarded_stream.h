// A connection as cpp-httplib reads and writes it, with the limits that its own lacks: the whole request within a few
// seconds and kilobytes however it drips, and no wait for a reader who takes nothing.
#pragma once

#include <httplib.h>

#include <array>
#include <chrono>

namespace sextant::report {

class GuardedStream final : public httplib::Stream {
 public:
  explicit GuardedStream(int socket);

  bool is_readable() const override;
  bool is_writable() const override;
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

  /// Says that the answer is whole, and takes what is still unread, which would make the close a reset.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool wait_for(short event, Clock::time_point until) const;
  bool refill();

  int socket_;
  Clock::time_point request_until_;
  std::array<char, 4096> buffer_ = {};
  std::size_t next_ = 0, end_ = 0;
  std::size_t received_ = 0;
};

}  // namespace sextant::report
