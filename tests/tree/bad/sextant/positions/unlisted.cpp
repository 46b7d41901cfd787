SEXTANT_DEFINE_POSITION(unlisted, Unlisted)
