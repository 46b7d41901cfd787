#include "python_events.h"

#include <array>

namespace sextant::python {
namespace {

nb::object text(const std::string& value) { return nb::str(value.data(), value.size()); }

template <class Number>
nb::object number_or_none(const std::optional<Number>& value) {
  return value ? nb::cast(*value) : nb::none();
}

const char* name_of(core::RunEvent::Kind kind) {
  constexpr std::array names{"started", "progressed", "evaluated", "trained", "finished", "lost"};
  return names[static_cast<std::size_t>(kind)];
}

struct Writer {
  std::pair<nb::str, nb::dict> operator()(const Stage& stage) const {
    nb::dict fields;
    fields["name"] = text(stage.name);
    return {nb::str("stage"), fields};
  }
  std::pair<nb::str, nb::dict> operator()(const Tick&) const { return {nb::str("tick"), nb::dict()}; }
  std::pair<nb::str, nb::dict> operator()(const core::Progress& progress) const {
    nb::dict fields;
    fields["stage"] = text(progress.stage);
    fields["done"] = progress.done;
    fields["total"] = progress.total;
    fields["unit"] = text(progress.unit);
    fields["seconds_left"] = number_or_none(progress.seconds_left);
    return {nb::str("progress"), fields};
  }
  std::pair<nb::str, nb::dict> operator()(const core::Message& message) const {
    nb::dict fields;
    fields["kind"] = message.kind == core::Message::Kind::warning ? "warning" : "note";
    fields["text"] = text(message.text);
    return {nb::str("message"), fields};
  }
  std::pair<nb::str, nb::dict> operator()(const core::RunEvent& event) const {
    nb::dict fields;
    fields["kind"] = name_of(event.kind);
    fields["slot"] = event.slot;
    fields["run"] = text(event.run);
    fields["settings"] = text(event.settings);
    fields["step"] = event.step;
    fields["steps"] = event.steps;
    fields["split"] = text(event.split);
    fields["loss"] = event.loss;
    fields["accuracy"] = number_or_none(event.accuracy);
    fields["status"] = text(event.status);
    fields["fault"] = text(event.fault);
    fields["seconds"] = event.seconds;
    fields["cached"] = event.cached;
    fields["again"] = event.again;
    return {nb::str("run"), fields};
  }
  std::pair<nb::str, nb::dict> operator()(const core::Finding& finding) const {
    nb::dict fields;
    fields["subject"] = text(finding.subject);
    fields["text"] = text(finding.text);
    fields["held"] = number_or_none(finding.held);
    return {nb::str("finding"), fields};
  }
};

}  // namespace

bool supersedes(const Event& newer, const Event& older) {
  if (std::holds_alternative<Tick>(newer)) return std::holds_alternative<Tick>(older);
  if (const auto* progress = std::get_if<core::Progress>(&newer)) {
    const auto* known = std::get_if<core::Progress>(&older);
    return known && known->stage == progress->stage;
  }
  const auto* run = std::get_if<core::RunEvent>(&newer);
  const auto* known = std::get_if<core::RunEvent>(&older);
  return run && known && run->kind == core::RunEvent::Kind::progressed && known->kind == run->kind &&
         known->slot == run->slot && known->run == run->run;
}

std::pair<nb::str, nb::dict> write_event(const Event& event) { return std::visit(Writer(), event); }

}  // namespace sextant::python
