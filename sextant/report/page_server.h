// The page served on this machine alone, made anew when its files change. Read-only: three addresses, no file of the
// disk is ever sent as it is, and only to readers who have the token.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::report {

class PageServer {
 public:
  /// Listens on 127.0.0.1; port 0 takes a free one. An Error where there is nothing to show or the port is taken.
  PageServer(std::vector<std::string> paths, Index port, bool with_token);
  /// Ends at once, whatever its readers do.
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  /// Where the page is, with its token.
  std::string address() const;
  /// Looks for changes and tells the readers, until `wants_stop`, which is asked several times a second.
  void serve(const std::function<bool()>& wants_stop);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sextant::report
