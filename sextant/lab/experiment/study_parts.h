// The lists of a study: its claims and figures, checked against its cases.
#pragma once

#include "sextant/lab/experiment/study.h"

namespace sextant::lab {

/// `section` is the study's own; `cases` all that its file has, at whatever scale.
void read_figures(const Tree& section, const std::vector<Case>& cases, const std::string& place, Study& study);

/// After the figures, which claims may name.
void read_claims(const Tree& section, const std::vector<Case>& cases, const std::string& place, Study& study);

}  // namespace sextant::lab
