// The connections of a server that are open, and which of them must go when there are more than it can serve.
#pragma once

#include <list>
#include <mutex>

namespace sextant::report {

class Connections {
 public:
  /// One connection for as long as it is served. Its socket is not closed by others, who could hit a socket that has
  /// got the same number since: they shut it down, whoever serves it sees its end and closes it.
  class Place {
   public:
    Place(Connections& all, int socket);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

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
  static void end(Place::Entry& entry);

  std::mutex mutex_;
  std::list<Place::Entry> open_;  // the oldest first
  bool closing_ = false;
};

}  // namespace sextant::report
