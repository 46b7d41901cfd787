// The page: one HTML file with the document inside. It is built from web/ and put into the program; a program built
// without npm has none, and says so.
#pragma once

#include <string>
#include <string_view>

#include "sextant/core/tree.h"

namespace sextant::report {

/// The HTML that web/ builds to, or nothing where it was left out.
std::string_view page_template();

/// An Error where the page was left out of this build.
void require_page();

/// JSON that can stand inside an HTML script element: nothing in it can end the element or the line.
std::string embeddable_json(const Tree& document);

/// The template with the document in its place.
std::string make_page(const Tree& document);

}  // namespace sextant::report
