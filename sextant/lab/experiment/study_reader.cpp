// From an experiment's file to one study at one scale. A study of its own takes what it does not say from the file's
// chief one; a scale changes the base and chooses among the cases.
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/lab/experiment/library.h"
#include "sextant/lab/experiment/sections.h"
#include "sextant/lab/experiment/study.h"

namespace sextant::lab {
namespace {

const std::vector<std::string> study_keys{"title",   "base",   "cases",  "reference", "analyses", "claims",
                                          "figures", "scales", "phases", "data",      "headline"};
const std::vector<std::string> scale_keys{"reduced", "seeds", "cases", "base", "changes", "phases", "data", "analyses"};

class Reader {
 public:
  explicit Reader(const StudyRequest& request) : request_(request), file_(find_experiment(request.experiment)) {
    place_ = file_.name;
    auto root_keys = study_keys;
    root_keys.insert(root_keys.end(), {"paper", "studies"});
    refuse_other_keys(file_.tree, place_, root_keys);
    root_ = &file_.tree;
    own_ = root_;
    if (!request.study.empty()) {
      own_ = &choose_section(section_at(*root_, "studies", place_), request.study, place_, "study");
      place_ += ", study " + request.study;
      refuse_other_keys(*own_, place_, study_keys);
    }
    root_scale_ = find_scale(*root_, own_ == root_ || !own_->contains("scales"));
    own_scale_ = own_ == root_ || !own_->contains("scales") ? root_scale_ : find_scale(*own_, true);
  }

  Study read() {
    study_.name = file_.name + (request_.study.empty() ? "" : "-" + request_.study) + "-" + request_.scale +
                  (request_.data.empty() ? "" : "-data");
    study_.experiment_text = file_.text;
    study_.scale = request_.scale;
    study_.title = text_at(*own_, "title", "", place_);
    require(!study_.title.empty(), "{}: the title is missing", place_);
    study_.paper = text_at(*root_, "paper", "", place_);
    study_.reduced = text_at(*own_scale_, "reduced", text_at(*root_scale_, "reduced", "", place_), place_);
    read_base();
    read_cases_of_scale();
    read_seeds();
    apply_data();
    apply_assignments();
    read_phases_of_scale();
    read_analyses();
    read_figures(*own_, all_cases_, place_, study_);
    read_claims(*own_, all_cases_, place_, study_);
    read_headline_of(*own_, all_cases_, place_, study_);
    if (!request_.data.empty()) study_.headline.data = "the files in " + request_.data;
    return std::move(study_);
  }

 private:
  const Tree* find_scale(const Tree& study, bool needed) {
    static const Tree nothing = Tree::object();
    const Tree& scales = section_at(study, "scales", place_);
    if (!needed && !scales.contains(request_.scale)) return &nothing;
    const Tree& scale = choose_section(scales, request_.scale, place_, "scale");
    refuse_other_keys(scale, place_ + ", scale " + request_.scale, scale_keys);
    return &scale;
  }

  /// What the study itself says of `key`, or the chief one.
  const Tree* inherited(const char* key) const {
    for (const Tree* one : {own_, root_})
      if (const auto found = one->find(key); found != one->end()) return &*found;
    return nullptr;
  }

  void read_base() {
    study_.base = Tree::object();
    change_configuration(study_.base, section_at(*root_, "base", place_));
    change_configuration(study_.base, section_at(*root_scale_, "base", place_));
    if (own_ == root_) return;
    change_configuration(study_.base, section_at(*own_, "base", place_));
    if (own_scale_ != root_scale_) change_configuration(study_.base, section_at(*own_scale_, "base", place_));
  }

  void read_cases_of_scale() {
    const Tree* list = inherited("cases");
    require(list != nullptr, "{}: no [[cases]]", place_);
    all_cases_ = read_cases(*list, place_ + ", cases");
    const std::string where = place_ + ", scale " + request_.scale;
    std::vector<std::string> chosen{"*"};
    // The chief study's scale chooses among its own cases.
    const bool foreign = own_ != root_ && own_->contains("cases") && own_scale_ == root_scale_;
    const Tree scale = foreign ? Tree::object() : *own_scale_;
    if (const auto found = scale.find("cases"); found != scale.end()) {
      require(found->is_array(), "{}: cases must be a list of names", where);
      chosen = found->get<std::vector<std::string>>();
      require_known(chosen, all_cases_, where);
    }
    for (const auto& one : all_cases_) {
      const bool wanted = std::ranges::any_of(chosen, [&](const auto& p) { return fits_pattern(one.name, p); });
      if (wanted)
        study_.cases.push_back(one);
      else
        study_.left_out.push_back(one.name);
    }
    apply_changes(section_at(scale, "changes", where), where);
  }

  /// [scales.small.changes."2d-fixed"]: settings of one case, or of those that fit a pattern, at this scale.
  void apply_changes(const Tree& changes, const std::string& where) {
    for (const auto& [pattern, section] : changes.items()) {
      require_known({pattern}, all_cases_, where + ", changes");
      for (auto& one : study_.cases) {
        if (!fits_pattern(one.name, pattern)) continue;
        for (const auto& [key, value] : list_settings(section)) {
          std::erase_if(one.settings, [&](const auto& setting) { return setting.first == key; });
          one.settings.emplace_back(key, value);
        }
      }
    }
  }

  void read_seeds() {
    const Tree* seeds = nullptr;
    for (const Tree* one : {own_scale_, root_scale_})
      if (!seeds && one->contains("seeds")) seeds = &one->at("seeds");
    require(seeds != nullptr, "{}, scale {}: seeds are missing, as in seeds = \"1:5\"", place_, request_.scale);
    study_.seeds = read_axis("seed", *seeds);
  }

  void apply_data() {
    if (request_.data.empty()) return;
    const Tree& data = section_at(own_->contains("data") ? *own_ : *root_, "data", place_);
    require(!data.empty(), "--data {}: the experiment {} uses no data files", request_.data, file_.name);
    for (const auto& [key, value] : list_settings(data)) {
      require(value.is_string(), "{}: data.{} must be a path inside the --data directory", place_, key);
      const std::string path = value.get<std::string>();
      const std::string whole = path == "." ? request_.data : request_.data + "/" + path;
      if (key.starts_with("analyses."))
        data_of_analyses_.emplace_back(key.substr(std::string("analyses.").size()), whole);
      else
        set_option(study_.base, key, whole);
    }
  }

  void apply_assignments() {
    for (const auto& assignment : request_.assignments) {
      const auto equals = assignment.find('=');
      require(equals != std::string::npos, "'{}': expected key=value, as in train.epochs=10", assignment);
      Axis axis = parse_axis(assignment.substr(0, equals), assignment.substr(equals + 1));
      if (axis.key == "seed") {
        study_.seeds = axis;
        continue;
      }
      require(axis.values.size() == 1, "{}: expected a single value; sweeps are defined in the experiment file",
              assignment);
      for (const auto& one : study_.cases)
        require(one.setting(axis.key).is_null(), "{}: case {} sets its own {}; change it in your own experiment file",
                assignment, one.name, axis.key);
      set_option(study_.base, axis.key, axis.values.front());
    }
  }

  void read_phases_of_scale() {
    const Tree& of_study = section_at(*own_, "phases", place_);
    if (of_study.empty()) return;
    study_.phases = read_phases(of_study, section_at(*own_scale_, "phases", place_), place_ + ", phases");
    require_known(study_.phases.cases, all_cases_, place_ + ", phases");
  }

  void read_analyses() {
    const bool own_cases = own_ != root_ && own_->contains("cases");
    study_.reference = text_at(*own_, "reference", own_cases ? "" : text_at(*root_, "reference", "", place_), place_);
    if (!study_.reference.empty()) require_known({study_.reference}, all_cases_, place_ + ", reference");
    const Tree* analyses = inherited("analyses");
    if (!analyses) return;
    require(analyses->is_object(), "{}: expected sections [analyses.NAME]", place_);
    const auto chosen = names_of_analyses(*analyses);
    for (const auto& [name, options] : analyses->items()) {
      if (std::ranges::find(chosen, name) == chosen.end()) continue;
      require(options.is_object(), "{}: expected a section [analyses.{}]", place_, name);
      AnalysisOrder order{name, options, options.value("untrained", false)};
      order.options.erase("untrained");
      for (const auto& [key, path] : data_of_analyses_)
        if (key.starts_with(name + ".")) set_option(order.options, key.substr(name.size() + 1), path);
      study_.analyses.push_back(std::move(order));
    }
  }

  /// All, or those that the scale names; of these a further study may have none.
  std::vector<std::string> names_of_analyses(const Tree& analyses) const {
    std::vector<std::string> all;
    for (const auto& [name, options] : analyses.items()) all.push_back(name);
    const auto found = own_scale_->find("analyses");
    if (found == own_scale_->end()) return all;
    const std::string where = place_ + ", scale " + request_.scale;
    require(found->is_array(), "{}: analyses must be a list of names", where);
    auto chosen = found->get<std::vector<std::string>>();
    if (!request_.study.empty()) std::erase_if(chosen, [&](const auto& name) { return !analyses.contains(name); });
    for (const auto& name : chosen)
      require(std::ranges::find(all, name) != all.end(), "{}: no analysis '{}' in the experiment{}", where, name,
              nearest_name_hint(name, all));
    return chosen;
  }

  const StudyRequest& request_;
  ExperimentFile file_;
  std::string place_;
  const Tree* root_ = nullptr;
  const Tree* own_ = nullptr;
  const Tree* root_scale_ = nullptr;
  const Tree* own_scale_ = nullptr;
  std::vector<Case> all_cases_;
  std::vector<std::pair<std::string, std::string>> data_of_analyses_;
  Study study_;
};

}  // namespace

Study read_study(const StudyRequest& request) { return Reader(request).read(); }

}  // namespace sextant::lab
