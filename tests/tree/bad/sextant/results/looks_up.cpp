#include "sextant/lab/run.h"
namespace sextant::results {}
