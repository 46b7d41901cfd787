// The words that users type and records hold for the kinds of a batch.
#include "sextant/data/batch.h"

namespace sextant::data {

const char* name_of(InputKind kind) {
  switch (kind) {
    case InputKind::tokens:
      return "tokens";
    case InputKind::one_hot:
      return "one_hot";
    case InputKind::values:
      return "values";
  }
  return "unknown";
}

const char* name_of(ReadoutPlace place) {
  switch (place) {
    case ReadoutPlace::last:
      return "last";
    case ReadoutPlace::masked:
      return "masked";
    case ReadoutPlace::every:
      return "every";
    case ReadoutPlace::pooled:
      return "pooled";
    case ReadoutPlace::cls:
      return "cls";
  }
  return "unknown";
}

const char* name_of(LossKind kind) {
  switch (kind) {
    case LossKind::cross_entropy:
      return "cross_entropy";
    case LossKind::squared_error:
      return "squared_error";
  }
  return "unknown";
}

}  // namespace sextant::data
