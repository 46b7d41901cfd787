// The inside of the disk, between its state (disk.cpp) and the calls of the code under test (disk_calls.cpp).
#pragma once

#include <sys/stat.h>

#include <map>
#include <memory>
#include <unordered_map>

#include "disk.h"

namespace farm {

struct Node {
  bool directory = false;
  std::string content;
  Time modified = 0;
  std::map<int, int> locks;  // host (or -1: of all) -> descriptor
};

struct Open {
  std::shared_ptr<Node> node;
  std::size_t offset = 0;
  const Process* process = nullptr;
};

extern std::unordered_map<std::string, std::shared_ptr<Node>> names;
extern std::unordered_map<int, Open> descriptors;
extern DiskFaults disk_faults;

bool is_ours(const char* path);
bool is_ours(int descriptor);
/// Something of /proc.
bool is_machine(const char* path);
/// -1, with errno.
int refuse(int reason);
/// Every call is a moment at which others may run; what a killed process does has no effect.
bool lives();
bool is_full();
std::shared_ptr<Node> find(const std::string& path);
std::shared_ptr<Node> add_node(const std::string& path, bool directory);
int open_ours(const char* path, int flags);
int open_machine(const char* path);
void drop(int descriptor);
int fill_status(const Node& node, struct stat* status);
int status_of(const char* path, struct stat* status);

}  // namespace farm
