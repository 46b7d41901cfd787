#include "sextant/data/series/names_nothing.h"
namespace sextant::stress {}
