#include "sextant/nn/transformer.h"
namespace sextant::core {}
