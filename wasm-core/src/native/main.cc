/// The core on the operating system's own file calls, for bench/: the same loop without a browser,
/// and commands that put a file into memory or out of it, which a page cannot.
///
///   opfsmark_native pass FILE [name=value ...]   one timed window; names are those of kOptions
///   opfsmark_native cache FILE                   written back, and all of it in memory
///   opfsmark_native evict FILE                   written back, and out of memory
///   opfsmark_native evict FILE PERCENT SEED      so much of it out of memory, at random
///   opfsmark_native resident FILE                how much of it is in memory
///
/// Answers with lines of `name value`.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "opfsmark/backends/posix.h"
#include "opfsmark/clock.h"
#include "opfsmark/content.h"
#include "opfsmark/histogram.h"
#include "opfsmark/job.h"
#include "opfsmark/job_runner.h"
#include "opfsmark/permutation.h"
#include "opfsmark/units.h"

namespace {

using namespace opfsmark;

int fail(const char* what, const char* why) {
  std::fprintf(stderr, "opfsmark_native: %s: %s\n", what, why);
  return 1;
}

int fail_errno(const char* what) { return fail(what, std::strerror(errno)); }

/// A file and, where asked for, a mapping of it, released at the end of the scope.
class File {
 public:
  File(const char* path, int flags) : descriptor_(open(path, flags | O_CLOEXEC)) {
    struct stat status = {};
    if (descriptor_ >= 0 && fstat(descriptor_, &status) == 0)
      bytes_ = static_cast<std::size_t>(status.st_size);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  [[nodiscard]] bool ok() const { return descriptor_ >= 0 && bytes_ > 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  /// How many bytes of it are in memory; -1 where the system does not say.
  [[nodiscard]] long long resident_bytes() const {
    void* const map = mmap(nullptr, bytes_, PROT_READ, MAP_SHARED, descriptor_, 0);
    if (map == MAP_FAILED) return -1;
    const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> pages((bytes_ + page_bytes - 1) / page_bytes);
#ifdef __APPLE__
    const bool known =
        mincore(static_cast<caddr_t>(map), bytes_, reinterpret_cast<char*>(pages.data())) == 0;
#else
    const bool known = mincore(map, bytes_, pages.data()) == 0;
#endif
    munmap(map, bytes_);
    if (!known) return -1;
    const auto resident = std::count_if(pages.begin(), pages.end(),
                                        [](unsigned char page) { return (page & 1) != 0; });
    return std::min<long long>(resident * static_cast<long long>(page_bytes),
                               static_cast<long long>(bytes_));
  }

 private:
  int descriptor_;
  std::size_t bytes_ = 0;
};

int report_resident(const File& file) {
  const long long resident = file.resident_bytes();
  if (resident < 0) return fail_errno("mincore");
  std::printf("bytes %zu\nresident_bytes %lld\n", file.bytes(), resident);
  return 0;
}

int cache(const File& file) {
  if (fsync(file.descriptor()) != 0) return fail_errno("fsync");
  if (file.resident_bytes() < static_cast<long long>(file.bytes())) {
    std::vector<char> block(kMiB);
    for (off_t at = 0; pread(file.descriptor(), block.data(), block.size(), at) > 0;)
      at += static_cast<off_t>(kMiB);
  }
  return report_resident(file);
}

#ifdef POSIX_FADV_DONTNEED
/// The largest piece in which Linux keeps a file: what is smaller cannot be evicted out of one.
constexpr std::size_t kPieceBytes = 2 * kMiB;

/// So many hundredths of its pieces, in seeded random order.
int evict_share(const File& file, double percent, std::uint32_t seed) {
  const std::size_t pieces = file.bytes() / kPieceBytes;
  if (pieces == 0) return fail("evict", "the file is smaller than a piece");
  const Permutation order(pieces, seed);
  const auto wanted =
      std::min(pieces, static_cast<std::size_t>(static_cast<double>(pieces) * percent / 100));
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto at = static_cast<off_t>(order.at(i) * kPieceBytes);
    const int error = posix_fadvise(file.descriptor(), at, kPieceBytes, POSIX_FADV_DONTNEED);
    if (error != 0) return fail("posix_fadvise", std::strerror(error));
  }
  return report_resident(file);
}
#endif

int evict(const File& file, [[maybe_unused]] std::span<char*> share) {
  if (fsync(file.descriptor()) != 0) return fail_errno("fsync");
#ifdef POSIX_FADV_DONTNEED
  if (share.size() == 2) {
    return evict_share(file, std::strtod(share[0], nullptr),
                       static_cast<std::uint32_t>(std::strtoul(share[1], nullptr, 10)));
  }
  if (const int error = posix_fadvise(file.descriptor(), 0, 0, POSIX_FADV_DONTNEED); error != 0)
    return fail("posix_fadvise", std::strerror(error));
  return report_resident(file);
#else
  return fail("evict", "this system has no call for it");
#endif
}

/// Asks for the file's size before each write, as Chromium does to know the quota. It is the call,
/// not its cost, that matters: Linux gives a file whose times have been asked for a new time at its
/// next write, and a file system without a journal writes that to the disk with each flush.
struct SizeAskingBackend : PosixBackend {
  using PosixBackend::PosixBackend;
  [[nodiscard]] Result<std::size_t> write_at(std::span<const std::byte> src,
                                             std::uint64_t offset_bytes) noexcept {
    if (const auto size = size_bytes(); !size.ok()) return size.error();
    return PosixBackend::write_at(src, offset_bytes);
  }
};

struct Options {
  double threads = 1;
  /// Not 0: past the page cache.
  double direct = 0;
  double asks_size = 0;
  double operation = 0;
  double pattern = 1;
  double timing = 1;
  double flush = 0;
  double visits = 1;
  double visit_every = 1;
  double block_bytes = 4096;
  double file_bytes = 0;
  double limit_ns = 1e9;
  double order_seed = 1;
  /// Not 0: an open loop, in which threads claim calls.
  double arrivals_per_s = 0;
};

using Value = decltype(&Options::direct);

/// Enumerations by the numbers of job.h.
constexpr struct {
  std::string_view name;
  Value value;
} kOptions[] = {
    {"direct", &Options::direct},
    {"threads", &Options::threads},
    {"asks_size", &Options::asks_size},
    {"operation", &Options::operation},
    {"pattern", &Options::pattern},
    {"timing", &Options::timing},
    {"flush", &Options::flush},
    {"visits", &Options::visits},
    {"visit_every", &Options::visit_every},
    {"block_bytes", &Options::block_bytes},
    {"file_bytes", &Options::file_bytes},
    {"limit_ns", &Options::limit_ns},
    {"order_seed", &Options::order_seed},
    {"arrivals_per_s", &Options::arrivals_per_s},
};

bool parse(std::string_view argument, Options& options) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos) return false;
  for (const auto& [name, value] : kOptions) {
    if (name != argument.substr(0, equals)) continue;
    char* end = nullptr;
    options.*value = std::strtod(argument.data() + equals + 1, &end);
    return end == argument.data() + argument.size() && options.*value >= 0;
  }
  return false;
}

Request request_of(const Options& options, unsigned thread) {
  Request request;
  request.operation = static_cast<Operation>(options.operation);
  request.pattern = static_cast<Pattern>(options.pattern);
  request.timing = static_cast<Timing>(options.timing);
  request.flush = static_cast<Flush>(options.flush);
  request.visits = static_cast<Visits>(options.visits);
  request.order_seed = static_cast<std::uint32_t>(options.order_seed);
  request.block_bytes = options.block_bytes;
  request.block_count = std::floor(options.file_bytes / options.block_bytes);
  const bool claimed = request.visits == Visits::kClaimed;
  request.first = claimed ? 0 : thread;
  request.stride = (claimed ? 1 : options.threads) * options.visit_every;
  request.limit_ns = options.limit_ns;
  request.bin_ns = 100e6;
  request.arrivals_per_s = options.arrivals_per_s;
  return request;
}

#ifdef O_DIRECT
constexpr int kDirect = O_DIRECT;
#else
constexpr int kDirect = 0;
#endif

/// All threads begin together, as far as there are processors for them; nobody stops them.
struct StartTogether {
  std::barrier<>& barrier;
  std::int64_t& began_ns;
  std::atomic<std::uint64_t>& claimed;
  void begin() const noexcept {
    barrier.arrive_and_wait();
    began_ns = SteadyClock().now_ns();
  }
  std::mutex& turn;
  void lock() const noexcept { turn.lock(); }
  void unlock() const noexcept { turn.unlock(); }
  static bool poll() noexcept { return false; }
  [[nodiscard]] std::uint64_t claim() const noexcept { return claimed++; }
};

template <typename Backend>
int pass(const char* path, Options options) {
  if (options.file_bytes == 0)
    options.file_bytes = static_cast<double>(File(path, O_RDONLY).bytes());
  const auto threads = static_cast<unsigned>(options.threads);
  if (threads < 1 || threads > 64) return fail("threads", "not 1..64");
  if (options.direct > 0 && kDirect == 0) return fail("direct", "this system has no O_DIRECT");

  // A request that one thread were refused would leave the others at the barrier.
  if (validate(request_of(options, 0)) != ErrorCode::kNone)
    return fail("pass", "the core refuses these values");

  std::barrier<> barrier(threads);
  std::atomic<std::uint64_t> claimed = 0;
  std::mutex turn;
  std::vector<std::unique_ptr<Job>> jobs;
  std::vector<std::int64_t> began_ns(threads);
  std::vector<std::thread> running;
  for (unsigned i = 0; i < threads; ++i) {
    Job& job = *jobs.emplace_back(std::make_unique<Job>());
    job.struct_bytes = sizeof(Job);
    job.request = request_of(options, i);
    const int flags = O_RDWR | O_CLOEXEC | (options.direct > 0 ? kDirect : 0);
    running.emplace_back([&job, &barrier, &claimed, &turn, path, flags, &began = began_ns[i]] {
      SteadyClock clock;
      Backend backend(open(path, flags));
      Content content;
      StartTogether host{barrier, began, claimed, turn};
      run_job(job, clock, backend, content, host);
      if (job.outcome.error != 0) barrier.arrive_and_drop();
    });
  }
  for (std::thread& thread : running) thread.join();

  // From the first thread's first call to the last one's last: see commonWindowNs in merge.ts.
  const std::int64_t first_ns = *std::min_element(began_ns.begin(), began_ns.end());
  double ops = 0;
  double woke_late_ns = 0;
  double elapsed_ns = 0;
  double total_ns = 0;
  Counts counts{};
  for (unsigned i = 0; i < threads; ++i) {
    const auto& job = jobs[i];
    const auto late_ns = static_cast<double>(began_ns[i] - first_ns);
    if (job->outcome.error != 0) return fail("pass", "a call failed");
    const Side& side =
        job->request.operation == Operation::kWrite ? job->outcome.write : job->outcome.read;
    ops += side.ops;
    woke_late_ns += job->outcome.late_ns;
    elapsed_ns = std::max(elapsed_ns, late_ns + job->outcome.elapsed_ns);
    total_ns = std::max(total_ns, late_ns + job->outcome.total_ns);
    merge(counts, side.counts);
  }
  std::printf("ops %.0f\nelapsed_ns %.0f\ntotal_ns %.0f\n", ops, elapsed_ns, total_ns);
  if (total_count(counts) > 0) {
    std::printf("median_ns %.0f\np99_ns %.0f\n", bucket_value_ns(percentile_bucket(counts, 0.5)),
                bucket_value_ns(percentile_bucket(counts, 0.99)));
  }
  if (options.arrivals_per_s > 0)
    std::printf("due %.0f\nlate_ns %.0f\n", jobs[0]->outcome.arrivals, woke_late_ns);
  return 0;
}

int pass(const char* path, std::span<char*> arguments) {
  Options options;
  for (const char* argument : arguments) {
    if (!parse(argument, options)) return fail(argument, "not a known name=value");
  }
  return options.asks_size > 0 ? pass<SizeAskingBackend>(path, options)
                               : pass<PosixBackend>(path, options);
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc < 3) return fail("usage", "pass|cache|evict|resident FILE [name=value ...]");
  const std::string_view command = arguments[1];
  const File file(arguments[2], command == "resident" ? O_RDONLY : O_RDWR);
  if (!file.ok()) return fail_errno(arguments[2]);
  if (command == "pass") return pass(arguments[2], arguments.subspan(3));
  if (command == "cache") return cache(file);
  if (command == "evict") return evict(file, arguments.subspan(3));
  if (command == "resident") return report_resident(file);
  return fail(arguments[1], "not a command");
}
