// Threads, locks, sleeping and clocks of the code under test: inside the simulation fibers on the virtual clock,
// outside it whatever the system does. Timed waits and short sleeps may last longer than asked, as on a busy machine.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "fibers.h"

namespace {

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

farm::Time time_of(const timespec& time) { return time.tv_sec * farm::second + time.tv_nsec; }

/// Later than asked by up to five seconds: nobody is promised to be woken in time, and ticks in which nothing happens
/// are not worth simulating.
farm::Time late(farm::Time deadline) { return deadline + farm::between(0, 5 * farm::second); }

int wait_on(pthread_cond_t* condition, pthread_mutex_t* mutex, farm::Time until) {
  ::pthread_mutex_unlock(mutex);
  const bool woken = farm::wait_for(condition, until);
  ::pthread_mutex_lock(mutex);
  return woken ? 0 : ETIMEDOUT;
}

void sleep(farm::Time duration) {
  // A look into an empty mailbox every 5 ms is as good as one every 300 ms here.
  const farm::Time longer = duration < 50 * farm::millisecond ? farm::between(0, 300 * farm::millisecond) : 0;
  farm::sleep_until(farm::now() + duration + longer);
  if (farm::process().dead) throw farm::Killed();
}

}  // namespace

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) {
  if (!farm::inside()) return real<decltype(pthread_create)>("pthread_create")(thread, attributes, work, argument);
  if (!farm::may_start_threads()) return EAGAIN;
  *thread = farm::start(farm::process(), [work, argument] { work(argument); }) + 1;
  return 0;
}
int pthread_join(pthread_t thread, void** result) {
  if (!farm::inside()) return real<decltype(pthread_join)>("pthread_join")(thread, result);
  farm::join(thread - 1);
  return 0;
}
int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  while (::pthread_mutex_trylock(mutex) == EBUSY) {
    if (!farm::inside()) return EDEADLK;
    farm::sleep_until(farm::now() + farm::millisecond);
  }
  return 0;
}
int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait_on(condition, mutex, farm::never);
}
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t, const timespec* until) {
  return wait_on(condition, mutex, late(time_of(*until)));
}
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  return wait_on(condition, mutex, late(time_of(*until)));
}
int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  farm::wake(condition, false);
  return 0;
}
int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  farm::wake(condition, true);
  return 0;
}

int nanosleep(const timespec* duration, timespec* left) {
  if (!farm::inside()) return real<decltype(nanosleep)>("nanosleep")(duration, left);
  sleep(time_of(*duration));
  return 0;
}
int sched_yield() noexcept { return 0; }

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (!farm::inside()) return static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  time->tv_sec = farm::now() / farm::second;
  time->tv_nsec = farm::now() % farm::second;
  return 0;
}

/// Semaphores wait by futex.
long syscall(long number, ...) noexcept {
  va_list more;
  va_start(more, number);
  long arguments[6];
  for (long& argument : arguments) argument = va_arg(more, long);
  va_end(more);
  static const auto pass = real<long(long, ...) noexcept>("syscall");
  if (number != SYS_futex || !farm::inside())
    return pass(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
  const auto* thing = reinterpret_cast<const void*>(arguments[0]);
  if ((arguments[1] & 1) != 0)
    farm::wake(thing, true);
  else
    farm::wait_for(thing, farm::now() + farm::second);
  return 0;
}
}
