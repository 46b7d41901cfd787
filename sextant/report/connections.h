// Connections that end by themselves.
#pragma once

#include <httplib.h>

#include <array>
#include <chrono>
#include <list>
#include <mutex>

namespace sextant::report {

// A connection as cpp-httplib reads and writes it, with the limits that its own lacks: the whole request within a few
// seconds and kilobytes however it drips, and no wait for a reader who takes nothing.

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

// The connections of a server that are open, and which of them must go when there are more than it can serve.

class Connections {
 public:
  /// One connection for as long as it is served. Its socket is not closed by others, who could hit a socket that has
  /// got the same number since: they shut it down, whoever serves it sees its end and closes it.
  class Slot {
   public:
    Slot(Connections& all, int socket);
    ~Slot();
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    /// Its request has come: it is worth more than those that have not asked for anything.
    void has_asked();

   private:
    friend class Connections;
    struct Entry {
      int socket;
      bool asked = false;
      bool ended = false;
    };
    Connections& all_;
    std::list<Entry>::iterator own_;
  };

  /// Ends the oldest that has not asked for anything yet; where all have, the oldest: a page that listens for changes
  /// connects again by itself.
  void end_one();
  /// Ends all, and those that come later at once.
  void end_all();

 private:
  static void end(Slot::Entry& entry);

  std::mutex mutex_;
  std::list<Slot::Entry> open_;  // the oldest first
  bool closing_ = false;
};

}  // namespace sextant::report
