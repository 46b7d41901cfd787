// Preloaded into a program: call number SEXTANT_FAIL_CALL to write, pwrite, fsync, fdatasync, ftruncate, rename or
// unlink on a file below SEXTANT_FAIL_UNDER fails with SEXTANT_FAIL_ERRNO, and with SEXTANT_FAIL_ON every one after it
// too. The number of such calls is written to SEXTANT_FAIL_COUNT at the end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

static int is_watched(const char* path) {
  const char* under = getenv("SEXTANT_FAIL_UNDER");
  return under && strncmp(path, under, strlen(under)) == 0;
}

static int is_watched_descriptor(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_watched(path);
}

static int must_fail(void) {
  const char* number = getenv("SEXTANT_FAIL_CALL");
  const char* reason = getenv("SEXTANT_FAIL_ERRNO");
  const long wanted = number ? atol(number) : -1;
  const long call = atomic_fetch_add(&calls, 1) + 1;
  const int fails = wanted > 0 && (call == wanted || (call > wanted && getenv("SEXTANT_FAIL_ON")));
  if (fails) errno = reason ? atoi(reason) : EIO;
  return fails;
}

__attribute__((destructor)) static void report(void) {
  const char* path = getenv("SEXTANT_FAIL_COUNT");
  FILE* file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void* data, size_t bytes) {
  if (is_watched_descriptor(descriptor) && must_fail()) return -1;
  return REAL(write)(descriptor, data, bytes);
}
ssize_t pwrite(int descriptor, const void* data, size_t bytes, off_t offset) {
  if (is_watched_descriptor(descriptor) && must_fail()) return -1;
  return REAL(pwrite)(descriptor, data, bytes, offset);
}
ssize_t pwrite64(int descriptor, const void* data, size_t bytes, off64_t offset) {
  if (is_watched_descriptor(descriptor) && must_fail()) return -1;
  return REAL(pwrite64)(descriptor, data, bytes, offset);
}
int fsync(int descriptor) {
  if (is_watched_descriptor(descriptor) && must_fail()) return -1;
  return REAL(fsync)(descriptor);
}
int fdatasync(int descriptor) {
  if (is_watched_descriptor(descriptor) && must_fail()) return -1;
  return REAL(fdatasync)(descriptor);
}
int ftruncate(int descriptor, off_t length) {
  if (is_watched_descriptor(descriptor) && must_fail()) return -1;
  return REAL(ftruncate)(descriptor, length);
}
int ftruncate64(int descriptor, off64_t length) {
  if (is_watched_descriptor(descriptor) && must_fail()) return -1;
  return REAL(ftruncate64)(descriptor, length);
}
int rename(const char* from, const char* to) {
  if (is_watched(to) && must_fail()) return -1;
  return REAL(rename)(from, to);
}
int unlink(const char* path) {
  if (is_watched(path) && must_fail()) return -1;
  return REAL(unlink)(path);
}
