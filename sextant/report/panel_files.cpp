#include "sextant/report/panel_files.h"

#include <algorithm>
#include <filesystem>
#include <new>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/report/panels.h"
#include "sextant/results/checksums.h"
#include "sextant/results/headline_file.h"
#include "sextant/results/run_files.h"

namespace sextant::report {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> json_files(const std::string& directory) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory, ignored))
    if (entry.path().extension() == ".json" && !entry.path().filename().string().starts_with('.'))
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// A link that leads out of the directory is not followed: a page shows its own folder only.
void require_inside(const fs::path& path, const std::string& directory) {
  const auto relative = fs::relative(fs::canonical(path), fs::canonical(directory));
  require(*relative.begin() != "..", "it is a link to a path outside {}", directory);
}

std::string text_at(const Tree& panel, const char* key) {
  const auto found = panel.find(key);
  require(found != panel.end() && found->is_string(), "'{}' is missing or not a string", key);
  return found->get<std::string>();
}

Tree read_panel(const fs::path& path, const std::string& directory, const std::string& id) {
  require_inside(path, directory);
  const Tree file = read_checked_json(path.string());
  require(file.is_object(), "not a panel: expected an object with kind, title, caption and data");
  require(file.contains("data"), "'data' is missing");
  Tree panel = make_panel(id, text_at(file, "kind"), text_at(file, "title"), text_at(file, "caption"), file["data"]);
  panel["order"] = file.contains("order") && file["order"].is_number() ? file["order"] : Tree(0);
  return panel;
}

}  // namespace

std::vector<Tree> read_panel_files(const std::string& directory, const std::string& prefix,
                                   std::vector<Fault>& faults) {
  std::vector<Tree> panels;
  for (const auto& path : json_files(file_in(directory, run_file::panels))) {
    const std::string id = prefix + path.stem().string();
    try {
      panels.push_back(read_panel(path, directory, id));
    } catch (const std::bad_alloc&) {
      throw;  // no fault of the file
    } catch (const std::exception& error) {
      faults.push_back({path.string(), error.what()});
      panels.push_back(make_panel(id, "fault", path.stem().string(), "This panel could not be read.",
                                  Tree{{"file", path.filename().string()}, {"message", error.what()}}));
      panels.back()["order"] = 0;
    }
  }
  std::ranges::stable_sort(panels, [](const Tree& a, const Tree& b) { return a["order"] < b["order"]; });
  for (auto& panel : panels) panel.erase("order");
  return panels;
}

Tree read_claims(const std::string& directory, std::vector<Fault>& faults) {
  const std::string path = file_in(directory, sweep_file::claims);
  if (!file_exists(path)) return Tree::array();
  try {
    require_inside(path, directory);
    Tree claims = read_json_file(path);  // of version 0.1: the list alone
    if (claims.is_object()) claims = read_checked_json(path).value("claims", Tree());
    require(claims.is_array(), "expected a list of claims");
    for (const auto& claim : claims) require(claim.is_object(), "a claim is not an object");
    for (const auto& claim : claims) text_at(claim, "sentence");
    return claims;
  } catch (const std::bad_alloc&) {
    throw;  // no fault of the file
  } catch (const std::exception& error) {
    faults.push_back({path, error.what()});
    return Tree::array();
  }
}

Tree read_headline(const std::string& directory, std::vector<Fault>& faults) {
  const std::string path = file_in(directory, headline_file);
  if (!file_exists(path)) return Tree();
  try {
    require_inside(path, directory);
    Tree headline = read_checked_json(path);
    require(headline.is_object(), "expected an object with title and sentence");
    for (const char* key : {"title", "sentence", "figure"}) text_at(headline, key);
    return headline;
  } catch (const std::bad_alloc&) {
    throw;  // no fault of the file
  } catch (const std::exception& error) {
    faults.push_back({path, error.what()});
    return Tree();
  }
}

}  // namespace sextant::report
