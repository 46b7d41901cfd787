// The list of tasks, expanded.
#include "sextant/tasks/task.h"

namespace sextant::tasks {

const Family<MakeTask>& task_family() {
  static const Family<MakeTask> family = [] {
    Family<MakeTask> list("tasks", "task");
#define SEXTANT_TASK(...) SEXTANT_ADD_VARIANT(list, MakeTask, __VA_ARGS__)
#include "sextant/tasks/tasks.def"
    return list;
  }();
  return family;
}

std::vector<std::string> Task::groups(const std::string&) const { return {}; }

TokenFacts Task::token_facts() const { return {}; }

void TaskOptions::visit(OptionVisitor& option) { option("kind", kind, "the task; `sextant list tasks` shows all"); }

}  // namespace sextant::tasks
