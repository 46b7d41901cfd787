#include "sextant/cli/arguments.h"
namespace sextant::lab::inline SEXTANT_PRECISION {}
