namespace sextant::stress {
namespace {

constexpr int most_rows = 3;
using Row = float;
using Same = int;
struct Cell {
  int a = 0;
};
int size_of(const Row& other, int last) { return 1; }
int width_of(double row) { return 1; }

}  // namespace
}  // namespace sextant::stress
