/* What a C program does with files: the same natively, on WasmFS with OPFS, and on IDBFS. `files FOLDER` measures, `files FOLDER look`
   says what is left of a file that was written and synced before everything was ended. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif
#ifdef ON_OPFS
#include <emscripten/wasmfs.h>
#endif

enum { SMALL = 100, LARGE = 65536, SMALL_WRITES = 1000, LARGE_WRITES = 64, SYNCS = 50, FILES = 1000, KEPT = 3 * LARGE };

static char block[LARGE];
static char path[512];

#ifdef ON_IDBFS
/* Until then, or until fsync(), which does the same where there is Asyncify, everything is in memory only. */
EM_ASYNC_JS(void, keep, (void), { await new Promise((resolve) => FS.syncfs(false, resolve)); });
EM_ASYNC_JS(void, mount_at, (const char *folder), {
  FS.mkdir(UTF8ToString(folder));
  FS.mount(IDBFS, {}, UTF8ToString(folder));
  await new Promise((resolve) => FS.syncfs(true, resolve));
});
#else
static void keep(void) {}
static void mount_at(const char *folder) {
#ifdef ON_OPFS
  if (wasmfs_create_directory(folder, 0777, wasmfs_create_opfs_backend()) != 0) perror("mount");
#else
  mkdir(folder, 0777);
#endif
}
#endif

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void expect(int is_so, const char *what) {
  if (is_so) return;
  printf("{\"error\":\"%s: %s\"}\n", what, strerror(errno));
  exit(1);
}

static const char *in(const char *folder, const char *name, int number) {
  snprintf(path, sizeof path, number < 0 ? "%s/%s" : "%s/%s%d", folder, name, number);
  return path;
}

static int open_new(const char *folder, const char *name, int number) {
  int file = open(in(folder, name, number), O_CREAT | O_TRUNC | O_RDWR, 0666);
  expect(file >= 0, path);
  return file;
}

static void write_all(int file, int bytes) { expect(write(file, block, bytes) == bytes, "write"); }

static void tell(const char *step, int ops, double start_ns) {
  double ended_ns = now_ns();
  keep();
  double kept_ns = now_ns();
  printf("{\"step\":\"%s\",\"ops\":%d,\"ns\":%.0f,\"keep_ns\":%.0f}\n", step, ops, ended_ns - start_ns, kept_ns - ended_ns);
  fflush(stdout);
}

static void write_many(const char *folder, const char *step, int count, int bytes, int is_synced) {
  int file = open_new(folder, step, -1);
  double start_ns = now_ns();
  for (int i = 0; i < count; i++) {
    write_all(file, bytes);
    if (is_synced) expect(fsync(file) == 0, "fsync");
  }
  tell(step, count, start_ns);
  close(file);
  unlink(in(folder, step, -1));
}

static void use_directory(const char *folder) {
  char inner[256];
  snprintf(inner, sizeof inner, "%s/many", folder);
  mkdir(inner, 0777);
  double start_ns = now_ns();
  for (int i = 0; i < FILES; i++) {
    int file = open_new(inner, "f", i);
    write_all(file, SMALL);
    close(file);
  }
  tell("create", FILES, start_ns);
  start_ns = now_ns();
  DIR *dir = opendir(inner);
  expect(dir != NULL, "opendir");
  int found = 0;
  struct stat info;
  for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
    if (entry->d_name[0] != 'f') continue;
    expect(stat(in(inner, entry->d_name, -1), &info) == 0 && info.st_size == SMALL, "stat");
    found++;
  }
  closedir(dir);
  expect(found == FILES, "readdir");
  tell("list", FILES, start_ns);
  start_ns = now_ns();
  for (int i = 0; i < FILES; i++) expect(unlink(in(inner, "f", i)) == 0, "unlink");
  tell("unlink", FILES, start_ns);
  rmdir(inner);
}

int main(int count, char **words) {
  const char *folder = words[1];
  struct stat info;
  for (int i = 0; i < LARGE; i++) block[i] = (char)(i * 7919 >> 3);
  mount_at(folder);
  if (count > 2) {
    printf("{\"left\":%lld}\n", stat(in(folder, "kept", -1), &info) == 0 ? (long long)info.st_size : -1LL);
    return 0;
  }
  write_many(folder, "small", SMALL_WRITES, SMALL, 0);
  write_many(folder, "large", LARGE_WRITES, LARGE, 0);
  write_many(folder, "fsync", SYNCS, SMALL, 1);
  use_directory(folder);
  /* Nothing is called after this: what is left is what fsync() made lasting. */
  int file = open_new(folder, "kept", -1);
  for (int i = 0; i < 3; i++) write_all(file, LARGE);
  expect(fsync(file) == 0, "fsync");
  printf("{\"synced\":%d}\n", KEPT);
  fflush(stdout);
  return 0;
}
