// The program's own operator new and malloc, in front of glibc's.
#include "counter.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<bool> counting = false;
std::atomic<long> news = 0;
std::atomic<long> mallocs = 0;

void count(std::atomic<long>& counter) {
  if (counting.load(std::memory_order_relaxed)) counter.fetch_add(1, std::memory_order_relaxed);
}

void* take(std::size_t size, std::size_t alignment) {
  count(news);
  count(mallocs);
  void* memory = alignment == 0 ? __libc_malloc(size) : __libc_memalign(alignment, size);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace allocations {

void start_counting() {
  news = 0;
  mallocs = 0;
  counting = true;
}

Count stop_counting() {
  counting = false;
  return {news, mallocs};
}

}  // namespace allocations

void* operator new(std::size_t size) { return take(size, 0); }
void* operator new[](std::size_t size) { return take(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return take(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return take(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" {

void* malloc(std::size_t size) {
  count(mallocs);
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  count(mallocs);
  return __libc_calloc(number, size);
}
void* realloc(void* old, std::size_t size) {
  count(mallocs);
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  count(mallocs);
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count(mallocs);
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  count(mallocs);
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

}  // extern "C"
