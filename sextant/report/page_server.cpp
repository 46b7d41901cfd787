// cpp-httplib behind three addresses: / (the page), /document.json, /events (server-sent events).
#include "sextant/report/page_server.h"

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "sextant/core/error.h"
#include "sextant/report/document.h"
#include "sextant/report/gathering.h"
#include "sextant/report/page.h"

namespace sextant::report {
namespace {

using namespace std::chrono_literals;

constexpr auto between_looks = 500ms;
constexpr auto between_beats = 2s;  // a comment now and then shows whether the reader is still there
constexpr std::size_t most_readers = 32;

/// Another site's name that leads here (DNS rebinding) is refused: the page is for this machine's own names.
bool is_own_host(const std::string& host, int port) {
  return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
}

void set_headers(httplib::Response& response) {
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  response.set_header("X-Frame-Options", "DENY");
}

}  // namespace

/// The document of the moment and its number, which readers wait on.
class Edition {
 public:
  void publish(Tree document) {
    const std::lock_guard lock(mutex_);
    document_ = std::make_shared<const Tree>(std::move(document));
    ++number_;
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  std::shared_ptr<const Tree> document() {
    const std::lock_guard lock(mutex_);
    return document_;
  }
  long number() {
    const std::lock_guard lock(mutex_);
    return number_;
  }
  /// The number of the moment, as soon as it is above `seen` or patience ends; nothing once closed.
  std::optional<long> wait_beyond(long seen) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, between_beats, [&] { return closed_ || number_ > seen; });
    return closed_ ? std::nullopt : std::optional(number_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<const Tree> document_;
  long number_ = 0;
  bool closed_ = false;
};

struct PageServer::Impl {
  std::vector<std::string> paths;
  int port = 0;
  Edition edition;
  httplib::Server server;
  std::thread thread;
  std::string seen;  // fingerprint of the files of the edition

  void add_addresses() {
    server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      set_headers(response);
      const bool own = is_own_host(request.get_header_value("Host"), port);
      if (own && (request.method == "GET" || request.method == "HEAD"))
        return httplib::Server::HandlerResponse::Unhandled;
      response.status = own ? 405 : 403;
      response.set_content(own ? "this page is read-only\n" : "this page is served on localhost only\n", "text/plain");
      return httplib::Server::HandlerResponse::Handled;
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
            const auto number = edition.wait_beyond(last);
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

PageServer::PageServer(std::vector<std::string> paths, int port) : impl_(std::make_unique<Impl>()) {
  require(port >= 0 && port <= 65535, "view: expected a port from 0 to 65535, not {}", port);
  require_page();
  impl_->paths = std::move(paths);
  impl_->seen = fingerprint(impl_->paths);
  impl_->edition.publish(make_document(impl_->paths, true));
  impl_->server.new_task_queue = [] { return new httplib::ThreadPool(most_readers); };
  impl_->server.set_keep_alive_timeout(2);
  impl_->add_addresses();
  const bool bound = port == 0 ? (impl_->port = impl_->server.bind_to_any_port("127.0.0.1")) > 0
                               : impl_->server.bind_to_port("127.0.0.1", port);
  require(bound, "view: port {} on 127.0.0.1 is not available; choose another one, or none for any free port", port);
  if (port != 0) impl_->port = port;
  impl_->thread = std::thread([this] { impl_->server.listen_after_bind(); });
}

PageServer::~PageServer() {
  impl_->edition.close();
  impl_->server.stop();
  if (impl_->thread.joinable()) impl_->thread.join();
}

int PageServer::port() const { return impl_->port; }

void PageServer::serve(const std::function<bool()>& wants_stop) {
  auto next = std::chrono::steady_clock::now() + between_looks;
  while (!wants_stop()) {
    std::this_thread::sleep_for(100ms);
    if (std::chrono::steady_clock::now() < next) continue;
    impl_->look();
    next = std::chrono::steady_clock::now() + between_looks;
  }
}

}  // namespace sextant::report
