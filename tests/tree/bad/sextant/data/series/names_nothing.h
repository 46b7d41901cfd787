namespace sextant::data {}
