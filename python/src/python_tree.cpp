#include "python_tree.h"

#include <fmt/format.h>

#include "sextant/core/error.h"

namespace sextant::python {
namespace {

using core::Tree;

constexpr int deepest_tree = 64;  // a list that holds itself has no bottom

Tree read_integer(nb::handle object, const std::string& where) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  core::require(overflow == 0, "{}: the integer has more than 64 bits", where);
  if (value == -1 && PyErr_Occurred()) throw nb::python_error();
  return static_cast<std::int64_t>(value);
}

std::string read_text(nb::handle object, const std::string& where) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (!text) {
    PyErr_Clear();
    core::fail("{}: the text holds surrogates, which are no UTF-8", where);
  }
  return std::string(text, static_cast<std::size_t>(size));
}

Tree read_object(nb::handle object, const std::string& where, int depth);

Tree read_dictionary(nb::handle object, const std::string& where, int depth) {
  Tree tree = Tree::object();
  for (const auto& [key, value] : nb::borrow<nb::dict>(object)) {
    core::require(PyUnicode_Check(key.ptr()), "{}: expected names as keys, not {}", where,
                  nb::str(nb::handle(key)).c_str());
    const std::string name = read_text(key, where);
    tree[name] = read_object(value, where.empty() ? name : where + "." + name, depth + 1);
  }
  return tree;
}

Tree read_sequence(nb::handle object, const std::string& where, int depth) {
  Tree tree = Tree::array();
  for (nb::handle value : object) tree.push_back(read_object(value, where, depth + 1));
  return tree;
}

Tree read_object(nb::handle object, const std::string& where, int depth) {
  core::require(depth < deepest_tree, "{}: nested too deeply", where);
  PyObject* raw = object.ptr();
  if (object.is_none()) return nullptr;
  if (PyBool_Check(raw)) return raw == Py_True;
  if (PyLong_Check(raw)) return read_integer(object, where);
  if (PyFloat_Check(raw)) return PyFloat_AsDouble(raw);
  if (PyUnicode_Check(raw)) return read_text(object, where);
  if (PyDict_Check(raw)) return read_dictionary(object, where, depth);
  if (nb::hasattr(object, "tolist")) return read_object(object.attr("tolist")(), where, depth + 1);
  if (nb::hasattr(object, "__fspath__")) return read_object(object.attr("__fspath__")(), where, depth + 1);
  if (nb::hasattr(object, "__iter__") && !PyBytes_Check(raw)) return read_sequence(object, where, depth);
  core::fail("{}: expected a number, text, list or dictionary, not {}", where,
             nb::str(object.type().attr("__name__")).c_str());
}

}  // namespace

Tree read_tree(nb::handle object, const std::string& where) { return read_object(object, where, 0); }

nb::object write_tree(const Tree& tree) {
  switch (tree.type()) {
    case Tree::value_t::boolean:
      return nb::bool_(tree.get<bool>());
    case Tree::value_t::number_integer:
      return nb::int_(tree.get<std::int64_t>());
    case Tree::value_t::number_unsigned:
      return nb::int_(tree.get<std::uint64_t>());
    case Tree::value_t::number_float:
      return nb::float_(tree.get<double>());
    case Tree::value_t::string: {
      const auto& text = tree.get_ref<const std::string&>();
      return nb::str(text.data(), text.size());
    }
    case Tree::value_t::array: {
      nb::list list;
      for (const auto& value : tree) list.append(write_tree(value));
      return list;
    }
    case Tree::value_t::object: {
      nb::dict dictionary;
      for (const auto& [key, value] : tree.items()) dictionary[nb::str(key.data(), key.size())] = write_tree(value);
      return dictionary;
    }
    default:
      return nb::none();
  }
}

}  // namespace sextant::python
