// Preloaded into a program: instead of once, it runs for every line on its standard input, which names the directory to
// run in, each time in a fork made just before main. What it says goes to DIRECTORY.said; how it ended (the status of
// waitpid) is answered in a line. A run is given SEXTANT_SERVE seconds. This saves the loading of the program, which
// takes longer than the runs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int Main(int, char**, char**);
static Main* real_main;

static int serve(int count, char** arguments, char** environment) {
  const char* seconds = getenv("SEXTANT_SERVE");
  char directory[PATH_MAX], said[PATH_MAX + 8];
  while (seconds && fgets(directory, sizeof directory, stdin)) {
    directory[strcspn(directory, "\n")] = 0;
    const pid_t child = fork();
    if (child == 0) {
      snprintf(said, sizeof said, "%s.said", directory);
      const int out = open(said, O_WRONLY | O_CREAT | O_TRUNC, 0666), in = open("/dev/null", O_RDONLY);
      if (out < 0 || in < 0 || chdir(directory) != 0) _exit(99);
      dup2(in, 0);
      dup2(out, 1);
      dup2(out, 2);
      close(in);
      close(out);
      alarm((unsigned)atoi(seconds));
      break;
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 99;
    printf("%d\n", status);
    fflush(stdout);
  }
  if (seconds && feof(stdin)) return 0;
  return real_main(count, arguments, environment);
}

typedef int Start(Main*, int, char**, void (*)(void), void (*)(void), void (*)(void), void*);

int __libc_start_main(Main* program, int count, char** arguments, void (*begin)(void), void (*end)(void),
                      void (*loader_end)(void), void* stack) {
  real_main = program;
  Start* const start = (Start*)dlsym(RTLD_NEXT, "__libc_start_main");
  return start(serve, count, arguments, begin, end, loader_end, stack);
}
