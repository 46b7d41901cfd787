#include "sextant/nn/model.h"
namespace sextant::report {}
