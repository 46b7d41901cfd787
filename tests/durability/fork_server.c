// Preloaded into a program: instead of once, it runs for every line on its standard input, which names the directory to
// run in and, behind tabulators, variables of the environment, each time in a fork made just before main. What it says goes to DIRECTORY.said; how it ended (the status of
// waitpid) is answered in a line. A run is given SEXTANT_SERVE seconds. This saves the loading of the program and the
// generating of oneDNN's kernels, which take longer than the runs.
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

typedef int Product(char, char, long, long, long, float, const float*, long, const float*, long, float, float*, long);

/// oneDNN generates its kernels at the first product of a kind: here, once, instead of in every fork. Without threads,
/// which a fork would lose.
static void make_kernels(void) {
  enum { side = 48 };
  static float a[side * side], b[side * side], c[side * side];
  const int sizes[] = {1, 4, side};
  Product* const product = (Product*)dlsym(RTLD_DEFAULT, "dnnl_sgemm");
  void (*const set_threads)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "omp_set_num_threads");
  if (!product || !set_threads) return;
  set_threads(1);
  for (int kind = 0; kind < 8; ++kind)
    for (int size = 0; size < 27; ++size)
      product(kind & 1 ? 'T' : 'N', kind & 2 ? 'T' : 'N', sizes[size / 9], sizes[size / 3 % 3], sizes[size % 3], 1, a,
              side, b, side, kind & 4 ? 1 : 0, c, side);
}

static int serve(int count, char** arguments, char** environment) {
  const char* seconds = getenv("SEXTANT_SERVE");
  static char directory[4 * PATH_MAX], said[4 * PATH_MAX + 8];
  if (seconds) make_kernels();
  while (seconds && fgets(directory, sizeof directory, stdin)) {
    directory[strcspn(directory, "\n")] = 0;
    strtok(directory, "\t");
    const pid_t child = fork();
    if (child == 0) {
      for (char* variable; (variable = strtok(NULL, "\t"));) putenv(variable);
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
