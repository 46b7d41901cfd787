#include "python_boundary.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python_tree.h"
#include "sextant/core/error.h"
#include "sextant/lab/sweep/boundary.h"

namespace sextant::python {
namespace {

using core::Index;
using lab::Boundary;

lab::DiagramShape make_shape(const std::vector<std::pair<std::string, std::vector<double>>>& axes, Index seeds) {
  lab::DiagramShape shape;
  for (const auto& [key, values] : axes) shape.axes.push_back({key, values});
  shape.seeds = seeds;
  shape.check();
  return shape;
}

}  // namespace

void add_boundary(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Boundary>(module, "Boundary", "Which runs tell most about where phases meet.")
      .def(
          "__init__",
          [](Boundary* self, const std::vector<std::pair<std::string, std::vector<double>>>& axes, Index seeds,
             double budget, double confidence, std::uint64_t seed, const std::vector<std::string>& labels) {
            new (self) Boundary(make_shape(axes, seeds),
                                {.budget = budget, .confidence = confidence, .seed = seed, .labels = labels});
          },
          "axes"_a, "seeds"_a, "budget"_a, "confidence"_a, "seed"_a, "labels"_a)
      .def(
          "observe",
          [](Boundary& self, Index cell, Index seed, const std::string& label) {
            core::require(cell >= 0 && cell < self.shape().cells() && seed >= 0 && seed < self.shape().seeds,
                          "boundary: no cell {} with seed {}", cell, seed);
            self.observe(cell, seed, label);
          },
          "cell"_a, "seed"_a, "label"_a)
      .def(
          "propose",
          [](Boundary& self, Index count) {
            std::vector<std::pair<Index, Index>> runs;
            {
              const nb::gil_scoped_release released;
              for (const auto& one : self.propose(count)) runs.emplace_back(one.cell, one.seed);
            }
            return runs;
          },
          "count"_a)
      .def("settled", &Boundary::settled)
      .def("budget_runs", &Boundary::budget_runs)
      .def("observed_runs", &Boundary::observed_runs)
      .def("describe", [](const Boundary& self) { return write_tree(self.describe()); });
}

}  // namespace sextant::python
