// Vectors from a file: the table of another model, or one built from data. Its numbers are the start values
// whatever the initialiser; they stay as they are or are trained on.
#include <cmath>

#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct FixedTableOptions final : Options {
  std::string file;
  bool trainable = false;
  bool cut = false;

  void visit(OptionVisitor& option) override {
    option.path("file", file, "the embedding table (length, width): x.npy, x.safetensors#tensor, x.csv or x.tsv");
    option("trainable", trainable, "fine-tune the embeddings instead of freezing them");
    option("cut", cut, "truncate a table that is longer than a sample");
  }
};

std::vector<double> read_rows(const FixedTableOptions& own, const EncodingContext& context) {
  require(!own.file.empty(), "fixed_table: no file given; set position.file to an npy, safetensors#tensor or csv file");
  Table table = read_table(own.file);
  const Index length = context.arrangement.length();
  if (own.cut && table.rows > length) {
    table.rows = length;
    table.values.resize(static_cast<std::size_t>(length * table.columns));
  }
  require(table.rows == length && table.columns == context.width,
          "fixed_table: {} has shape ({}, {}), but tokens and model width require ({}, {}){}", own.file, table.rows,
          table.columns, length, context.width,
          table.rows > length && table.columns == context.width ? "; cut = true truncates it" : "");
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      require(std::isfinite(table(i, j)), "fixed_table: {} contains {} at row {}, column {}; expected finite numbers",
              own.file, table(i, j), i, j);
  return std::move(table.values);
}

class FixedTable final : public ParameterTable {
 public:
  using OwnOptions = FixedTableOptions;
  FixedTable(const FixedTableOptions& own, const EncodingContext& context, Parameters& parameters)
      : ParameterTable(context, parameters, context.arrangement.length(), own.trainable, read_rows(own, context)) {}
};

}  // namespace

SEXTANT_DEFINE_POSITION(fixed_table, FixedTable)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
