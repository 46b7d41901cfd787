// Preloaded into a program: every file system says that it is NFS, and flock holds only among processes that are given
// the same directory SEXTANT_HOST_LOCKS, as on a mount without a lock service. The locks are those of files of that
// directory, named after the files that are locked.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define MOST 4096

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stand_in[MOST];  // by descriptor: that of the file locked in its place, plus 1

int statfs(const char* path, struct statfs* status) {
  const int result = REAL(statfs)(path, status);
  if (result == 0) status->f_type = 0x6969;
  return result;
}

int flock(int descriptor, int operation) {
  const char* locks = getenv("SEXTANT_HOST_LOCKS");
  struct stat file;
  if (!locks || descriptor < 0 || descriptor >= MOST || fstat(descriptor, &file) != 0)
    return REAL(flock)(descriptor, operation);
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%s/%lu-%lu", locks, (unsigned long)file.st_dev, (unsigned long)file.st_ino);
  pthread_mutex_lock(&mutex);
  if (!stand_in[descriptor]) stand_in[descriptor] = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666) + 1;
  const int locked = stand_in[descriptor] - 1;
  pthread_mutex_unlock(&mutex);
  return REAL(flock)(locked, operation);
}

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < MOST) {
    pthread_mutex_lock(&mutex);
    const int locked = stand_in[descriptor] - 1;
    stand_in[descriptor] = 0;
    pthread_mutex_unlock(&mutex);
    if (locked >= 0) REAL(close)(locked);
  }
  return REAL(close)(descriptor);
}
