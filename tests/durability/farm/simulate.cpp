// A farm per seed, each with other faults; stops at the first one at which something happened that must not.
// Usage: simulate_farm [--seeds N] [--first S]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "farm.h"

int main(int count, char** arguments) {
  std::uint64_t seeds = 1000, first = 1;
  for (int i = 1; i + 1 < count; i += 2)
    (std::strcmp(arguments[i], "--seeds") == 0 ? seeds : first) = std::strtoull(arguments[i + 1], nullptr, 10);
  std::uint64_t hits = 0, lived = 0;
  long long kills = 0, freezes = 0, losses = 0, takeovers = 0, runs = 0;
  timespec start{}, end{};
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    try {
      ++lived;
      farm::live(seed);
    } catch (const std::exception& error) {
      ++hits;
      std::printf("HIT --first %llu --seeds 1: %s\n", static_cast<unsigned long long>(seed), error.what());
      std::fflush(stdout);
      break;  // its processes are still there, half-way
    }
    kills += farm::farm().kills;
    freezes += farm::farm().freezes;
    losses += farm::farm().losses;
    takeovers += farm::farm().takeovers;
    runs += static_cast<long long>(farm::farm().runs.size());
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  std::printf(
      "%llu seeds, %lld runs, %lld kills, %lld suspensions, %lld ranks lost, %lld locks taken over from a "
      "silent owner, %llu hits, %.1f s\n",
      static_cast<unsigned long long>(lived), runs, kills, freezes, losses, takeovers,
      static_cast<unsigned long long>(hits),
      static_cast<double>(end.tv_sec - start.tv_sec) + 1e-9 * static_cast<double>(end.tv_nsec - start.tv_nsec));
  return hits > 0;
}
