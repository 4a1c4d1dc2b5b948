/**
 * A drive that is made up: a file system in user space (FUSE) with one file in memory, "image", each of whose reads and
 * writes takes as long as a drive of the given latency, throughput and number of channels would take.
 *
 *   simulated-drive MOUNTPOINT SIZE_MIB LATENCY_US MB_PER_S CHANNELS
 *
 * A read waits for a free channel, then for the latency, then for its turn on the one bus. A write goes into the drive's own
 * cache: it waits for the bus alone, and a flush for the latency. Stays in the foreground, and ends when it is unmounted.
 */
#define FUSE_USE_VERSION 312
#define _GNU_SOURCE
#include <errno.h>
#include <fuse_lowlevel.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>

enum { MAX_CHANNELS = 256, MAX_CALL_BYTES = 1 << 20, IMAGE_INODE = 2, MAX_THREADS = 64 };
static const char kImageName[] = "image";
static const double kForever = 86400;
/** What waking up costs at the end of a wait, taken off the wait. */
static const int64_t kWakeUpNs = 3000;

static struct {
  char *bytes;
  size_t size;
  int64_t latency_ns;
  double ns_per_byte;
  int channels;
} drive;

static struct {
  pthread_mutex_t mutex;
  int64_t channel_free_ns[MAX_CHANNELS];
  int64_t bus_free_ns;
} busy = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/** When a call of so many bytes that comes now is done: the latency, then its turn on the bus. */
static int64_t reserve(size_t bytes, int64_t latency_ns) {
  pthread_mutex_lock(&busy.mutex);
  int64_t *channel = busy.channel_free_ns;
  for (int i = 1; i < drive.channels; i++) {
    if (busy.channel_free_ns[i] < *channel) channel = &busy.channel_free_ns[i];
  }
  *channel = max_of(*channel, now_ns()) + latency_ns;
  busy.bus_free_ns = max_of(busy.bus_free_ns, *channel) + (int64_t)(bytes * drive.ns_per_byte);
  const int64_t done_ns = busy.bus_free_ns;
  pthread_mutex_unlock(&busy.mutex);
  return done_ns;
}

static void wait_as_a_drive(size_t bytes, int64_t latency_ns) {
  static __thread int is_exact;
  // Linux lets a thread sleep 50 us longer than it asked for, unless told otherwise.
  if (!is_exact) is_exact = prctl(PR_SET_TIMERSLACK, 1000) == 0;
  const int64_t until_ns = reserve(bytes, latency_ns) - kWakeUpNs;
  const struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};
  if (until_ns <= now_ns()) return;
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
}

static struct stat attributes(fuse_ino_t inode) {
  struct stat found = {.st_ino = inode, .st_nlink = 1};
  if (inode == IMAGE_INODE) {
    found.st_mode = S_IFREG | 0600;
    found.st_size = (off_t)drive.size;
  } else {
    found.st_mode = S_IFDIR | 0700;
  }
  return found;
}

static void on_init(void *user, struct fuse_conn_info *connection) {
  (void)user;
  connection->max_write = connection->max_read = MAX_CALL_BYTES;
  connection->max_background = connection->congestion_threshold = MAX_CHANNELS;
  if (connection->capable & FUSE_CAP_ASYNC_DIO) connection->want |= FUSE_CAP_ASYNC_DIO;
}

static void on_lookup(fuse_req_t request, fuse_ino_t parent, const char *name) {
  if (parent != FUSE_ROOT_ID || strcmp(name, kImageName) != 0) {
    fuse_reply_err(request, ENOENT);
    return;
  }
  const struct fuse_entry_param entry = {.ino = IMAGE_INODE,
                                         .attr = attributes(IMAGE_INODE),
                                         .attr_timeout = kForever,
                                         .entry_timeout = kForever};
  fuse_reply_entry(request, &entry);
}

static void on_getattr(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  (void)file;
  const struct stat found = attributes(inode);
  fuse_reply_attr(request, &found, kForever);
}

static void on_open(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  (void)inode;
  fuse_reply_open(request, file);
}

static void on_read(fuse_req_t request, fuse_ino_t inode, size_t bytes, off_t at,
                    struct fuse_file_info *file) {
  (void)inode, (void)file;
  const size_t left = (size_t)at < drive.size ? drive.size - (size_t)at : 0;
  const size_t moved = bytes < left ? bytes : left;
  wait_as_a_drive(moved, drive.latency_ns);
  fuse_reply_buf(request, drive.bytes + at, moved);
}

static void on_write(fuse_req_t request, fuse_ino_t inode, const char *from, size_t bytes, off_t at,
                     struct fuse_file_info *file) {
  (void)inode, (void)file;
  if ((size_t)at + bytes > drive.size) {
    fuse_reply_err(request, ENOSPC);
    return;
  }
  wait_as_a_drive(bytes, 0);
  memcpy(drive.bytes + at, from, bytes);
  fuse_reply_write(request, bytes);
}

static void on_fsync(fuse_req_t request, fuse_ino_t inode, int data_only, struct fuse_file_info *file) {
  (void)inode, (void)data_only, (void)file;
  wait_as_a_drive(0, drive.latency_ns);
  fuse_reply_err(request, 0);
}

static const struct fuse_lowlevel_ops kOperations = {.init = on_init,
                                                     .lookup = on_lookup,
                                                     .getattr = on_getattr,
                                                     .open = on_open,
                                                     .read = on_read,
                                                     .write = on_write,
                                                     .fsync = on_fsync};

static int fail(const char *what) {
  fprintf(stderr, "simulated-drive: %s\n", what);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 6) return fail("usage: MOUNTPOINT SIZE_MIB LATENCY_US MB_PER_S CHANNELS");
  const double mb_per_s = atof(argv[4]);
  drive.size = (size_t)atoll(argv[2]) << 20;
  drive.latency_ns = (int64_t)(atof(argv[3]) * 1e3);
  drive.ns_per_byte = 1e3 / mb_per_s;
  drive.channels = atoi(argv[5]);
  if (drive.size == 0 || mb_per_s <= 0 || drive.channels < 1 || drive.channels > MAX_CHANNELS)
    return fail("size, throughput or channels are out of range");
  // Pages take memory when they are first written.
  drive.bytes = mmap(NULL, drive.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (drive.bytes == MAP_FAILED) return fail("no memory for the drive");

  madvise(drive.bytes, drive.size, MADV_HUGEPAGE);

  // A drive does not wait for a processor because programs want it. Threads inherit this.
  const struct sched_param before_others = {.sched_priority = 1};
  if (sched_setscheduler(0, SCHED_FIFO, &before_others) != 0) return fail("may not run before others");

  char *arguments[] = {argv[0], "-o", "max_read=1048576,fsname=opfsmark-simulated-drive", NULL};
  struct fuse_args mount_options = FUSE_ARGS_INIT(3, arguments);
  struct fuse_session *session = fuse_session_new(&mount_options, &kOperations, sizeof kOperations, NULL);
  if (session == NULL || fuse_session_mount(session, argv[1]) != 0) return fail("cannot be mounted");
  struct fuse_loop_config *loop = fuse_loop_cfg_create();
  fuse_loop_cfg_set_max_threads(loop, MAX_THREADS);
  fuse_loop_cfg_set_idle_threads(loop, MAX_THREADS);
  const int ended = fuse_session_loop_mt(session, loop);
  fuse_loop_cfg_destroy(loop);
  fuse_session_unmount(session);
  fuse_session_destroy(session);
  return ended == 0 ? 0 : 1;
}
