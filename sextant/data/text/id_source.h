// Documents that are ids already: token ids of another tokeniser, or any sequence of whole numbers.
#pragma once

#include <memory>
#include <string>

#include "sextant/data/text/byte_stream.h"

namespace sextant::data {

/// A NumPy array of whole numbers. One axis: documents stand between `separators`; two: a row is a document, and
/// `separators` (padding, [CLS], ...) are left out.
std::unique_ptr<DocumentSource> open_npy_ids(const std::string& path, std::vector<std::int32_t> separators);

/// A text of whole numbers with blanks or commas between them: a line is a document, and `separators` end one too.
std::unique_ptr<DocumentSource> open_integers(const std::string& path, std::vector<std::int32_t> separators,
                                              std::size_t longest = longest_document);

}  // namespace sextant::data
