// The engine in one page: the same small encoder with and without positions on a task where only the order
// of the tokens decides. Without positions it must stay at chance; with them it learns.
#include <cstdio>

#include "sextant/core/options.h"
#include "sextant/core/tree.h"
#include "sextant/lab/assembly.h"

using namespace sextant;

int main() try {
  for (const char* kind : {"none", "learned", "rotary"}) {
    core::Tree tree = core::parse_toml(R"(
      seed = 1
      [model]
      width = 32
      depth = 2
      [position]
      sigma = 0.2
      [train]
      steps = 300
    )",
                                       "example");
    core::apply_override(tree, std::string("position.kind=") + kind);

    lab::Assembly assembly(lab::Configuration::read(tree));
    train::Session& session = assembly.session();
    session.initialise();  // draws every weight and audits what was drawn
    while (session.step() < session.steps()) session.make_step();
    std::printf("%-8s accuracy on unseen sets of tokens: %.3f\n", kind, session.evaluate("test").accuracy.value());
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
