// An event as a tree, and back.
#include "sextant/lab/sweep/mpi_event.h"

namespace sextant::lab {
namespace {

// A letter must be short: MPI hands short ones over at once, long ones only while the sender lives.
constexpr std::size_t longest_fault = 2000;

}  // namespace

Tree write_event(const CrewEvent& event) {
  Tree letter{{"kind", static_cast<int>(event.kind)}};
  if (event.kind == CrewEvent::Kind::progress) {
    letter["step"] = event.news.step;
    letter["steps"] = event.news.steps;
    letter["loss"] = event.news.loss;
    if (event.news.accuracy) letter["accuracy"] = *event.news.accuracy;
  }
  if (event.kind == CrewEvent::Kind::ended) {
    letter["status"] = event.outcome.status;
    letter["fault"] = event.outcome.fault.substr(0, longest_fault);
    letter["seconds"] = event.outcome.seconds;
    letter["from_disk"] = event.outcome.from_disk;
    letter["note"] = event.outcome.note.substr(0, longest_fault);
  }
  return letter;
}

CrewEvent read_event(const Tree& letter, Index slot) {
  CrewEvent event;
  event.kind = static_cast<CrewEvent::Kind>(letter.at("kind").get<int>());
  event.slot = slot;
  if (event.kind == CrewEvent::Kind::progress) {
    letter.at("step").get_to(event.news.step);
    letter.at("steps").get_to(event.news.steps);
    letter.at("loss").get_to(event.news.loss);
    if (letter.contains("accuracy")) event.news.accuracy = letter.at("accuracy").get<double>();
  }
  if (event.kind == CrewEvent::Kind::ended) {
    letter.at("status").get_to(event.outcome.status);
    letter.at("fault").get_to(event.outcome.fault);
    letter.at("seconds").get_to(event.outcome.seconds);
    letter.at("from_disk").get_to(event.outcome.from_disk);
    letter.at("note").get_to(event.outcome.note);
  }
  return event;
}

}  // namespace sextant::lab
