// A stream of documents as text: one per line of a file, per row of a table, per JSON object, or per file of a folder.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sextant/data/text/byte_stream.h"

namespace sextant::data {

class TextSource {
 public:
  virtual ~TextSource() = default;
  /// The next document, valid until the next call; false behind the last one.
  virtual bool next(std::string_view& text) = 0;
  virtual BytesRead progress() const = 0;
  /// Where the last document stands, for errors: "corpus.txt, line 7".
  virtual std::string place() const = 0;
};

/// `longest` of all of these: bytes of a document with what surrounds it; more is refused by its place.

/// Every line is a document, an empty one too.
std::unique_ptr<TextSource> open_text_lines(const std::string& path, std::size_t longest = longest_document);

/// Every file below a folder is a document, in the order of their paths.
std::unique_ptr<TextSource> open_text_folder(const std::string& path, std::size_t longest = longest_document);

/// One column of a table. `column` is a name of the header line, or a number from 0. Comma-separated values follow
/// RFC 4180: a field that begins with a quote ends with one, holds commas, line ends and doubled quotes. Tab-separated
/// values know no quotes (IANA text/tab-separated-values): a quote is a letter like any other.
struct TableColumn {
  std::string column;
  char separator = '\t';
  bool header = true;                      // the first line names the columns and is not a document
  std::size_t longest = longest_document;  // bytes of a row
};
std::unique_ptr<TextSource> open_table_column(const std::string& path, const TableColumn& wanted);

/// One text per line of JSON: the value of `key` of the object, or of "a.b" inside an object of it; `key` may be empty
/// where each line is a text itself.
std::unique_ptr<TextSource> open_json_lines(const std::string& path, const std::string& key,
                                            std::size_t longest = longest_document);

}  // namespace sextant::data
