#include "sextant/lab/experiment/study.h"

#include <algorithm>
#include <functional>

#include "sextant/core/error.h"

namespace sextant::lab {

namespace {

/// The tables [[key]] of a section; nothing where there are none.
Tree tables_at(const Tree& section, const char* key, const std::string& place) {
  const auto list = section.find(key);
  if (list == section.end()) return Tree::array();
  require(list->is_array(), "{}: expected tables, each [[{}]]", place, key);
  return *list;
}

/// A trend needs a number in every case.
void require_setting(const Claim& claim, const std::vector<Case>& cases, const std::string& place) {
  for (const auto& one : cases)
    for (const auto& pattern : claim.cases)
      require(!fits_pattern(one.name, pattern) || one.setting(claim.over).is_number(),
              "{}: case {} has no numeric value {}", place, one.name, claim.over);
}

void require_group(const Claim& claim, const std::vector<Case>& cases, const std::string& place) {
  for (const auto& one : cases)
    for (const auto* patterns : {&claim.cases, &claim.against})
      for (const auto& pattern : *patterns)
        require(!fits_pattern(one.name, pattern) || !one.setting(claim.over).is_null(),
                "{}: case {} does not set {}, by which it would be grouped", place, one.name, claim.over);
}

bool has_figure(const Study& study, const std::string& id) {
  return std::ranges::any_of(study.figures, [&](const Figure& figure) { return figure.id == id; });
}

}  // namespace

void read_figures(const Tree& section, const std::vector<Case>& cases, const std::string& place, Study& study) {
  const Tree list = tables_at(section, "figures", place);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = fmt::format("{}, figure {}", place, i + 1);
    Figure figure = read_figure(list[i], where);
    require_known(figure.cases, cases, where);
    require_known(figure.level, cases, where);
    require(!has_figure(study, figure.id), "{}: duplicate figure '{}'", where, figure.id);
    study.figures.push_back(std::move(figure));
  }
}

void read_claims(const Tree& section, const std::vector<Case>& cases, const std::string& place, Study& study) {
  const Tree list = tables_at(section, "claims", place);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = fmt::format("{}, claim {}", place, i + 1);
    Claim claim = read_claim(list[i], where);
    require_known(claim.cases, cases, where);
    require_known(claim.against, cases, where);
    if (claim.measure == "trend") require_setting(claim, cases, where);
    if (claim.by_groups()) require_group(claim, cases, where);
    require(claim.figure.empty() || has_figure(study, claim.figure), "{}: no figure '{}'", where, claim.figure);
    if (!claim.belongs_to(study.scale))
      ++study.claims_left_out;
    else
      study.claims.push_back(std::move(claim));
  }
}

void read_headline_of(const Tree& section, const std::vector<Case>& cases, const std::string& place, Study& study) {
  const auto found = section.find("headline");
  if (found == section.end()) return;
  const std::string where = place + ", headline";
  require(found->is_object(), "{}: expected a section [headline]", place);
  study.headline = read_headline(*found, where);
  for (const auto& number : study.headline.numbers)
    for (const auto* list : {&number.claim.cases, &number.claim.against}) require_known(*list, cases, where);
  require(study.headline.figure.empty() || has_figure(study, study.headline.figure), "{}: no figure '{}'", where,
          study.headline.figure);
}

// Which runs a study asks for.
namespace {

Grid make_grid(const Study& study, const std::function<bool(const Case&)>& wanted) {
  Grid grid(study.base, {});
  grid.axes = {study.seeds};
  for (const auto& one : study.cases) {
    if (!wanted(one)) continue;
    auto& axes = grid.cases.emplace_back();
    for (const auto& [key, value] : one.settings) axes.push_back({key, {value}});
  }
  return grid;
}

bool in_diagram(const Study& study, const Case& one) {
  return std::ranges::any_of(study.phases.cases, [&](const auto& pattern) { return fits_pattern(one.name, pattern); });
}

}  // namespace

Grid Study::grid() const {
  return make_grid(*this, [](const Case&) { return true; });
}

Grid Study::grid_of(const std::vector<std::string>& names, Index seed_count) const {
  Grid grid = make_grid(*this, [&](const Case& one) { return std::ranges::find(names, one.name) != names.end(); });
  grid.axes.front().values.resize(static_cast<std::size_t>(seed_count));
  return grid;
}

Grid Study::grid_of_diagram() const {
  return make_grid(*this, [this](const Case& one) { return in_diagram(*this, one); });
}

Grid Study::grid_beside_diagram() const {
  return make_grid(*this, [this](const Case& one) { return !in_diagram(*this, one); });
}

}  // namespace sextant::lab
