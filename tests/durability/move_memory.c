// Preloaded into a program: all memory that it asks for lies SEXTANT_MOVE_MEMORY bytes (16, 32 or 48) behind a multiple
// of 64, where another allocator might have put it. What is asked for with an alignment of its own is not moved.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void* __libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void* memory);

enum { line = 64 };

static size_t moved_by(void) {
  static size_t bytes = line;  // not asked for yet
  if (bytes == line) {
    const char* text = getenv("SEXTANT_MOVE_MEMORY");
    bytes = text ? (size_t)atoi(text) % line / 16 * 16 : 0;
  }
  return bytes;
}

/// Where the block begins whose part the program was given.
static char* start_of(void* memory) { return (char*)memory - (uintptr_t)memory % line; }

void* malloc(size_t bytes) {
  if (bytes > SIZE_MAX - line) {
    errno = ENOMEM;
    return NULL;
  }
  char* start = __libc_memalign(line, bytes + moved_by());
  return start ? start + moved_by() : NULL;
}

void free(void* memory) {
  if (memory) __libc_free(start_of(memory));
}

size_t malloc_usable_size(void* memory) {
  if (!memory) return 0;
  char* start = start_of(memory);
  // glibc keeps the size of a block before it; the second bit says that it is mapped and has one word less.
  const size_t header = ((size_t*)start)[-1];
  return (header & ~(size_t)7) - (header & 2 ? 2 : 1) * sizeof(size_t) - (size_t)((char*)memory - start);
}

void* calloc(size_t count, size_t bytes) {
  size_t all;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  void* memory = malloc(all);
  return memory ? memset(memory, 0, all) : NULL;
}

void* realloc(void* old, size_t bytes) {
  if (!old) return malloc(bytes);
  void* memory = malloc(bytes);
  if (!memory) return NULL;
  const size_t before = malloc_usable_size(old);
  memcpy(memory, old, before < bytes ? before : bytes);
  free(old);
  return memory;
}

void* memalign(size_t alignment, size_t bytes) {
  return __libc_memalign(alignment < line ? line : alignment, bytes);
}
void* aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** to, size_t alignment, size_t bytes) {
  void* memory = memalign(alignment, bytes);
  if (!memory) return ENOMEM;
  *to = memory;
  return 0;
}
