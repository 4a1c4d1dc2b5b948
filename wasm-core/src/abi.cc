/// The core as WebAssembly: the only exported functions, and the objects they work on. A worker has
/// one instance that runs one job at a time, so there is one of each.
#include "opfsmark/backends/memory.h"
#include "opfsmark/backends/opfs.h"
#include "opfsmark/backends/scripted.h"
#include "opfsmark/clock.h"
#include "opfsmark/content.h"
#include "opfsmark/job.h"
#include "opfsmark/job_runner.h"

extern "C" {
// Also in js/storage.lib.js.
void opfsmark_begin(void) noexcept;
std::int32_t opfsmark_poll(void) noexcept;
std::int32_t opfsmark_claim(void) noexcept;
void opfsmark_lock(void) noexcept;
void opfsmark_unlock(void) noexcept;
}

namespace {

using namespace opfsmark;

struct WorkerHost {
  static void begin() noexcept { opfsmark_begin(); }
  static bool poll() noexcept { return opfsmark_poll() != 0; }
  static void lock() noexcept { opfsmark_lock(); }
  static void unlock() noexcept { opfsmark_unlock(); }
  static std::uint64_t claim() noexcept { return static_cast<std::uint32_t>(opfsmark_claim()); }
};

struct Core {
  Job job;
  Content content;
  WorkerHost host;
  PageClock page_clock;
  OpfsBackend opfs;
  OpfsBackend direct{OpfsBackend::ReadInto::kCoreMemory};
  MemoryBackend memory;
  ScriptedClock scripted_clock;
  ScriptedBackend scripted{scripted_clock, content};
};

Core& core() noexcept {
  static Core instance;
  return instance;
}

}  // namespace

extern "C" {

/// The struct that holds the request and the outcome; its address never changes.
[[clang::export_name("opfsmark_job")]] Job* opfsmark_job() noexcept { return &core().job; }

/// Runs the job; blocks until it is done.
[[clang::export_name("opfsmark_run")]] void opfsmark_run() noexcept {
  Core& c = core();
  switch (c.job.request.engine) {
    case Engine::kMemory:
      return run_job(c.job, c.page_clock, c.memory, c.content, c.host);
    case Engine::kScripted:
      return run_job(c.job, c.scripted_clock, c.scripted, c.content, c.host);
    case Engine::kDirect:
      return run_job(c.job, c.page_clock, c.direct, c.content, c.host);
    case Engine::kOpfs:
    default:  // validated inside
      return run_job(c.job, c.page_clock, c.opfs, c.content, c.host);
  }
}

}  // extern "C"
