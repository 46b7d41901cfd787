#include "sextant/data/images/shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sextant/core/random.h"

namespace sextant::data {
namespace {

constexpr double pen = 0.6;                                   // half the width of a stroke, in pixels
constexpr double smallest_reach = 0.25, largest_reach = 0.4;  // from the centre, in sides of the image
constexpr double largest_turn = 0.15;                         // radians

struct Corner {
  double y = 0, x = 0;  // -1 to 1, rows downwards
};
struct Segment {
  Corner from, to;
};
struct Shape {
  const char* name;
  std::vector<Segment> strokes;
};

std::vector<Segment> closed(const std::vector<Corner>& corners) {
  std::vector<Segment> strokes;
  for (std::size_t i = 0; i < corners.size(); ++i) strokes.push_back({corners[i], corners[(i + 1) % corners.size()]});
  return strokes;
}

std::vector<Segment> circle() {
  std::vector<Corner> corners;
  constexpr int count = 16;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    corners.push_back({std::sin(angle), std::cos(angle)});
  }
  return closed(corners);
}

const std::vector<Shape>& all_shapes() {
  static const std::vector<Shape> shapes = {{"triangle", closed({{-1, 0}, {1, 1}, {1, -1}})},
                                            {"triangle, point down", closed({{1, 0}, {-1, 1}, {-1, -1}})},
                                            {"T", {{{-1, -1}, {-1, 1}}, {{-1, 0}, {1, 0}}}},
                                            {"T, upside down", {{{1, -1}, {1, 1}}, {{-1, 0}, {1, 0}}}},
                                            {"plus", {{{0, -1}, {0, 1}}, {{-1, 0}, {1, 0}}}},
                                            {"cross", {{{-1, -1}, {1, 1}}, {{-1, 1}, {1, -1}}}},
                                            {"square", closed({{-1, -1}, {-1, 1}, {1, 1}, {1, -1}})},
                                            {"circle", circle()},
                                            {"diamond", closed({{-1, 0}, {0, 1}, {1, 0}, {0, -1}})},
                                            {"hourglass", closed({{-1, -1}, {-1, 1}, {1, -1}, {1, 1}})}};
  return shapes;
}

double distance_to(const Segment& stroke, const Corner& point) {
  const double dy = stroke.to.y - stroke.from.y, dx = stroke.to.x - stroke.from.x;
  const double along = ((point.y - stroke.from.y) * dy + (point.x - stroke.from.x) * dx) / (dy * dy + dx * dx);
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(point.y - stroke.from.y - t * dy, point.x - stroke.from.x - t * dx);
}

/// One image; which shape it is.
std::int32_t draw(const ShapeRequest& request, Index number, double* pixels) {
  const Random random(request.seed, Stream::data, 0, static_cast<std::uint32_t>(number));
  const auto shape = static_cast<std::int32_t>(random.below(0, static_cast<std::uint64_t>(request.classes)));
  const auto side = static_cast<double>(request.side);
  const double reach = side * (smallest_reach + (largest_reach - smallest_reach) * random.uniform(1));
  const double turn = largest_turn * (2 * random.uniform(2) - 1);
  const double room = (side - 1) / 2 - reach;
  const double y = (side - 1) / 2 + room * (2 * random.uniform(3) - 1);
  const double x = (side - 1) / 2 + room * (2 * random.uniform(4) - 1);
  std::vector<Segment> strokes = all_shapes()[static_cast<std::size_t>(shape)].strokes;
  for (auto& stroke : strokes)
    for (Corner* corner : {&stroke.from, &stroke.to})
      *corner = {y + reach * (std::cos(turn) * corner->y - std::sin(turn) * corner->x),
                 x + reach * (std::sin(turn) * corner->y + std::cos(turn) * corner->x)};
  const Random noise(request.seed, Stream::data, 1, static_cast<std::uint32_t>(number));
  for (Index i = 0; i < request.side * request.side; ++i) {
    const Corner pixel{static_cast<double>(i / request.side), static_cast<double>(i % request.side)};
    double nearest = side * 2;
    for (const auto& stroke : strokes) nearest = std::min(nearest, distance_to(stroke, pixel));
    pixels[i] = std::clamp(pen + 0.5 - nearest, 0.0, 1.0) + request.noise * noise.normal(static_cast<std::uint64_t>(i));
  }
  return shape;
}

}  // namespace

const char* name_of_shape(Index number) { return all_shapes().at(static_cast<std::size_t>(number)).name; }

DrawnShapes draw_shapes(const ShapeRequest& request, Index first, Index count) {
  DrawnShapes result{Table(count, request.side * request.side), {}};
  for (Index i = 0; i < count; ++i) result.labels.push_back(draw(request, first + i, result.images.view().row(i)));
  return result;
}

}  // namespace sextant::data
