// The page served on this machine alone, made anew when its files change. Read-only: three addresses, no file of the
// disk is ever sent as it is.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sextant::report {

class PageServer {
 public:
  /// Listens on 127.0.0.1; port 0 takes a free one. An Error where there is nothing to show or the port is taken.
  PageServer(std::vector<std::string> paths, int port);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  int port() const;
  /// Looks for changes and tells the readers, until `wants_stop`, which is asked several times a second.
  void serve(const std::function<bool()>& wants_stop);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sextant::report
