#include "sextant/positions/position.h"
namespace sextant::tasks {}
