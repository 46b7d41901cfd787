// Preloaded into a program: every call that changes a file below SEXTANT_TRACE_UNDER, and every sync, is appended to
// the file SEXTANT_TRACE_LOG in the order in which they took effect. crash_disk.py reads it: a record is a struct
// Record, then the first path, the second path and the bytes written.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct Record {
  char kind;  // o open, w write, t truncate, s sync, r rename, l link, u unlink, m mkdir
  char padding[7];
  uint64_t inode;
  int64_t offset;  // of a write; the length, of a truncation
  uint32_t path, other, bytes;
  uint32_t truncates;  // an open that empties the file
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int trace = -1;

static void put(const void* data, size_t bytes) {
  const char* next = data;
  while (bytes > 0) {
    const long written = syscall(SYS_write, trace, next, bytes);
    if (written <= 0) abort();  // half a trace would be none
    next += written;
    bytes -= (size_t)written;
  }
}

static void add(struct Record record, const char* path, const char* other, const void* bytes) {
  if (trace < 0)
    trace = (int)syscall(SYS_openat, AT_FDCWD, getenv("SEXTANT_TRACE_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0666);
  record.path = (uint32_t)strlen(path);
  record.other = (uint32_t)strlen(other);
  put(&record, sizeof record);
  put(path, record.path);
  put(other, record.other);
  put(bytes, record.bytes);
}

/// The path as an absolute one; whether it is below the watched directory.
static int is_watched(const char* path, char* whole) {
  const char* under = getenv("SEXTANT_TRACE_UNDER");
  if (!under || !getenv("SEXTANT_TRACE_LOG")) return 0;
  char here[PATH_MAX];
  if (path[0] == '/' || !getcwd(here, sizeof here))
    snprintf(whole, PATH_MAX, "%s", path);
  else
    snprintf(whole, PATH_MAX, "%s/%s", here, strncmp(path, "./", 2) == 0 ? path + 2 : path);
  return strncmp(whole, under, strlen(under)) == 0;
}

static int is_watched_descriptor(int descriptor, struct Record* record) {
  char link[64], path[PATH_MAX], whole[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  struct stat status;
  if (length < 0) return 0;
  path[length] = 0;
  if (!is_watched(path, whole) || fstat(descriptor, &status) != 0) return 0;
  record->inode = status.st_ino;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define BEGIN pthread_mutex_lock(&mutex)
#define END pthread_mutex_unlock(&mutex)

ssize_t write(int descriptor, const void* data, size_t bytes) {
  struct Record record = {.kind = 'w'};
  if (!is_watched_descriptor(descriptor, &record)) return REAL(write)(descriptor, data, bytes);
  BEGIN;
  const ssize_t written = REAL(write)(descriptor, data, bytes);
  record.offset = lseek(descriptor, 0, SEEK_CUR) - written;
  record.bytes = (uint32_t)(written > 0 ? written : 0);
  if (written > 0) add(record, "", "", data);
  END;
  return written;
}
#define PWRITE(name, off_type)                                                                           \
  ssize_t name(int descriptor, const void* data, size_t bytes, off_type offset) {                        \
    struct Record record = {.kind = 'w', .offset = offset};                                              \
    if (!is_watched_descriptor(descriptor, &record)) return REAL(name)(descriptor, data, bytes, offset); \
    BEGIN;                                                                                               \
    const ssize_t written = REAL(name)(descriptor, data, bytes, offset);                                 \
    record.bytes = (uint32_t)(written > 0 ? written : 0);                                                \
    if (written > 0) add(record, "", "", data);                                                          \
    END;                                                                                                 \
    return written;                                                                                      \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
#define ON_DESCRIPTOR(name, kind_, parameters, arguments, length)                 \
  int name parameters {                                                           \
    struct Record record = {.kind = kind_, .offset = length};                     \
    if (!is_watched_descriptor(descriptor, &record)) return REAL(name) arguments; \
    BEGIN;                                                                        \
    const int result = REAL(name) arguments;                                      \
    if (result == 0) add(record, "", "", "");                                     \
    END;                                                                          \
    return result;                                                                \
  }
ON_DESCRIPTOR(fsync, 's', (int descriptor), (descriptor), 0)
ON_DESCRIPTOR(fdatasync, 's', (int descriptor), (descriptor), 0)
ON_DESCRIPTOR(ftruncate, 't', (int descriptor, off_t length), (descriptor, length), length)
ON_DESCRIPTOR(ftruncate64, 't', (int descriptor, off64_t length), (descriptor, length), length)
#define ON_PATHS(name, kind_, parameters, arguments, from, to)                               \
  int name parameters {                                                                      \
    char one[PATH_MAX], other[PATH_MAX];                                                     \
    const int watched = is_watched(from, one);                                               \
    if (!(is_watched(to, other) || watched)) return REAL(name) arguments;                    \
    struct Record record = {.kind = kind_};                                                  \
    BEGIN;                                                                                   \
    const int result = REAL(name) arguments;                                                 \
    struct stat status;                                                                      \
    if (result == 0 && kind_ != 'u' && stat(to, &status) == 0) record.inode = status.st_ino; \
    if (result == 0) add(record, one, other, "");                                            \
    END;                                                                                     \
    return result;                                                                           \
  }
ON_PATHS(rename, 'r', (const char* from, const char* to), (from, to), from, to)
ON_PATHS(link, 'l', (const char* from, const char* to), (from, to), from, to)
ON_PATHS(unlink, 'u', (const char* path), (path), path, path)
ON_PATHS(remove, 'u', (const char* path), (path), path, path)
ON_PATHS(rmdir, 'u', (const char* path), (path), path, path)
ON_PATHS(mkdir, 'm', (const char* path, mode_t mode), (path, mode), path, path)
#define OPEN(name)                                                                                        \
  int name(const char* path, int flags, ...) {                                                            \
    va_list more;                                                                                         \
    va_start(more, flags);                                                                                \
    const mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;                                     \
    va_end(more);                                                                                         \
    char whole[PATH_MAX];                                                                                 \
    if (!(flags & (O_CREAT | O_TRUNC)) || !is_watched(path, whole)) return REAL(name)(path, flags, mode); \
    struct Record record = {.kind = 'o', .truncates = (flags & O_TRUNC) != 0};                            \
    BEGIN;                                                                                                \
    const int descriptor = REAL(name)(path, flags, mode);                                                 \
    if (descriptor >= 0 && is_watched_descriptor(descriptor, &record)) add(record, whole, "", "");        \
    END;                                                                                                  \
    return descriptor;                                                                                    \
  }
OPEN(open)
OPEN(open64)
