// What the readers of experiments and of run directories find, for reader_answers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// The experiment in a file, which is read and checked in full: its title and its paper.
nlohmann::ordered_json answer_experiment(const std::string& path);

/// A run from its directory; an Error where a file of it is damaged, null where it has not come to an end.
nlohmann::ordered_json answer_run(const std::string& directory);
