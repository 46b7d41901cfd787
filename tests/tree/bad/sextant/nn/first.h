namespace sextant::nn {
struct Twin {
  int a;
};
}  // namespace sextant::nn
