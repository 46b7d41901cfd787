// cpp-httplib's server for a machine with many users: a fixed number of threads, started by whoever asks for the server
// and not amid a request; one request per connection; a newcomer takes the place of the oldest connection that has not
// asked for anything; and an end that waits for nobody.
#pragma once

#include <httplib.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <thread>
#include <vector>

#include "sextant/report/connections.h"

namespace sextant::report {

class GuardedServer final : public httplib::Server {
 public:
  GuardedServer() = default;
  ~GuardedServer() override;

  /// Serves what was bound, from threads of its own.
  void start();
  /// Ends all connections and the threads.
  void finish();

 private:
  class Queue;

  bool process_and_close_socket(socket_t socket) override;
  void enter(std::function<void()> job);
  void work();
  void listen();

  std::mutex mutex_;
  std::condition_variable job_came_, job_went_;
  std::deque<std::function<void()>> jobs_;
  std::size_t busy_ = 0;  // threads with a connection
  bool leaving_ = false;
  bool listened_ = false;
  Connections connections_;
  std::vector<std::thread> threads_;
};

}  // namespace sextant::report
