#include "sextant/math/graph/partition.h"

#include <algorithm>
#include <map>

namespace sextant::math {
namespace {

template <class Name>
Partition number(std::span<const Name> names) {
  std::map<Name, Index> numbers;
  Partition result;
  for (const Name& name : names)
    result.push_back(numbers.try_emplace(name, static_cast<Index>(numbers.size())).first->second);
  return result;
}

}  // namespace

Partition number_by_appearance(const Partition& any) { return number(std::span<const Index>(any)); }

Partition partition_by_name(std::span<const std::string> names) { return number(names); }

Index count_modules(const Partition& partition) {
  return partition.empty() ? 0 : *std::ranges::max_element(partition) + 1;
}

Partition reorder(const Partition& partition, std::span<const std::int32_t> order) {
  Partition result;
  for (const std::int32_t node : order) result.push_back(partition[static_cast<std::size_t>(node)]);
  return result;
}

}  // namespace sextant::math
