namespace sextant::nn {
class Twin final : public Base<int> {};
class First::Twin {};
}  // namespace sextant::nn
