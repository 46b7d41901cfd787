// One trained vector per position (Gehring et al. 2017; Devlin et al. 2019), whatever the arrangement: the
// model has to find out for itself where its tokens stand. A CLS token has a row of its own, the first.
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct LearnedOptions final : Options {
  std::optional<Index> rows;

  void visit(OptionVisitor& option) override {
    option("rows", rows, at_least(1),
           "rows of the embedding table, of which the first are used; auto (or 0): the sample length");
  }
};

Index table_rows(const LearnedOptions& own, const EncodingContext& context) {
  const Index length = context.arrangement.length();
  const Index rows = own.rows.value_or(length);
  require(rows >= length, "learned: a table of {} rows is too short for samples of {} tokens; use {} or more, or auto",
          rows, length, length);
  return rows;
}

class Learned final : public ParameterTable {
 public:
  using OwnOptions = LearnedOptions;
  Learned(const LearnedOptions& own, const EncodingContext& context, Parameters& parameters)
      : ParameterTable(context, parameters, table_rows(own, context), true) {}
};

}  // namespace

SEXTANT_DEFINE_POSITION(learned, Learned)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
