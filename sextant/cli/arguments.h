// The command lines of the program's commands, each in a file of its own.
#pragma once

namespace CLI {
class App;
}

namespace sextant::cli {

void add_sweep(CLI::App& app, int& exit_code);
void add_results(CLI::App& app, int& exit_code);
void add_analyse(CLI::App& app, int& exit_code);
void add_reproduce(CLI::App& app, int& exit_code);
void add_tune(CLI::App& app, int& exit_code);
void add_discover(CLI::App& app, int& exit_code);
void add_stress(CLI::App& app, int& exit_code);
void add_encode(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_view(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);

}  // namespace sextant::cli
