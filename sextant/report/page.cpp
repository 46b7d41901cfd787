#include "sextant/report/page.h"

#include "sextant/core/error.h"

#ifdef SEXTANT_PAGE_FILE
// The built page, byte for byte, between two symbols.
asm(".section .rodata\n"
    ".global sextant_page_begin\n.global sextant_page_end\n"
    "sextant_page_begin:\n.incbin \"" SEXTANT_PAGE_FILE
    "\"\n"
    "sextant_page_end:\n.byte 0\n"
    ".text\n");
extern "C" const char sextant_page_begin[];
extern "C" const char sextant_page_end[];
#endif

namespace sextant::report {
namespace {

constexpr std::string_view place_of_document = "SEXTANT-DOCUMENT";

void replace_all(std::string& text, std::string_view old, std::string_view fresh) {
  std::string result;
  std::size_t start = 0;
  for (std::size_t found = text.find(old); found != std::string::npos; found = text.find(old, start)) {
    result.append(text, start, found - start).append(fresh);
    start = found + old.size();
  }
  text = result.append(text, start);
}

}  // namespace

std::string_view page_template() {
#ifdef SEXTANT_PAGE_FILE
  return {sextant_page_begin, static_cast<std::size_t>(sextant_page_end - sextant_page_begin)};
#else
  return {};
#endif
}

void require_page() {
  require(!page_template().empty(),
          "this program was built without the page because npm was not found; install nodejs and npm "
          "(scripts/install_packages.sh build) and rebuild");
}

std::string embeddable_json(const Tree& document) {
  // What is not UTF-8 in a result file becomes a replacement sign: it must not take the page with it.
  std::string text = document.dump(-1, ' ', false, Tree::error_handler_t::replace);
  replace_all(text, "<", "\\u003c");
  replace_all(text, "\u2028", "\\u2028");
  replace_all(text, "\u2029", "\\u2029");
  return text;
}

std::string make_page(const Tree& document) {
  require_page();
  const std::string_view whole = page_template();
  const std::size_t place = whole.find(place_of_document);
  require(place != std::string_view::npos, "the page in this program has no slot for its document; rebuild it");
  std::string page(whole.substr(0, place));
  page += embeddable_json(document);
  page += whole.substr(place + place_of_document.size());
  return page;
}

}  // namespace sextant::report
