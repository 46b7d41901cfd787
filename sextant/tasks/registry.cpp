// The list of tasks, expanded.
#include "sextant/tasks/task.h"

namespace sextant::tasks {

#define SEXTANT_TASK(name, sentence)                \
  std::unique_ptr<Options> make_##name##_options(); \
  std::unique_ptr<Task> make_##name(const Options&, std::uint64_t);
#include "sextant/tasks/tasks.def"
#undef SEXTANT_TASK

const Family<MakeTask>& task_family() {
  static const Family<MakeTask> family("tasks", {
#define SEXTANT_TASK(name, sentence) {#name, sentence, make_##name##_options, make_##name},
#include "sextant/tasks/tasks.def"
#undef SEXTANT_TASK
                                                });
  return family;
}

std::vector<std::string> Task::groups(const std::string&) const { return {}; }

TokenFacts Task::token_facts() const { return {}; }

void TaskOptions::visit(OptionVisitor& option) { option("kind", kind, "the task; `sextant list tasks` shows all"); }

}  // namespace sextant::tasks
