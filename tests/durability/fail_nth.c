// Preloaded into a program: allocation or thread number SEXTANT_FAIL_NTH fails, counted over all threads, and with
// SEXTANT_FAIL_ON every later one too. SEXTANT_FAIL_WHAT says which: allocation (ENOMEM) or thread (EAGAIN). The number
// of such calls is written to SEXTANT_FAIL_COUNT at the end. Counting begins with main: what the loader and the
// constructors of libraries ask for before it is nobody's to catch.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long calls;
static atomic_int counting;  // 0: not yet, or over
static long wanted;
static int what;  // 'a' or 't'
static int goes_on;

void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* old, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);

static int must_fail(int kind) {
  if (!atomic_load_explicit(&counting, memory_order_relaxed) || kind != what) return 0;
  const long call = atomic_fetch_add(&calls, 1) + 1;
  return wanted > 0 && (call == wanted || (goes_on && call > wanted));
}

static int no_memory(void) {
  if (!must_fail('a')) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t bytes) { return no_memory() ? NULL : __libc_malloc(bytes); }
void* calloc(size_t count, size_t bytes) { return no_memory() ? NULL : __libc_calloc(count, bytes); }
void* realloc(void* old, size_t bytes) { return no_memory() ? NULL : __libc_realloc(old, bytes); }
void* memalign(size_t alignment, size_t bytes) { return no_memory() ? NULL : __libc_memalign(alignment, bytes); }
void* aligned_alloc(size_t alignment, size_t bytes) { return no_memory() ? NULL : __libc_memalign(alignment, bytes); }
int posix_memalign(void** to, size_t alignment, size_t bytes) {
  if (no_memory()) return ENOMEM;
  void* memory = __libc_memalign(alignment, bytes);
  if (!memory) return ENOMEM;
  *to = memory;
  return 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) {
  static __typeof__(&pthread_create) real;
  if (must_fail('t')) return EAGAIN;
  if (!real) real = (__typeof__(&pthread_create))dlsym(RTLD_NEXT, "pthread_create");
  return real(thread, attributes, work, argument);
}

static void report(void) {
  atomic_store(&counting, 0);
  const char* path = getenv("SEXTANT_FAIL_COUNT");
  const int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
  if (file < 0) return;
  char line[32];
  const int length = snprintf(line, sizeof line, "%ld\n", atomic_load(&calls));
  if (write(file, line, (size_t)length) < 0) perror(path);
  close(file);
}

static int (*real_main)(int, char**, char**);

static int counted_main(int count, char** arguments, char** environment) {
  const char* kind = getenv("SEXTANT_FAIL_WHAT");
  const char* number = getenv("SEXTANT_FAIL_NTH");
  what = kind ? kind[0] : 0;
  wanted = number ? atol(number) : 0;
  goes_on = getenv("SEXTANT_FAIL_ON") != NULL;
  atexit(report);
  // Programs that are started in turn, such as Git or a shell, are left alone.
  unsetenv("LD_PRELOAD");
  atomic_store(&counting, 1);
  const int code = real_main(count, arguments, environment);
  atomic_store(&counting, 0);
  return code;
}

int __libc_start_main(int (*main)(int, char**, char**), int count, char** arguments, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void* stack_end) {
  real_main = main;
  __typeof__(&__libc_start_main) start = (__typeof__(&__libc_start_main))dlsym(RTLD_NEXT, "__libc_start_main");
  return start(counted_main, count, arguments, init, fini, loader_fini, stack_end);
}
