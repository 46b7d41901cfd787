namespace sextant::positions {
SEXTANT_DEFINE_POSITION(unlisted, Unlisted)
}  // namespace sextant::positions
