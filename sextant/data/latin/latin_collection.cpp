// Making, splitting and sharing collections.
#include "sextant/data/latin/latin_collection.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/data/latin/latin_files.h"

namespace sextant::data {
namespace {

std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto condition : latin_conditions) files.push_back(generated_latin_file(folder, condition));
  files.push_back(original_latin_file(folder));
  return files;
}

/// The first rows of each file, condition after condition.
std::vector<LatinPuzzle> read_pool(const LatinRequest& request) {
  std::vector<LatinPuzzle> pool;
  for (const auto condition : latin_conditions) {
    const std::string path = generated_latin_file(request.folder, condition);
    const auto puzzles = read_latin_file(path, request.pool.size);
    require(static_cast<Index>(puzzles.size()) >= request.pool.rows,
            "{}: it has {} puzzles, {} requested; lower task.rows", path, puzzles.size(), request.pool.rows);
    pool.insert(pool.end(), puzzles.begin(), puzzles.begin() + request.pool.rows);
  }
  return pool;
}

void require_far(const std::vector<LatinPuzzle>& pool, const std::vector<LatinPuzzle>& gen, double distance) {
  double nearest = 1;
  for (const auto& puzzle : pool)
    for (const auto& other : gen) nearest = std::min(nearest, jaccard_distance(puzzle, other));
  require(nearest > distance,
          "Latin squares: a training puzzle has distance {} to the gen split; expected more than {} "
          "(task.distance)",
          nearest, distance);
}

/// Condition by condition: a random order that depends on the data's seed alone, the last ones to the test rows.
void split_pool(const LatinRequest& request, const std::vector<LatinPuzzle>& pool, LatinCollection& collection) {
  const Index rows = request.pool.rows;
  const auto training = rows - static_cast<Index>(std::lround(request.test_share * static_cast<double>(rows)));
  require(training >= 1 && training < rows, "Latin squares: cannot split {} puzzles with {} of them for testing", rows,
          request.test_share);
  std::vector<std::int32_t> order(static_cast<std::size_t>(rows));
  for (std::size_t condition = 0; condition < latin_conditions.size(); ++condition) {
    Random(request.pool.seed, Stream::order, condition).permutation(order);
    for (Index place = 0; place < rows; ++place) {
      const Index row = static_cast<Index>(condition) * rows + order[static_cast<std::size_t>(place)];
      auto& side = place < training ? collection.train : collection.test;
      side.push_back(pool[static_cast<std::size_t>(row)]);
    }
  }
}

LatinCollection make_collection(const LatinRequest& request) {
  LatinCollection collection;
  std::vector<LatinPuzzle> pool;
  if (request.folder.empty()) {
    LatinGeneration gen = request.pool;
    gen.rows = request.gen_rows;
    gen.part = 1;
    collection.gen = generate_latin_puzzles(gen, {});
    pool = generate_latin_puzzles(request.pool, collection.gen);
  } else {
    collection.gen = read_latin_file(original_latin_file(request.folder), request.pool.size);
    pool = read_pool(request);
    require_far(pool, collection.gen, request.pool.distance);
  }
  split_pool(request, pool, collection);
  return collection;
}

std::string name_of(const LatinRequest& request) {
  const auto& pool = request.pool;
  std::string name = fmt::format("{} {} {} {} {} {} {} {} {}", pool.size, pool.rows, pool.givens_from, pool.givens_to,
                                 pool.distance, pool.seed, pool.part, request.gen_rows, request.test_share);
  if (request.folder.empty()) return name;
  for (const auto& file : files_of(request.folder)) name.append(1, ' ').append(digest_file(file));
  return name;
}

}  // namespace

std::shared_ptr<const LatinCollection> latin_collection(const LatinRequest& request) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const LatinCollection>> made;
  const std::lock_guard lock(mutex);  // who asks for what is being made waits for it
  auto& collection = made[name_of(request)];
  if (!collection) collection = std::make_shared<const LatinCollection>(make_collection(request));
  return collection;
}

}  // namespace sextant::data
