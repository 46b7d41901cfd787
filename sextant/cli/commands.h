// The commands of the program. These files print; nothing below them does.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "sextant/core/options.h"
#include "sextant/core/tree.h"

namespace sextant::cli {

/// A run that broke on its way (exit code 1), as opposed to a request that was wrong from the start (2).
class BrokenRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TrainRequest {
  Tree configuration;  // of the file, with key=value applied
  std::string name;    // of the job, for the default directory
  std::string out;     // empty: runs/NAME-HASH
  bool quiet = false;
  bool audit = false;
  bool fresh = false;
  bool tensorboard = false;
};

struct ExportRequest {
  std::vector<std::string> runs;  // directories
  std::string csv;                // a file
  std::string tensorboard;        // a directory
};

struct VerifyResumeRequest {
  Tree configuration;
  Index steps = 60;
};

struct VerifyNecessityRequest {
  Index seed = 1;
  Index steps = 0;  // 0: as many as the check itself thinks right
};

struct AnalyseRequest {
  std::string directory;          // of a run or of a sweep
  std::vector<std::string> only;  // names of analyses; empty: all
  Index samples = 256;            // held-out samples, at most
};

int export_command(const ExportRequest& request);

// Each returns the exit code of the program.
int train_command(const TrainRequest& request);
int verify_resume_command(const VerifyResumeRequest& request);
int verify_necessity_command(const VerifyNecessityRequest& request);
/// Both may be empty: all families; one family; one variant of it.
int list_command(const std::string& family, const std::string& variant);
int options_command();
/// One run of the request; prints a line per analysis.
void analyse_command(const AnalyseRequest& request, const std::string& run);

}  // namespace sextant::cli
