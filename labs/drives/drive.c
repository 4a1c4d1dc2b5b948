/**
 * A drive that is made up: a file system in user space (FUSE) with one file in memory, "image", each of whose reads and
 * writes takes as long as a drive of the given latency, throughput and number of channels would take.
 *
 *   simulated-drive MOUNTPOINT SIZE_MIB LATENCY_US MB_PER_S CHANNELS [power] [STALL_MS EVERY_MS] [FAULT ...]
 *
 * A read waits for a free channel, then for the latency, then for its turn on the one bus. A write goes into the drive's own
 * cache: it waits for the bus alone, and a flush for the latency. Stays in the foreground, and ends when it is unmounted.
 * From SIGUSR1 on it has 70 % of its speed, from SIGUSR2 on each write and flush fails. With STALL_MS it stands still for so long,
 * every EVERY_MS.
 *
 * With `power` there is a second file of that name, and what was not flushed can be lost. Written to it are:
 *   off          from now on writes are answered and ignored
 *   fade         the same from the next flush on, which does not keep what came before it
 *   on PERCENT SEED  of the sectors that were not flushed so many are kept, drawn with the seed, the others are as they were
 *
 * A fault makes the drive other than it says. Sizes and places are in MiB:
 *   wrap REAL         after REAL it begins anew at its front
 *   drop REAL CACHE   what is written after REAL is not kept, but for the last CACHE of it
 *   bad AT MIB        what is read there is not what was written
 *   change PERMILLE   of so many of 1,000 MiB
 *   slow AT MIB       each call there takes a second
 */
#define FUSE_USE_VERSION 312
#define _GNU_SOURCE
#include <errno.h>
#include <fuse_lowlevel.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>

enum { MAX_CHANNELS = 256, MAX_CALL_BYTES = 1 << 20, IMAGE_INODE = 2, POWER_INODE = 3, MAX_THREADS = 64, SECTOR_BYTES = 4096 };
static const char kImageName[] = "image";
static const char kPowerName[] = "power";
static const double kForever = 86400;
/** What waking up costs at the end of a wait, taken off the wait. */
static const int64_t kWakeUpNs = 3000;

static struct {
  char *bytes;
  size_t size;
  int64_t latency_ns;
  double ns_per_byte;
  int channels;
  int64_t stall_ns, every_ns;
} drive;

enum { MIB_BYTES = 1 << 20, MAX_CACHED = 4096 };

/** What the drive does wrong; 0 each: nothing. */
static struct {
  size_t wrap_bytes, drop_bytes, bad_at, bad_bytes, slow_at, slow_bytes;
  unsigned change_permille;
  int any;
  /** Of MiB after `drop_bytes`: the places that were written last, each with its number, in a ring. */
  size_t cached, ring[MAX_CACHED], oldest;
} fault;
static pthread_mutex_t fault_mutex = PTHREAD_MUTEX_INITIALIZER;

/** Of its speed. */
static volatile sig_atomic_t percent_of_speed = 100;

static void slow_down(int signal) {
  (void)signal;
  percent_of_speed = 70;
}

static volatile sig_atomic_t is_dead = 0;

static void die(int signal) {
  (void)signal;
  is_dead = 1;
}

static struct {
  pthread_mutex_t mutex;
  int64_t channel_free_ns[MAX_CHANNELS];
  int64_t bus_free_ns;
} busy = {.mutex = PTHREAD_MUTEX_INITIALIZER};

struct extent {
  size_t at, bytes;
};

/** What a power cut takes away. `flushed` is the image as of the last flush; NULL: the power cannot be cut. */
static struct {
  pthread_mutex_t mutex;
  char *flushed;
  struct extent *unflushed;
  size_t count, room;
  enum { POWER_ON, POWER_FADES, POWER_OFF } state;
} power = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/** Keeps in mind that these bytes are not flushed. Ends the program where there is no memory for that. */
static void add_unflushed(size_t at, size_t bytes) {
  if (power.count == power.room) {
    power.room = power.room == 0 ? 1024 : 2 * power.room;
    power.unflushed = realloc(power.unflushed, power.room * sizeof *power.unflushed);
    if (power.unflushed == NULL) abort();
  }
  power.unflushed[power.count++] = (struct extent){at, bytes};
}

/** Whether a sector that was not flushed is kept: the same answer each time that it is asked (SplitMix64). */
static int is_kept(uint64_t sector, unsigned percent, uint64_t seed) {
  uint64_t mixed = sector + seed * UINT64_C(0x9e3779b97f4a7c15);
  mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (mixed ^ (mixed >> 31)) % 100 < percent;
}

static void keep_sectors(unsigned percent, uint64_t seed) {
  for (size_t i = 0; i < power.count; i++) {
    const size_t end = power.unflushed[i].at + power.unflushed[i].bytes;
    for (size_t at = power.unflushed[i].at; at < end;) {
      const size_t sector_end = (at / SECTOR_BYTES + 1) * SECTOR_BYTES;
      const size_t bytes = (sector_end < end ? sector_end : end) - at;
      char *from = is_kept(at / SECTOR_BYTES, percent, seed) ? drive.bytes : power.flushed;
      memmove(power.flushed + at, from + at, bytes);
      memmove(drive.bytes + at, from + at, bytes);
      at += bytes;
    }
  }
  power.count = 0;
}

/** Obeys what was written to the file `power`; answers whether it was understood. */
static int switch_power(const char *order) {
  unsigned percent = 0;
  unsigned long long seed = 0;
  int is_known = 1;
  pthread_mutex_lock(&power.mutex);
  if (strcmp(order, "off") == 0) {
    power.state = POWER_OFF;
  } else if (strcmp(order, "fade") == 0) {
    power.state = POWER_FADES;
  } else if (sscanf(order, "on %u %llu", &percent, &seed) == 2) {
    keep_sectors(percent, seed);
    power.state = POWER_ON;
  } else {
    is_known = 0;
  }
  pthread_mutex_unlock(&power.mutex);
  return is_known;
}

static void write_image(size_t at, const char *from, size_t bytes) {
  if (power.flushed == NULL) {
    memcpy(drive.bytes + at, from, bytes);
    return;
  }
  pthread_mutex_lock(&power.mutex);
  if (power.state != POWER_OFF) {
    memcpy(drive.bytes + at, from, bytes);
    add_unflushed(at, bytes);
  }
  pthread_mutex_unlock(&power.mutex);
}

static void flush_image(void) {
  if (power.flushed == NULL) return;
  pthread_mutex_lock(&power.mutex);
  if (power.state == POWER_ON) keep_sectors(100, 0);
  if (power.state == POWER_FADES) power.state = POWER_OFF;
  pthread_mutex_unlock(&power.mutex);
}

static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/** Now, or the end of the standstill that it lies in. */
static int64_t awake_ns(void) {
  const int64_t now = now_ns();
  if (drive.stall_ns == 0) return now;
  const int64_t since_ns = now % drive.every_ns;
  return since_ns < drive.stall_ns ? now - since_ns + drive.stall_ns : now;
}

/** When a call of so many bytes that comes now is done: the latency, then its turn on the bus. */
static int64_t reserve(size_t bytes, int64_t latency_ns) {
  const double slowness = 100.0 / percent_of_speed;
  pthread_mutex_lock(&busy.mutex);
  int64_t *channel = busy.channel_free_ns;
  for (int i = 1; i < drive.channels; i++) {
    if (busy.channel_free_ns[i] < *channel) channel = &busy.channel_free_ns[i];
  }
  *channel = max_of(*channel, awake_ns()) + (int64_t)(latency_ns * slowness);
  busy.bus_free_ns = max_of(busy.bus_free_ns, *channel) + (int64_t)(bytes * drive.ns_per_byte * slowness);
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

/** Where the drive keeps what it is to keep there. */
static size_t place_of(size_t at) {
  return fault.wrap_bytes == 0 || at < fault.wrap_bytes ? at : at % fault.wrap_bytes;
}

static int is_cached(size_t mib) {
  for (size_t i = 0; i < fault.cached; i++) {
    if (fault.ring[i] == mib) return 1;
  }
  return 0;
}

/** Takes a MiB after the end into the cache, and forgets the oldest there. */
static void cache_mib(size_t mib) {
  if (fault.cached == 0 || is_cached(mib)) return;
  const size_t forgotten = fault.ring[fault.oldest];
  if (forgotten != 0) memset(drive.bytes + forgotten * MIB_BYTES, 0, MIB_BYTES);
  fault.ring[fault.oldest] = mib;
  fault.oldest = (fault.oldest + 1) % fault.cached;
}

static int is_changed(size_t mib) {
  if (fault.bad_bytes > 0 && mib * MIB_BYTES >= fault.bad_at && mib * MIB_BYTES < fault.bad_at + fault.bad_bytes) return 1;
  return fault.change_permille > 0 && mib >= 64 && (mib * UINT64_C(0x9e3779b97f4a7c15) >> 32) % 1000 < fault.change_permille;
}

/** Calls `each` for what lies in one MiB of the drive at a time. */
static void by_mib(size_t at, size_t bytes, void (*each)(size_t at, size_t offset, size_t bytes, void *with), void *with) {
  for (size_t done = 0; done < bytes;) {
    const size_t end = ((at + done) / MIB_BYTES + 1) * MIB_BYTES;
    const size_t part = end - (at + done) < bytes - done ? end - (at + done) : bytes - done;
    each(at + done, done, part, with);
    done += part;
  }
}

static void write_part(size_t at, size_t offset, size_t bytes, void *from) {
  if (fault.drop_bytes > 0 && at >= fault.drop_bytes) {
    if (fault.cached == 0) return;
    cache_mib(at / MIB_BYTES);
  }
  write_image(place_of(at), (const char *)from + offset, bytes);
}

static void read_part(size_t at, size_t offset, size_t bytes, void *to) {
  char *into = (char *)to + offset;
  memcpy(into, drive.bytes + place_of(at), bytes);
  if (!is_changed(at / MIB_BYTES)) return;
  for (size_t i = 0; i < bytes; i += 512) into[i + 77 < bytes ? i + 77 : i] ^= 0x10;
}

static int touches_slow(size_t at, size_t bytes) {
  return fault.slow_bytes > 0 && at < fault.slow_at + fault.slow_bytes && at + bytes > fault.slow_at;
}

static void wait_where_slow(size_t at, size_t bytes) {
  const struct timespec second = {1, 0};
  if (touches_slow(at, bytes)) clock_nanosleep(CLOCK_MONOTONIC, 0, &second, NULL);
}

static struct stat attributes(fuse_ino_t inode) {
  struct stat found = {.st_ino = inode, .st_nlink = 1};
  if (inode == IMAGE_INODE || inode == POWER_INODE) {
    found.st_mode = S_IFREG | 0600;
    found.st_size = inode == IMAGE_INODE ? (off_t)drive.size : 0;
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
  const int is_power = power.flushed != NULL && strcmp(name, kPowerName) == 0;
  if (parent != FUSE_ROOT_ID || (!is_power && strcmp(name, kImageName) != 0)) {
    fuse_reply_err(request, ENOENT);
    return;
  }
  const fuse_ino_t inode = is_power ? POWER_INODE : IMAGE_INODE;
  const struct fuse_entry_param entry = {.ino = inode,
                                         .attr = attributes(inode),
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
  (void)file;
  if (inode == POWER_INODE) {
    fuse_reply_buf(request, NULL, 0);
    return;
  }
  const size_t left = (size_t)at < drive.size ? drive.size - (size_t)at : 0;
  const size_t moved = bytes < left ? bytes : left;
  wait_as_a_drive(moved, drive.latency_ns);
  wait_where_slow((size_t)at, moved);
  if (!fault.any) {
    fuse_reply_buf(request, drive.bytes + at, moved);
    return;
  }
  char *copy = malloc(moved == 0 ? 1 : moved);
  if (copy == NULL) {
    fuse_reply_err(request, ENOMEM);
    return;
  }
  pthread_mutex_lock(&fault_mutex);
  by_mib((size_t)at, moved, read_part, copy);
  pthread_mutex_unlock(&fault_mutex);
  fuse_reply_buf(request, copy, moved);
  free(copy);
}

static void on_write(fuse_req_t request, fuse_ino_t inode, const char *from, size_t bytes, off_t at,
                     struct fuse_file_info *file) {
  (void)file;
  if (inode == POWER_INODE) {
    char order[64] = "";
    if (bytes < sizeof order) memcpy(order, from, bytes);
    if (switch_power(order)) fuse_reply_write(request, bytes);
    else fuse_reply_err(request, EINVAL);
    return;
  }
  if ((size_t)at + bytes > drive.size) {
    fuse_reply_err(request, ENOSPC);
    return;
  }
  wait_as_a_drive(bytes, 0);
  wait_where_slow((size_t)at, bytes);
  if (is_dead) {
    fuse_reply_err(request, EIO);
    return;
  }
  if (fault.any) {
    pthread_mutex_lock(&fault_mutex);
    by_mib((size_t)at, bytes, write_part, (void *)from);
    pthread_mutex_unlock(&fault_mutex);
  } else write_image((size_t)at, from, bytes);
  fuse_reply_write(request, bytes);
}

static void on_fsync(fuse_req_t request, fuse_ino_t inode, int data_only, struct fuse_file_info *file) {
  (void)inode, (void)data_only, (void)file;
  flush_image();
  wait_as_a_drive(0, drive.latency_ns);
  fuse_reply_err(request, is_dead ? EIO : 0);
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

/** Pages take memory when they are first written. */
static char *make_image(void) {
  char *made = mmap(NULL, drive.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return made == MAP_FAILED ? NULL : made;
}

/** Takes the faults off the end of the arguments; answers how many are left, or 0 where one is not understood. */
static int take_faults(int argc, char **argv) {
  int left = 6;
  while (left < argc && strcmp(argv[left], kPowerName) == 0) left++;
  while (left < argc && argv[left][0] >= '0' && argv[left][0] <= '9') left++;
  const int rest = left;
  for (int i = left; i < argc;) {
    const char *name = argv[i];
    const size_t first = i + 1 < argc ? (size_t)atoll(argv[i + 1]) : 0;
    const size_t second = i + 2 < argc ? (size_t)atoll(argv[i + 2]) : 0;
    fault.any = 1;
    if (strcmp(name, "wrap") == 0) fault.wrap_bytes = first * MIB_BYTES, i += 2;
    else if (strcmp(name, "drop") == 0 && second <= MAX_CACHED) fault.drop_bytes = first * MIB_BYTES, fault.cached = second, i += 3;
    else if (strcmp(name, "bad") == 0) fault.bad_at = first * MIB_BYTES, fault.bad_bytes = second * MIB_BYTES, i += 3;
    else if (strcmp(name, "change") == 0) fault.change_permille = (unsigned)first, i += 2;
    else if (strcmp(name, "slow") == 0) fault.slow_at = first * MIB_BYTES, fault.slow_bytes = second * MIB_BYTES, i += 3;
    else return 0;
  }
  return rest;
}

int main(int argc, char **argv) {
  if (argc > 6) argc = take_faults(argc, argv);
  const int has_power = argc > 6 && strcmp(argv[6], kPowerName) == 0;
  char **stall = argv + 6 + has_power;
  const int has_stall = argc == 8 + has_power;
  if (argc != 6 + has_power && !has_stall)
    return fail("usage: MOUNTPOINT SIZE_MIB LATENCY_US MB_PER_S CHANNELS [power] [STALL_MS EVERY_MS] [FAULT ...]");
  const double mb_per_s = atof(argv[4]);
  drive.size = (size_t)atoll(argv[2]) << 20;
  drive.latency_ns = (int64_t)(atof(argv[3]) * 1e3);
  drive.ns_per_byte = 1e3 / mb_per_s;
  drive.channels = atoi(argv[5]);
  if (drive.size == 0 || mb_per_s <= 0 || drive.channels < 1 || drive.channels > MAX_CHANNELS)
    return fail("size, throughput or channels are out of range");
  if (has_stall) {
    drive.stall_ns = (int64_t)(atof(stall[0]) * 1e6);
    drive.every_ns = (int64_t)(atof(stall[1]) * 1e6);
    if (drive.stall_ns < 0 || drive.every_ns <= drive.stall_ns) return fail("it must stand still for less than the time between");
  }
  drive.bytes = make_image();
  if (has_power) power.flushed = make_image();
  if (drive.bytes == NULL || (has_power && power.flushed == NULL)) return fail("no memory for the drive");

  madvise(drive.bytes, drive.size, MADV_HUGEPAGE);
  const struct sigaction slower = {.sa_handler = slow_down, .sa_flags = SA_RESTART};
  const struct sigaction dead = {.sa_handler = die, .sa_flags = SA_RESTART};
  if (sigaction(SIGUSR1, &slower, NULL) != 0 || sigaction(SIGUSR2, &dead, NULL) != 0) return fail("takes no signals");

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
