#include "sextant/report/connections.h"

#include <sys/socket.h>

#include <algorithm>

namespace sextant::report {

Connections::Place::Place(Connections& all, int socket) : all_(all) {
  const std::lock_guard lock(all_.mutex_);
  own_ = all_.open_.insert(all_.open_.end(), Entry{.socket = socket});
  if (all_.closing_) end(*own_);
}

Connections::Place::~Place() {
  const std::lock_guard lock(all_.mutex_);
  all_.open_.erase(own_);
}

void Connections::Place::has_asked() {
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

void Connections::end(Place::Entry& entry) {
  if (!entry.ended) ::shutdown(entry.socket, SHUT_RDWR);
  entry.ended = true;
}

}  // namespace sextant::report
