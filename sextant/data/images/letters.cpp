#include "sextant/data/images/letters.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/random.h"

namespace sextant::data {
namespace {

constexpr Index points_of_curve = 20;
constexpr double reach = 0.375;  // of control points from the centre, in sides of the image
constexpr double pen_spread = 0.15;

struct Point {
  double y = 0, x = 0;
};

struct Stroke {
  Point from, over, to;

  Point at(double t) const {
    const double a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
    return {a * from.y + b * over.y + c * to.y, a * from.x + b * over.x + c * to.x};
  }
};

using Letter = std::vector<Stroke>;

std::vector<Letter> make_alphabet(const LetterRequest& request) {
  std::vector<Letter> alphabet;
  const auto side = static_cast<double>(request.side);
  for (Index letter = 0; letter < request.letters; ++letter) {
    const Random random(request.seed, Stream::data, 0, static_cast<std::uint32_t>(letter));
    std::uint64_t used = 0;
    const auto place = [&] { return (side - 1) / 2 + (2 * random.uniform(used++) - 1) * reach * side; };
    const auto point = [&] {
      const double y = place();
      return Point{y, place()};
    };
    Letter strokes(static_cast<std::size_t>(request.strokes));
    for (auto& stroke : strokes) {
      stroke.from = point();
      stroke.over = point();
      stroke.to = point();
    }
    alphabet.push_back(std::move(strokes));
  }
  return alphabet;
}

/// Letter, shaken and shifted; the pen of this image in `pen`.
Letter write(const LetterRequest& request, const std::vector<Letter>& alphabet, Index image, double& pen) {
  const Random random(request.seed, Stream::data, 1, static_cast<std::uint32_t>(image));
  Letter letter = alphabet[random.below(0, static_cast<std::uint64_t>(request.letters))];
  std::uint64_t used = 1;
  const auto draw = [&](double deviation) { return deviation * random.normal(used++); };
  pen = request.pen * std::exp(draw(pen_spread));
  const double down = draw(request.shift), right = draw(request.shift);
  const double shake = request.shake * static_cast<double>(request.side);
  for (auto& stroke : letter)
    for (Point* point : {&stroke.from, &stroke.over, &stroke.to}) {
      point->y += down + draw(shake);
      point->x += right + draw(shake);
    }
  return letter;
}

/// Ink falls off from the nearest point of any stroke: exp(-d^2 / (2 pen^2)).
void ink(const Letter& letter, double pen, Index side, double* pixels) {
  std::vector<Point> points;
  for (const auto& stroke : letter)
    for (Index i = 0; i < points_of_curve; ++i)
      points.push_back(stroke.at(static_cast<double>(i) / static_cast<double>(points_of_curve - 1)));
  for (Index y = 0; y < side; ++y)
    for (Index x = 0; x < side; ++x) {
      double nearest = 1e300;
      for (const auto& point : points) {
        const double dy = point.y - static_cast<double>(y), dx = point.x - static_cast<double>(x);
        nearest = std::min(nearest, dy * dy + dx * dx);
      }
      pixels[y * side + x] = std::exp(-nearest / (2 * pen * pen));
    }
}

}  // namespace

Table draw_letters(const LetterRequest& request, Index first, Index count) {
  const auto alphabet = make_alphabet(request);
  Table images(count, request.side * request.side);
  for (Index i = 0; i < count; ++i) {
    double pen = 0;
    const Letter letter = write(request, alphabet, first + i, pen);
    ink(letter, pen, request.side, images.view().row(i));
  }
  return images;
}

}  // namespace sextant::data
