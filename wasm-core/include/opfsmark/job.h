#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "opfsmark/histogram.h"

/// The request and the outcome of one task, which cross between a worker and the core as one plain
/// struct: filled in by the worker, answered in place by the core. Numbers are u32 or f64 (no
/// 64-bit integers, which cross into JavaScript as BigInt); counts, bytes and nanoseconds in an f64
/// are whole. ts/worker/abi.ts mirrors the offsets asserted below.
namespace opfsmark {

/// Raised with every change of layout or meaning.
inline constexpr std::uint32_t kAbiVersion = 3;

enum class Engine : std::uint32_t {
  kOpfs = 0,
  kMemory = 1,
  kScripted = 2,
  /// As kOpfs, on a file that was opened for direct I/O.
  kDirect = 3,
};
enum class Task : std::uint32_t {
  /// One timed window: see runner.h. Filling a file and the hot floor are passes too.
  kPass = 0,
  /// Compare what is on file with what was written there.
  kVerify = 1,
  /// The cost of calls that move no data.
  kCallCosts = 2,
  /// The step of the clock, and the cost of reading it.
  kClock = 3,
};
enum class Operation : std::uint32_t { kRead = 0, kWrite = 1, kMix = 2 };
enum class Pattern : std::uint32_t { kSequential = 0, kRandom = 1 };
enum class Timing : std::uint32_t { kBatched = 0, kEach = 1 };
enum class Flush : std::uint32_t { kNone = 0, kEnd = 1, kEach = 2 };
enum class Data : std::uint32_t { kRandom = 0, kZero = 1 };
/// How a worker comes to its next block.
enum class Visits : std::uint32_t {
  /// Each block of its share once.
  kOnce = 0,
  /// Over and over, in a new order each time.
  kAgain = 1,
  /// Once, from a share that all workers have in common: each takes the next block that nobody has
  /// taken, so that all end
  /// together.
  kClaimed = 2,
};
enum class Ended : std::uint32_t { kLimit = 0, kVisited = 1, kStopped = 2 };

/// Bins of a time series; where a pass outgrows them, neighbours are added and bins become twice as
/// wide.
inline constexpr std::size_t kMaxBins = 1024;

struct Request {
  Task task = Task::kPass;
  Engine engine = Engine::kOpfs;
  Operation operation = Operation::kRead;
  /// Share of reads in a mix, 0..100.
  std::uint32_t read_percent = 0;
  Pattern pattern = Pattern::kSequential;
  Timing timing = Timing::kEach;
  Flush flush = Flush::kNone;
  Visits visits = Visits::kOnce;
  Data data = Data::kRandom;
  std::uint32_t content_seed = 0;
  std::uint32_t file_id = 0;
  /// Written into headers; the newest that verification accepts.
  std::uint32_t generation = 0;
  std::uint32_t order_seed = 0;
  /// kVerify: how many sectors at most, spread over the share; 0: all.
  std::uint32_t sectors = 0;
  /// The share: visits first, first + stride, ... of block_count blocks.
  double block_bytes = 0;
  double block_count = 0;
  double first = 0;
  double stride = 1;
  /// 0: none.
  double limit_ns = 0;
  double bin_ns = 0;
  /// 0: a closed loop, in which a call begins when the one before has ended. Otherwise an open one:
  /// calls are due at random times, so many a second on average over all workers, until limit_ns;
  /// their latency counts from when they were due.
  double arrivals_per_s = 0;
};

/// One direction of a pass.
struct Side {
  double ops = 0;
  double bytes = 0;
  /// Calls that moved fewer bytes than asked for and were completed by another call.
  double short_ops = 0;
  /// Latencies beyond the histogram's range.
  double dropped = 0;
  double busy_ns = 0;
  /// 0 where calls were not timed one by one, as is bin_max_ns.
  double min_ns = 0;
  double max_ns = 0;
  std::array<double, kMaxBins> bin_ops{};
  std::array<double, kMaxBins> bin_busy_ns{};
  std::array<double, kMaxBins> bin_max_ns{};
  /// Empty where calls were not timed one by one.
  Counts counts{};
};

struct Outcome {
  /// An ErrorCode. Where it is not 0, only error_offset_bytes and the counts so far are valid.
  std::uint32_t error = 0;
  Ended ended = Ended::kVisited;
  double error_offset_bytes = 0;
  /// Until the last call returned, without and with the closing flush, and that flush alone.
  double elapsed_ns = 0;
  double total_ns = 0;
  double flush_ns = 0;
  double bin_ns = 0;
  /// How many bins are in use, the same on both sides.
  double bins = 0;
  double sectors = 0;
  double clock_step_ns = 0;
  double clock_call_ns = 0;
  double empty_read_ns = 0;
  double get_size_ns = 0;
  double clean_flush_ns = 0;
  /// An open loop: how many calls were due, of all workers together.
  double arrivals = 0;
  /// How much later than due calls began for which a worker had been waiting, summed: the error of
  /// waiting.
  double late_ns = 0;
  Side read;
  Side write;
};

struct Job {
  std::uint32_t abi_version = kAbiVersion;
  std::uint32_t struct_bytes = 0;
  Request request;
  Outcome outcome;
};

// Mirrored, line by line, in ts/worker/abi.ts.
static_assert(offsetof(Job, abi_version) == 0);
static_assert(offsetof(Job, struct_bytes) == 4);
static_assert(offsetof(Job, request.task) == 8);
static_assert(offsetof(Job, request.engine) == 12);
static_assert(offsetof(Job, request.operation) == 16);
static_assert(offsetof(Job, request.read_percent) == 20);
static_assert(offsetof(Job, request.pattern) == 24);
static_assert(offsetof(Job, request.timing) == 28);
static_assert(offsetof(Job, request.flush) == 32);
static_assert(offsetof(Job, request.visits) == 36);
static_assert(offsetof(Job, request.data) == 40);
static_assert(offsetof(Job, request.content_seed) == 44);
static_assert(offsetof(Job, request.file_id) == 48);
static_assert(offsetof(Job, request.generation) == 52);
static_assert(offsetof(Job, request.order_seed) == 56);
static_assert(offsetof(Job, request.sectors) == 60);
static_assert(offsetof(Job, request.block_bytes) == 64);
static_assert(offsetof(Job, request.block_count) == 72);
static_assert(offsetof(Job, request.first) == 80);
static_assert(offsetof(Job, request.stride) == 88);
static_assert(offsetof(Job, request.limit_ns) == 96);
static_assert(offsetof(Job, request.bin_ns) == 104);
static_assert(offsetof(Job, request.arrivals_per_s) == 112);
static_assert(offsetof(Job, outcome.error) == 120);
static_assert(offsetof(Job, outcome.ended) == 124);
static_assert(offsetof(Job, outcome.error_offset_bytes) == 128);
static_assert(offsetof(Job, outcome.elapsed_ns) == 136);
static_assert(offsetof(Job, outcome.total_ns) == 144);
static_assert(offsetof(Job, outcome.flush_ns) == 152);
static_assert(offsetof(Job, outcome.bin_ns) == 160);
static_assert(offsetof(Job, outcome.bins) == 168);
static_assert(offsetof(Job, outcome.sectors) == 176);
static_assert(offsetof(Job, outcome.clock_step_ns) == 184);
static_assert(offsetof(Job, outcome.clock_call_ns) == 192);
static_assert(offsetof(Job, outcome.empty_read_ns) == 200);
static_assert(offsetof(Job, outcome.get_size_ns) == 208);
static_assert(offsetof(Job, outcome.clean_flush_ns) == 216);
static_assert(offsetof(Job, outcome.arrivals) == 224);
static_assert(offsetof(Job, outcome.late_ns) == 232);
static_assert(offsetof(Job, outcome.read) == 240);
static_assert(offsetof(Job, outcome.write) == 28'464);
static_assert(offsetof(Side, ops) == 0);
static_assert(offsetof(Side, bytes) == 8);
static_assert(offsetof(Side, short_ops) == 16);
static_assert(offsetof(Side, dropped) == 24);
static_assert(offsetof(Side, busy_ns) == 32);
static_assert(offsetof(Side, min_ns) == 40);
static_assert(offsetof(Side, max_ns) == 48);
static_assert(offsetof(Side, bin_ops) == 56);
static_assert(offsetof(Side, bin_busy_ns) == 8'248);
static_assert(offsetof(Side, bin_max_ns) == 16'440);
static_assert(offsetof(Side, counts) == 24'632);
static_assert(sizeof(Job) == 56'688);

}  // namespace opfsmark
