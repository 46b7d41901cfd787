#include "sextant/lab/tensorboard_log.h"

#include <chrono>

namespace sextant::lab {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

}  // namespace

TensorBoardLog::TensorBoardLog(const std::string& directory, Index first_step) : file_(directory, now(), first_step) {}

void TensorBoardLog::add(const MetricsRow& row) { file_.add(now(), row.step, scalars_of(row)); }

}  // namespace sextant::lab
