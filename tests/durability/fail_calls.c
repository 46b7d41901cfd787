// Preloaded into a program: call number SEXTANT_FAIL_CALL to write, pwrite, fsync, fdatasync, ftruncate, rename, link,
// unlink, mkdir, open for writing (and, with SEXTANT_FAIL_LOCKS, flock and fcntl to lock) on a file below
// SEXTANT_FAIL_UNDER fails with SEXTANT_FAIL_ERRNO, and with SEXTANT_FAIL_ON every one after it too. With
// SEXTANT_FAIL_KILL the program is killed before the call instead, with SEXTANT_FAIL_SHORT a write takes only a part. The number of such calls is written to SEXTANT_FAIL_COUNT at the end.
// SEXTANT_LOCKS says what flock and the locks of fcntl do: an error's number, "none" (they are granted and hold
// nothing) or "late" (they are granted after a while).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

/// Of a relative path too: SEXTANT_FAIL_UNDER is absolute.
static int is_watched(const char* path) {
  const char* under = getenv("SEXTANT_FAIL_UNDER");
  char whole[PATH_MAX];
  if (!under) return 0;
  const size_t here = path[0] != '/' && getcwd(whole, sizeof whole) ? strlen(whole) : 0;
  if (here) snprintf(whole + here, sizeof whole - here, "/%s", strncmp(path, "./", 2) == 0 ? path + 2 : path);
  return strncmp(here ? whole : path, under, strlen(under)) == 0;
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
  if (fails && getenv("SEXTANT_FAIL_KILL")) kill(getpid(), SIGKILL);
  if (fails) errno = reason ? atoi(reason) : EIO;
  return fails;
}

/// Locks are calls too where SEXTANT_FAIL_LOCKS says so: a refused one is tried again for seconds.
static int counts_locks(void) { return getenv("SEXTANT_FAIL_LOCKS") != NULL; }

/// Whether a write that must not succeed as a whole takes a part of its bytes.
static int is_short(size_t bytes) { return bytes > 1 && getenv("SEXTANT_FAIL_SHORT") != NULL; }

__attribute__((destructor)) static void report(void) {
  const char* path = getenv("SEXTANT_FAIL_COUNT");
  FILE* file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void* data, size_t bytes) {
  if (is_watched_descriptor(descriptor) && must_fail()) {
    if (!is_short(bytes)) return -1;
    bytes /= 2;
  }
  return REAL(write)(descriptor, data, bytes);
}
ssize_t pwrite(int descriptor, const void* data, size_t bytes, off_t offset) {
  if (is_watched_descriptor(descriptor) && must_fail()) {
    if (!is_short(bytes)) return -1;
    bytes /= 2;
  }
  return REAL(pwrite)(descriptor, data, bytes, offset);
}
ssize_t pwrite64(int descriptor, const void* data, size_t bytes, off64_t offset) {
  if (is_watched_descriptor(descriptor) && must_fail()) {
    if (!is_short(bytes)) return -1;
    bytes /= 2;
  }
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
int link(const char* from, const char* to) {
  if (is_watched(to) && must_fail()) return -1;
  return REAL(link)(from, to);
}
int mkdir(const char* path, mode_t mode) {
  if (is_watched(path) && must_fail()) return -1;
  return REAL(mkdir)(path, mode);
}
#define OPEN(name)                                                                                \
  int name(const char* path, int flags, ...) {                                                    \
    va_list more;                                                                                 \
    va_start(more, flags);                                                                        \
    const mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;                             \
    va_end(more);                                                                                 \
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && is_watched(path) && must_fail()) return -1;    \
    return REAL(name)(path, flags, mode);                                                         \
  }
OPEN(open)
OPEN(open64)

/// 1: the lock is to be asked for; 0: it is granted without; -1: it fails.
static int treat_lock(void) {
  const char* locks = getenv("SEXTANT_LOCKS");
  if (!locks) return 1;
  if (strcmp(locks, "none") == 0) return 0;
  if (strcmp(locks, "late") == 0) {
    usleep(20000);
    return 1;
  }
  errno = atoi(locks);
  return -1;
}
int flock(int descriptor, int operation) {
  if (counts_locks() && is_watched_descriptor(descriptor) && must_fail()) return -1;
  const int treatment = treat_lock();
  return treatment == 1 ? REAL(flock)(descriptor, operation) : treatment;
}
static int is_lock(int command) { return command == F_SETLK || command == F_SETLKW || command == F_GETLK; }
#define FCNTL(name)                                                                               \
  int name(int descriptor, int command, ...) {                                                    \
    va_list more;                                                                                 \
    va_start(more, command);                                                                      \
    void* argument = va_arg(more, void*);                                                         \
    va_end(more);                                                                                 \
    if (is_lock(command) && counts_locks() && is_watched_descriptor(descriptor) && must_fail())    \
      return -1;                                                                                  \
    const int treatment = is_lock(command) ? treat_lock() : 1;                                    \
    if (treatment == 0 && command == F_GETLK) ((struct flock*)argument)->l_type = F_UNLCK;        \
    return treatment == 1 ? REAL(name)(descriptor, command, argument) : treatment;                \
  }
FCNTL(fcntl)
FCNTL(fcntl64)
