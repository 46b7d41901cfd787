#include "sextant/lab/experiment/study_parts.h"

#include <algorithm>

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
    require(claim.figure.empty() || has_figure(study, claim.figure), "{}: no figure '{}'", where, claim.figure);
    study.claims.push_back(std::move(claim));
  }
}

}  // namespace sextant::lab
