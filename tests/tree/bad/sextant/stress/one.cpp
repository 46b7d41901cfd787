namespace sextant::stress {
namespace {

constexpr int most_rows = 3;
using Row = int;
using Same = int;
struct Cell {
  int a = 0;
};
int size_of(const Row& row, int first = 0) { return 1; }
int width_of(int row) { return 1; }

}  // namespace
}  // namespace sextant::stress
