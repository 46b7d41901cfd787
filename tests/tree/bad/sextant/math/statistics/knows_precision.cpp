namespace sextant::math::inline SEXTANT_PRECISION {}
