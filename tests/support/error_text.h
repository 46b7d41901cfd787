// The text of the library's exception that an action throws; empty where it throws none.
#pragma once

#include <string>

#include "sextant/core/error.h"

template <class Action>
std::string error_text(Action action) {
  try {
    action();
  } catch (const sextant::core::Error& error) {
    return error.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
