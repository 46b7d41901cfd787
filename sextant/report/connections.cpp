#include "sextant/report/connections.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace sextant::report {

namespace {

using namespace std::chrono_literals;

constexpr auto longest_request = 3s;
constexpr auto longest_stall = 5s;  // of a reader who does not take what was sent
constexpr std::size_t most_request_bytes = 16 * 1024;

}  // namespace

GuardedStream::GuardedStream(int socket) : socket_(socket), request_until_(Clock::now() + longest_request) {}

bool GuardedStream::is_readable() const { return next_ < end_ || wait_for(POLLIN, Clock::now()); }

bool GuardedStream::is_writable() const { return wait_for(POLLOUT, Clock::now() + longest_stall); }

ssize_t GuardedStream::read(char* to, std::size_t size) {
  if (next_ == end_ && !refill()) return -1;
  const std::size_t bytes = std::min(size, end_ - next_);
  std::memcpy(to, buffer_.data() + next_, bytes);
  next_ += bytes;
  return static_cast<ssize_t>(bytes);
}

ssize_t GuardedStream::write(const char* from, std::size_t size) {
  for (std::size_t sent = 0; sent < size;) {
    if (!wait_for(POLLOUT, Clock::now() + longest_stall)) return -1;
    const ssize_t bytes = ::send(socket_, from + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (bytes < 0 && errno != EINTR && errno != EAGAIN) return -1;
    if (bytes > 0) sent += static_cast<std::size_t>(bytes);
  }
  return static_cast<ssize_t>(size);
}

// Nobody asks: the server is on one machine, and so are its readers.
void GuardedStream::get_remote_ip_and_port(std::string& ip, int& port) const { get_local_ip_and_port(ip, port); }

void GuardedStream::get_local_ip_and_port(std::string& ip, int& port) const {
  ip = "127.0.0.1";
  port = 0;
}

void GuardedStream::finish() {
  ::shutdown(socket_, SHUT_WR);
  for (std::size_t taken = 0; taken < 16 * most_request_bytes;) {
    const ssize_t bytes = ::recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (bytes <= 0) return;
    taken += static_cast<std::size_t>(bytes);
  }
}

bool GuardedStream::wait_for(short event, Clock::time_point until) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    pollfd watched{.fd = socket_, .events = event, .revents = 0};
    const int ready = ::poll(&watched, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
    if (ready < 0 && errno == EINTR) continue;
    return ready > 0 && (watched.revents & event) != 0 &&
           (event == POLLIN || (watched.revents & (POLLHUP | POLLERR)) == 0);
  }
}

bool GuardedStream::refill() {
  if (received_ >= most_request_bytes || !wait_for(POLLIN, request_until_)) return false;
  const ssize_t bytes = ::recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
  if (bytes <= 0) return false;
  received_ += static_cast<std::size_t>(bytes);
  next_ = 0;
  end_ = static_cast<std::size_t>(bytes);
  return true;
}

Connections::Slot::Slot(Connections& all, int socket) : all_(all) {
  const std::lock_guard lock(all_.mutex_);
  own_ = all_.open_.insert(all_.open_.end(), Entry{.socket = socket});
  if (all_.closing_) end(*own_);
}

Connections::Slot::~Slot() {
  const std::lock_guard lock(all_.mutex_);
  all_.open_.erase(own_);
}

void Connections::Slot::has_asked() {
  const std::lock_guard lock(all_.mutex_);
  own_->asked = true;
}

void Connections::end_one() {
  const std::lock_guard lock(mutex_);
  auto chosen = std::ranges::find_if(open_, [](const auto& one) { return !one.ended && !one.asked; });
  if (chosen == open_.end()) chosen = std::ranges::find_if(open_, [](const auto& one) { return !one.ended; });
  if (chosen != open_.end()) end(*chosen);
}

void Connections::end_all() {
  const std::lock_guard lock(mutex_);
  closing_ = true;
  for (auto& entry : open_) end(entry);
}

void Connections::end(Slot::Entry& entry) {
  if (!entry.ended) ::shutdown(entry.socket, SHUT_RDWR);
  entry.ended = true;
}

}  // namespace sextant::report
