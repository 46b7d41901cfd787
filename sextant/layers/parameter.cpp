// Where parameters live: one flat buffer of values and one of gradients, trained numbers first.
#include "sextant/layers/parameter.h"

#include <set>

#include "sextant/core/memory.h"
#include "sextant/core/options.h"

namespace sextant::layers::inline SEXTANT_PRECISION {

namespace {

/// Values and gradients must fit into the machine; asked before they are taken, because the system would grant more
/// than it has and end the program later.
void require_room(const Parameter& parameter, Index before) {
  const double numbers =
      static_cast<double>(before) + static_cast<double>(parameter.rows) * static_cast<double>(parameter.columns);
  const double bytes = 2 * sizeof(real) * numbers;
  require(bytes <= static_cast<double>(machine_memory()),
          "model: up to {} ({}, {}) its weights and gradients take {:.3g} GB, more than this machine's {}",
          parameter.name, parameter.rows, parameter.columns, bytes / 1e9, memory_text(machine_memory()));
}

}  // namespace

void Parameters::allocate() {
  std::set<std::string_view> names;
  for (const Parameter& parameter : list_)
    require(names.insert(parameter.name).second, "parameter {}: declared twice", parameter.name);
  Index next = 0;
  for (const bool trainable : {true, false}) {
    for (Parameter& parameter : list_) {
      require(parameter.rows >= 1 && parameter.columns >= 1, "parameter {}: empty shape ({}, {})", parameter.name,
              parameter.rows, parameter.columns);
      require(parameter.given.empty() || static_cast<Index>(parameter.given.size()) == parameter.size(),
              "parameter {}: {} initial values given for shape ({}, {})", parameter.name, parameter.given.size(),
              parameter.rows, parameter.columns);
      if (parameter.trainable != trainable) continue;
      require_room(parameter, next);
      parameter.offset = next;
      next += parameter.size();
    }
    if (trainable) trainable_size_ = next;
  }
  size_ = next;
  own_values_.assign(static_cast<std::size_t>(size_), real(0));
  own_gradients_.assign(static_cast<std::size_t>(size_), real(0));
  values_ = own_values_.data();
  for (Parameter& parameter : list_) parameter.value = {values_ + parameter.offset, parameter.rows, parameter.columns};
  bind_gradients(own_gradients_.data());
}

void Parameters::share_values(Parameters& owner) {
  if (size_ == 0) allocate();
  require(list_.size() == owner.list_.size(), "shared parameters: {} tensors here, {} in the model that owns them",
          list_.size(), owner.list_.size());
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const Parameter& mine = list_[i];
    const Parameter& theirs = owner.list_[i];
    require(mine.name == theirs.name && mine.rows == theirs.rows && mine.columns == theirs.columns &&
                mine.offset == theirs.offset,
            "shared parameters: {} ({}, {}) here is {} ({}, {}) in the model that owns them", mine.name, mine.rows,
            mine.columns, theirs.name, theirs.rows, theirs.columns);
  }
  values_ = owner.values_;
  for (Parameter& parameter : list_) parameter.value = {values_ + parameter.offset, parameter.rows, parameter.columns};
  own_values_ = {};
}

void Parameters::bind_gradients(real* flat) {
  gradients_ = flat;
  for (Parameter& parameter : list_) parameter.gradient = {flat + parameter.offset, parameter.rows, parameter.columns};
}

Parameter& Parameters::find(std::string_view name) {
  std::vector<std::string> names;
  for (Parameter& parameter : list_) {
    if (parameter.name == name) return parameter;
    names.push_back(parameter.name);
  }
  fail("parameters: no '{}'{}", name, nearest_name_hint(name, names));
}

}  // namespace sextant::layers::inline SEXTANT_PRECISION
