// The names of the files that a run and a sweep leave behind: the one list of them.
#pragma once

#include <string>

namespace sextant::results {

/// In the directory of a run.
namespace run_file {
inline constexpr const char* configuration = "config.toml";
inline constexpr const char* environment = "environment.json";
inline constexpr const char* audit = "audit.csv";
inline constexpr const char* weights_at_start = "weights_at_start.json";
inline constexpr const char* metrics = "metrics.csv";
inline constexpr const char* positions = "positions.safetensors";
inline constexpr const char* timing = "timing.json";
inline constexpr const char* checkpoint = "checkpoint.safetensors";
inline constexpr const char* result = "result.json";

/// In the order in which a run is removed: what vouches for the others goes first, what names the run goes last.
inline constexpr const char* all[] = {result,      checkpoint, metrics,       positions,       audit,
                                      environment, timing,     configuration, weights_at_start};

/// A directory of panels for the page, which analyses write.
inline constexpr const char* panels = "panels";
}  // namespace run_file

/// In the directory of a sweep; what experiments add to it stands here too.
namespace sweep_file {
inline constexpr const char* request = "sweep.toml";
inline constexpr const char* store = "results.sqlite";
inline constexpr const char* runs = "runs";
inline constexpr const char* boundary = "boundary.json";
inline constexpr const char* claims = "claims.json";
}  // namespace sweep_file

inline std::string file_in(const std::string& directory, const char* name) { return directory + "/" + name; }

}  // namespace sextant::results
