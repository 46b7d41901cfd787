// A card of an encoding as text (lab/position_card.h).
#pragma once

#include <string>

#include "sextant/lab/position_card.h"

namespace sextant::cli {

std::string position_card_text(const PositionCard& card);

}  // namespace sextant::cli
