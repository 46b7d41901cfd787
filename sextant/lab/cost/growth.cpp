#include "sextant/lab/cost/growth.h"

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/assembly.h"

namespace sextant::lab {
namespace {

const Tree* find_option(const Tree& tree, const char* section, const char* key) {
  const auto found = tree.find(section);
  if (found == tree.end()) return nullptr;
  const auto value = found->find(key);
  return value == found->end() ? nullptr : &*value;
}

Index scaled(const Tree& number, double factor) {
  return static_cast<Index>(std::llround(number.get<double>() * factor));
}

/// A number, or every number of a range; what is unset ("auto", 0) stays so.
void scale_option(Tree& tree, const char* section, const char* key, double factor) {
  if (!find_option(tree, section, key)) return;
  Tree& value = tree[section][key];
  if (value.is_number()) value = scaled(value, factor);
  if (value.is_array())
    for (auto& one : value) one = scaled(one, factor);
}

/// The end of a range.
std::optional<double> size_option(const Tree& tree, const char* section, const char* key) {
  const Tree* value = find_option(tree, section, key);
  if (value && value->is_array() && !value->empty()) value = &value->back();
  if (!value || !value->is_number() || value->get<double>() <= 0) return std::nullopt;
  return value->get<double>();
}

SizeAxis axis_of(const char* name, const char* section, const char* key) {
  return {name, [=](const Tree& tree) { return size_option(tree, section, key); },
          [=](Tree& tree, double factor) { scale_option(tree, section, key, factor); }};
}

SizeAxis width_axis() {
  SizeAxis axis = axis_of("width", "model", "width");
  axis.resize = [](Tree& tree, double factor) {
    for (const char* key : {"width", "feed_forward", "key_width", "value_width"})
      scale_option(tree, "model", key, factor);
  };
  return axis;
}

}  // namespace

const std::vector<SizeAxis>& size_axes() {
  static const std::vector<SizeAxis> axes{axis_of("length", "task", "length"), width_axis(),
                                          axis_of("depth", "model", "depth"), axis_of("batch", "train", "batch")};
  return axes;
}

ResizedJob resize_job(const Tree& tree, const SizeAxis& axis, double size) {
  std::string reason;
  for (const double factor : {2.0, 0.5}) {
    Tree other = tree;
    try {
      require(size * factor >= 1, "{} {} cannot be halved", axis.name, size);
      axis.resize(other, factor);
      const Configuration configuration = Configuration::read(other);
      const Assembly made(configuration);  // refuses what does not go together
      return {configuration, size, axis.size(other).value_or(size * factor)};
    } catch (const Error& error) {
      if (reason.empty()) reason = error.what();
    }
  }
  fail("{}", reason);
}

}  // namespace sextant::lab
