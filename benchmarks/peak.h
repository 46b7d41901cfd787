// The machine's peak: what one core does per second with nothing but independent fused multiply-adds.
#pragma once

namespace sextant::test {

/// A sample of some ten milliseconds, to be taken in turns with what is measured: a machine shared with others is not
/// equally fast all the time.
struct PeakSample {
  double operations = 0;  // a multiply-add counts as two
  double seconds = 0;
};
PeakSample sample_peak();

}  // namespace sextant::test
