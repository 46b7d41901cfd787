#include "sextant/nn/transformer.h"
