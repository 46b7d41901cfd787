#include "sextant/report/view.h"

#include <chrono>

#include "sextant/core/error.h"
#include "sextant/report/page_server.h"

namespace sextant::report {

void ViewOptions::visit(OptionVisitor& option) {
  option("paths", paths, "run, sweep or experiment directories");
  option("port", port, "port on 127.0.0.1 (0: any free port)");
  option("seconds", seconds, "stop after this many seconds (0: run until stopped)");
  option("token", token, "only readers whose address holds a random token see the page");
}

ViewResult view(const ViewOptions& options, Events& events, std::stop_token stop) {
  using Clock = std::chrono::steady_clock;
  require(options.seconds >= 0, "view: --for expects 0 seconds or more, not {}", options.seconds);
  require(!options.paths.empty(), "view: give directories of runs, sweeps or experiments");
  PageServer server(options.paths, options.port, options.token);
  if (!options.token)
    events.on_message({Message::Kind::warning, "without a token every user of this machine can read the page"});
  const ViewResult result{server.address()};
  events.on_finding({"page", result.address});
  const auto end = Clock::now() + std::chrono::duration<double>(options.seconds);
  server.serve([&] {
    events.on_tick();
    return stop.stop_requested() || (options.seconds > 0 && Clock::now() >= end);
  });
  return result;
}

}  // namespace sextant::report
