#include "sextant/results/checksums.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/results/run_files.h"

namespace sextant::results {

namespace {

constexpr std::uintmax_t most_bytes = 64 << 20;  // a panel of this size would be no page any more

}  // namespace

Tree read_json_file(const std::string& path) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  require(ignored || size <= most_bytes, "it has {} bytes, more than the page supports ({})", size, most_bytes);
  const std::string text = read_file(path);
  require(!text.empty(), "it is empty");
  require(!nested_too_deeply(text), "its JSON is nested more than {} deep", deepest_json);
  require(!has_too_many_keys(text), "its JSON has more than {} keys in one object", most_keys);
  require(!has_zero_byte(text), "it is not JSON: byte {} of {} is zero", text.find('\0'), text.size());
  try {
    return Tree::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    fail("it is not JSON from byte {} of {} on; is it truncated, or written by another program?", error.byte,
         text.size());
  } catch (const nlohmann::json::exception& error) {  // a number beyond double
    const std::string_view reason = error.what();     // "[json.exception...] reason"
    fail("it is not JSON: {}", reason.substr(reason.find(']') + 2));
  }
}

namespace {

constexpr const char* checksum_key = "checksum";
constexpr const char* run_key = "run";
constexpr std::string_view run_line = "# run ";
constexpr std::string_view checksum_line = "# checksum ";
constexpr const char* changed = "its checksum is wrong: it was damaged or edited since it was written";

std::string checksum_of(const Tree& tree) {
  Tree content = tree;
  content.erase(checksum_key);
  return Digest().add(content.dump()).text();
}

/// These say what they are of themselves: time, machine and threads may differ whenever a run is trained.
bool differs_each_time(std::string_view name) {
  return name == run_file::result || name == run_file::timing || name == run_file::environment ||
         name == run_file::configuration;
}

/// At the start, where a file that lost its end still has it.
std::string with_checksum(const std::string& toml) {
  return fmt::format("{}{}\n{}", checksum_line, Digest().add(toml).text(), toml);
}

bool has_right_checksum(const std::string& text) {
  if (text.starts_with(checksum_line)) return with_checksum(text.substr(text.find('\n') + 1)) == text;
  if (checksum_line.starts_with(text)) return false;
  // Before the release of 0.2 it was the last line; files of version 0.1 have none.
  const std::size_t line = text.rfind(checksum_line);
  if (line == std::string::npos) return text.find(run_line) == std::string::npos;
  const std::string before = text.substr(0, line);
  return fmt::format("{}{}{}\n", before, checksum_line, Digest().add(before).text()) == text;
}

/// Weights take most of the space, and a finished run does without them.
bool may_be_deleted(std::string_view name) { return name == run_file::checkpoint || name == run_file::positions; }

}  // namespace

std::string write_checked_json(Tree tree, int indent) {
  tree[checksum_key] = checksum_of(tree);
  return tree.dump(indent) + "\n";
}

Tree read_checked_json(const std::string& path) {
  Tree tree;
  try {
    tree = read_json_file(path);
  } catch (const Error& error) {
    throw DamagedFile(path, error.what());
  }
  if (!tree.is_object()) throw DamagedFile(path, "it is not a JSON object");
  // Files of version 0.1 have no checksum; they do not say which run they are of either.
  const auto said = tree.find(checksum_key);
  const bool wrong = said == tree.end() ? tree.contains(run_key) : *said != Tree(checksum_of(tree));
  if (wrong) throw DamagedFile(path, changed);
  tree.erase(checksum_key);
  return tree;
}

std::string write_checked_toml(const std::string& toml, const std::string& run) {
  return with_checksum(fmt::format("{}{}\n{}", run_line, run, toml));
}

std::string read_checked_toml(const std::string& path) {
  const std::string text = read_file(path);
  if (text.empty()) throw DamagedFile(path, "it is empty");
  if (std::ranges::count(text, '=') > most_keys)  // the time to read them would be that of a square
    throw DamagedFile(path, fmt::format("it has more than {} options", most_keys));
  if (!has_right_checksum(text)) throw DamagedFile(path, changed);
  return text;
}

std::string digest_bytes(const std::string& path, std::size_t bytes) {
  const std::string text = read_file(path);
  if (bytes != std::string::npos && text.size() < bytes)
    throw DamagedFile(path, fmt::format("it has {} bytes, at least {} were written", text.size(), bytes));
  return Digest().add(std::string_view(text).substr(0, bytes)).text();
}

void require_files(const std::string& directory) {
  std::error_code ignored;
  for (const char* name : run_file::all)
    if (const std::string path = file_in(directory, name);
        file_exists(path) && !std::filesystem::is_regular_file(path, ignored))
      throw DamagedFile(path, "it is not a file");
}

std::string run_digest(const std::string& directory) {
  const std::string path = file_in(directory, run_file::configuration);
  const std::string text = file_exists(path) ? read_file(path) : "";
  const std::size_t line = text.starts_with(checksum_line) ? text.find(run_line) : text.rfind(run_line);
  if (line == std::string::npos) return "";
  const std::size_t start = line + run_line.size();
  return text.substr(start, text.find('\n', start) - start);
}

Tree digest_run(const std::string& directory) {
  Tree digests = Tree::object();
  for (const char* name : run_file::all)
    if (const std::string path = file_in(directory, name); !differs_each_time(name) && file_exists(path))
      digests[name] = digest_bytes(path);
  return digests;
}

Tree read_file_of_run(const std::string& directory, const char* name) {
  const std::string path = file_in(directory, name);
  Tree tree = read_checked_json(path);
  const std::string here = run_digest(directory);
  const auto run = tree.find(run_key);
  if (run == tree.end() || *run == Tree(here)) return tree;
  if (const std::string configuration = file_in(directory, run_file::configuration);
      here.empty() && file_exists(configuration))
    throw DamagedFile(configuration, "its lines that name the run and hold the checksum have gone");
  if (!here.empty()) throw DamagedFile(path, "it belongs to another run");
  return tree;
}

void check_run_file(const std::string& directory, const Tree& result, const char* name) {
  const auto files = result.find("files");
  if (files == result.end() || !files->is_object() || !files->contains(name)) return;
  const std::string path = file_in(directory, name);
  if (!file_exists(path)) {
    if (may_be_deleted(name)) return;
    throw DamagedFile(path, "it has gone");
  }
  if (Tree(digest_bytes(path)) != files->at(name)) throw DamagedFile(path, changed);
}

void check_run_files(const std::string& directory, const Tree& result, bool weights) {
  for (const char* name : run_file::all)
    if (weights || name != std::string_view(run_file::checkpoint)) check_run_file(directory, result, name);
  for (const char* name : {run_file::timing, run_file::environment})
    if (file_exists(file_in(directory, name))) read_file_of_run(directory, name);
  // Without it nobody knows what data the run has read.
  const std::string environment = file_in(directory, run_file::environment);
  if (result.contains("files") && !file_exists(environment)) throw DamagedFile(environment, "it has gone");
}

}  // namespace sextant::results
