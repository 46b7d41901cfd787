namespace sextant::core {
struct Astray {};
}  // namespace sextant::core
