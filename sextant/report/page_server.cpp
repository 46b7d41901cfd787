// A guarded server behind three addresses: / (the page), /document.json, /events (server-sent events).
#include "sextant/report/page_server.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "sextant/core/error.h"
#include "sextant/report/access.h"
#include "sextant/report/document.h"
#include "sextant/report/edition.h"
#include "sextant/report/gathering.h"
#include "sextant/report/guarded_server.h"
#include "sextant/report/page.h"

namespace sextant::report {
namespace {

using namespace std::chrono_literals;

constexpr auto between_looks = 500ms;
constexpr auto between_beats = 500ms;  // a comment now and then shows whether the reader is still there

void set_headers(httplib::Response& response) {
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  response.set_header("Referrer-Policy", "no-referrer");  // the address holds the token
  response.set_header("X-Frame-Options", "DENY");
}

httplib::Server::HandlerResponse refuse(httplib::Response& response, int status, const char* reason) {
  response.status = status;
  response.set_content(reason, "text/plain");
  return httplib::Server::HandlerResponse::Handled;
}

}  // namespace

struct PageServer::Impl {
  std::vector<std::string> paths;
  int port = 0;
  std::string token;  // empty: everybody of this machine may read
  std::string seen;   // fingerprint of the files of the edition
  Edition edition;
  GuardedServer server;

  /// Cookies belong to a machine and not to a port: servers side by side tell theirs apart by the name.
  std::string cookie_name() const { return fmt::format("sextant-{}", port); }

  /// The token in the address, which leaves a cookie behind so that the page's own requests need none.
  bool is_welcome(const httplib::Request& request, httplib::Response& response) const {
    if (token.empty()) return true;
    if (is_same_secret(request.get_param_value("token"), token)) {
      response.set_header("Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Lax", cookie_name(), token));
      return true;
    }
    return is_same_secret(cookie_value(request.get_header_value("Cookie"), cookie_name()), token);
  }

  void add_addresses() {
    server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      set_headers(response);
      if (request.get_header_value_count("Host") != 1 || !is_loopback_host(request.get_header_value("Host")))
        return refuse(response, 403, "This page is served on localhost only.\n");
      if (request.method != "GET" && request.method != "HEAD")
        return refuse(response, 405, "This page is read-only.\n");
      if (!is_welcome(request, response))
        return refuse(response, 403, "Open the whole address that `sextant view` printed, with its token.\n");
      return httplib::Server::HandlerResponse::Unhandled;
    });
    server.Get("/", [this](const httplib::Request&, httplib::Response& response) {
      response.set_content(make_page(*edition.document()), "text/html; charset=utf-8");
    });
    server.Get("/document.json", [this](const httplib::Request&, httplib::Response& response) {
      response.set_content(embeddable_json(*edition.document()), "application/json");
    });
    server.Get("/events", [this](const httplib::Request&, httplib::Response& response) {
      response.set_chunked_content_provider(
          "text/event-stream", [this, last = edition.number()](std::size_t, httplib::DataSink& sink) mutable {
            const auto number = edition.wait_beyond(last, between_beats);
            if (!number) {
              sink.done();
              return true;
            }
            const std::string text = *number > last ? "event: change\ndata: \n\n" : ": here\n\n";
            last = *number;
            return sink.write(text.data(), text.size());
          });
    });
  }

  void look() {
    std::string now = fingerprint(paths);
    if (now == seen) return;
    seen = std::move(now);
    try {
      edition.publish(make_document(paths, true));
    } catch (const Error&) {
      // The folder is being moved or emptied: readers keep the last page until there is one again.
    }
  }
};

PageServer::PageServer(std::vector<std::string> paths, Index port, bool with_token) : impl_(std::make_unique<Impl>()) {
  require(port >= 0 && port <= 65535, "view: expected a port from 0 to 65535, not {}", port);
  require_page();
  impl_->paths = std::move(paths);
  impl_->seen = fingerprint(impl_->paths);
  impl_->edition.publish(make_document(impl_->paths, true));
  if (with_token) impl_->token = make_token();
  impl_->add_addresses();
  impl_->port = static_cast<int>(port);
  const bool bound = port == 0 ? (impl_->port = impl_->server.bind_to_any_port("127.0.0.1")) > 0
                               : impl_->server.bind_to_port("127.0.0.1", impl_->port);
  require(bound, "view: port {} on 127.0.0.1 is not available; choose another one, or none for any free port", port);
  impl_->server.start();
}

PageServer::~PageServer() {
  impl_->edition.close();
  impl_->server.finish();
}

std::string PageServer::address() const {
  return fmt::format("http://127.0.0.1:{}/{}{}", impl_->port, impl_->token.empty() ? "" : "?token=", impl_->token);
}

void PageServer::serve(const std::function<bool()>& wants_stop) {
  auto next = std::chrono::steady_clock::now() + between_looks;
  while (!wants_stop()) {
    std::this_thread::sleep_for(100ms);
    if (!impl_->server.is_running())
      throw std::runtime_error("view: the server cannot listen any more; start it again");
    if (std::chrono::steady_clock::now() < next) continue;
    impl_->look();
    next = std::chrono::steady_clock::now() + between_looks;
  }
}

}  // namespace sextant::report
