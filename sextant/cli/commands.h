// The commands of the program, each in a file of its own: it parses, calls the library and formats what comes back.
// These files print; nothing below them does.
#pragma once

namespace CLI {
class App;
}

namespace sextant::cli {

/// What a command line that names a job says of it.
inline constexpr const char* job_help = "a TOML file (default: the built-in job, word_order), then key=value overrides";

// Each adds its command; when that is asked for, it sets the exit code of the program.
void add_train(CLI::App& app, int& exit_code);
void add_sweep(CLI::App& app, int& exit_code);
void add_results(CLI::App& app, int& exit_code);
void add_analyse(CLI::App& app, int& exit_code);
void add_reproduce(CLI::App& app, int& exit_code);
void add_tune(CLI::App& app, int& exit_code);
void add_compare(CLI::App& app, int& exit_code);
void add_cost(CLI::App& app, int& exit_code);
void add_discover(CLI::App& app, int& exit_code);
void add_simulate(CLI::App& app, int& exit_code);
void add_stress(CLI::App& app, int& exit_code);
void add_encode(CLI::App& app, int& exit_code);
/// list, options and version.
void add_lists(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);
void add_audit(CLI::App& app, int& exit_code);
void add_extend(CLI::App& app, int& exit_code);
void add_compress(CLI::App& app, int& exit_code);
void add_replace(CLI::App& app, int& exit_code);
void add_init(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_view(CLI::App& app, int& exit_code);

}  // namespace sextant::cli
