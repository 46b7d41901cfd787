// Series as text: delimiters, headers, names of rows, quotes.
#include "fuzzed_file.h"
#include "sextant/data/series/array_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] {
    const auto file = sextant::data::read_text_array(made_up.path());
    const auto& entry = file.arrays->entries().front();
    if (static_cast<sextant::core::Index>(file.arrays->values("table").size()) != entry.count()) std::abort();
    if (!file.column_names.empty() && static_cast<sextant::core::Index>(file.column_names.size()) != entry.shape[1])
      std::abort();
    if (!file.row_names.empty() && static_cast<sextant::core::Index>(file.row_names.size()) != entry.shape[0])
      std::abort();
  });
  return 0;
}
