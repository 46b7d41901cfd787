// Everything that decides a run: a seed, a precision and seven sections. Read from a tree (a TOML file with
// key=value on top), refused where a key is unknown, written back with every default filled in.
#pragma once

#include <string>
#include <vector>

#include "sextant/tasks/task.h"
#include "sextant/train/session.h"

namespace sextant::lab {

struct GeneralOptions final : Options {
  Index seed = 1;
  std::string precision = "float";
  void visit(OptionVisitor& option) override;
};

struct ChosenVariant {
  std::string family;  // "positions", "tasks", ...: the name of its list
  std::string name;
};

/// Copies share the variants' own options, which nobody changes after reading.
struct Configuration {
  GeneralOptions general;
  TaskOptions task;
  ModelOptions model;
  PositionOptions position;
  InitOptions init;
  OptimizerOptions optimizer;
  ScheduleOptions schedule;
  TrainOptions train;

  /// All defaults, for the engine of that precision.
  explicit Configuration(const std::string& precision = "float");
  /// Defaults, then what the tree says; unknown sections and keys are errors that name the nearest.
  static Configuration read(const Tree& tree);

  /// Every option with its value.
  Tree write() const;
  /// The same without what cannot change a result (threads, checkpoint_every): equal trees, equal bytes.
  Tree write_identity() const;

  /// The files that the run reads, each once.
  std::vector<std::string> data_files() const;

  /// The variants that the run is made of, in the order of the sections.
  std::vector<ChosenVariant> variants() const;

  std::uint64_t seed() const { return static_cast<std::uint64_t>(general.seed); }
};

/// "like=gpt2 sets model.causal=true ...": what the preset named in `given` sets; "" where none is named.
std::string describe_like(const Tree& given);

/// Every key with its default and its sentence, variants' own keys included.
std::string describe_configuration();
/// The same as JSON: key, default, sentence, and the choice that it goes with.
Tree configuration_json();

/// Where two trees differ first ("train.steps is 100 there and 200 here"), or "" where they do not.
std::string describe_difference(const Tree& there, const Tree& here);

}  // namespace sextant::lab
