#include "sextant/positions/position.h"
