// Preloaded into a program: a file whose path ends with SEXTANT_SHRINK is cut to nothing as soon as it is mapped into
// memory, as another process may do at any time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void* mmap(void* address, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
  void* (*const real)(void*, size_t, int, int, int, off_t) = dlsym(RTLD_NEXT, "mmap");
  void* const memory = real(address, bytes, protection, flags, descriptor, offset);
  const char* ending = getenv("SEXTANT_SHRINK");
  char link[64], path[PATH_MAX] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (ending && descriptor >= 0 && length >= (ssize_t)strlen(ending) && !strcmp(path + length - strlen(ending), ending) &&
      truncate(path, 0) != 0)
    perror(path);
  return memory;
}
