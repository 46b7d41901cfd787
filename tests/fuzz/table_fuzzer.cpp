// The first byte chooses: the separator, and whether there is a header line.
#include "fuzzed_file.h"
#include "sextant/data/text/text_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const FuzzedFile made_up(data + 1, size - 1);
  const sextant::data::TableColumn wanted{
      .column = data[0] & 4 ? "text" : "1", .separator = data[0] & 1 ? ',' : '\t', .header = (data[0] & 2) != 0};
  read_or_refuse([&] {
    const auto source = sextant::data::open_table_column(made_up.path(), wanted);
    for (std::string_view text; source->next(text);) (void)source->place();
  });
  return 0;
}
