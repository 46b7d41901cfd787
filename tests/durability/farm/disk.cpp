// Names, contents and times.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <array>
#include <vector>

#include "disk_state.h"

namespace farm {
namespace {

constexpr int first_descriptor = 1 << 20;
int next_descriptor = first_descriptor;
std::array<int, 16> boots{};

int add_open(std::shared_ptr<Node> node) {
  descriptors[next_descriptor] = {std::move(node), 0, &process()};
  return next_descriptor++;
}

/// What /proc says on this host.
std::string machine_file(const std::string& path) {
  const Process& own = process();
  if (path == "/proc/sys/kernel/random/boot_id")
    return "boot" + std::to_string(own.host) + "." + std::to_string(boots[static_cast<std::size_t>(own.host)]) + "\n";
  const int pid = std::atoi(path.c_str() + 6);
  const auto born = process_start(own.host, pid);
  if (born == never) return "";
  std::string stat = std::to_string(pid) + " (sextant) S";
  for (int field = 4; field <= 21; ++field) stat += " 0";
  return stat + " " + std::to_string(born) + " 0\n";
}

}  // namespace

std::unordered_map<std::string, std::shared_ptr<Node>> names;
std::unordered_map<int, Open> descriptors;
DiskFaults disk_faults;

bool is_ours(const char* path) { return inside() && strncmp(path, "/farm", 5) == 0; }
bool is_machine(const char* path) { return inside() && strncmp(path, "/proc/", 6) == 0; }
bool is_ours(int descriptor) { return descriptor >= first_descriptor; }

int refuse(int reason) {
  errno = reason;
  return -1;
}

bool lives() {
  pause();
  if (disk_faults.stall > 0 && happens(disk_faults.stall)) {
    disk_faults.stall = 0;
    process().frozen_until = now() + between(61 * second, 200 * second);
    sleep_until(process().frozen_until);
  }
  return !process().dead;
}

bool is_full() { return disk_faults.no_space > 0 && happens(disk_faults.no_space); }

std::shared_ptr<Node> find(const std::string& path) {
  const auto found = names.find(path);
  return found == names.end() ? nullptr : found->second;
}

std::shared_ptr<Node> add_node(const std::string& path, bool directory) {
  auto node = names[path] = std::make_shared<Node>();
  node->directory = directory;
  node->modified = now();
  return node;
}

int open_ours(const char* path, int flags) {
  if (!lives()) return refuse(EIO);
  auto node = find(path);
  if (!node && (flags & O_CREAT) == 0) return refuse(ENOENT);
  if (node && (flags & O_EXCL) != 0) return refuse(EEXIST);
  if (!node) {
    if (is_full()) return refuse(ENOSPC);
    node = add_node(path, false);
  }
  if ((flags & O_TRUNC) != 0) node->content.clear();
  return add_open(node);
}

int open_machine(const char* path) {
  auto node = std::make_shared<Node>();
  node->content = machine_file(path);
  return node->content.empty() ? refuse(ENOENT) : add_open(node);
}

void drop(int descriptor) {
  const auto found = descriptors.find(descriptor);
  if (found == descriptors.end()) return;
  std::erase_if(found->second.node->locks, [&](const auto& lock) { return lock.second == descriptor; });
  descriptors.erase(found);
}

int fill_status(const Node& node, struct stat* status) {
  *status = {};
  status->st_mode = node.directory ? S_IFDIR | 0755 : S_IFREG | 0644;
  status->st_size = static_cast<off_t>(node.content.size());
  status->st_mtim = {node.modified / second, node.modified % second};
  return 0;
}

int status_of(const char* path, struct stat* status) {
  if (!lives()) return refuse(EIO);
  const auto node = find(path);
  return node ? fill_status(*node, status) : refuse(ENOENT);
}

void begin_disk(const DiskFaults& faults) {
  disk_faults = faults;
  names.clear();
  descriptors.clear();
  next_descriptor = first_descriptor;
  boots = {};
  for (const char* path : {"/farm", "/farm/runs"}) add_node(path, true);
}

void mend_disk() { disk_faults.no_space = disk_faults.stall = 0; }
void boot(int host) { ++boots[static_cast<std::size_t>(host)]; }

void close_all(const Process& owner) {
  std::vector<int> open;
  for (const auto& [descriptor, file] : descriptors)
    if (file.process == &owner) open.push_back(descriptor);
  for (const int descriptor : open) drop(descriptor);
}

std::string content_of(const std::string& path) {
  const auto node = find(path);
  return node ? node->content : "";
}

Time touched(const std::string& path) {
  const auto node = find(path);
  return node ? node->modified : 0;
}

}  // namespace farm
