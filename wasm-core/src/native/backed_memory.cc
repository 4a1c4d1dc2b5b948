/// Gives the system free memory that the machine really has, for bench/.
///
///   opfsmark_backed_memory BYTES   answers "ready", and lasts until its input ends
///
/// A virtual machine may give free memory back to its host, and then waits for every page that is
/// used again: longer than for a fast drive. Hosts take whole blocks of it. So all of it is used
/// once. Of every other block all but a page is given back: with a used page in it, it stays. A
/// page cache that reads far ahead asks for whole blocks, though: the others are given back when a
/// line is read, just before they are needed, because hosts take them slowly.
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include "opfsmark/units.h"

namespace {

using opfsmark::kKiB;

constexpr std::size_t kPageBytes = 4 * kKiB;
/// What Linux reports to a host, and as large as a huge page.
constexpr std::size_t kBlockBytes = 2048 * kKiB;

int fail(const char* what) {
  std::fprintf(stderr, "opfsmark_backed_memory: %s: %s\n", what, std::strerror(errno));
  return 1;
}

bool give_back(std::span<char> memory) {
  return madvise(memory.data(), memory.size(), MADV_DONTNEED) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc != 2) {
    std::fputs("usage: opfsmark_backed_memory BYTES\n", stderr);
    return 1;
  }
  const std::size_t bytes = std::strtoull(arguments[1], nullptr, 10) / kBlockBytes * kBlockBytes;
  // One block more, so that the first can begin at a multiple of its size, as huge pages do.
  void* const map = mmap(nullptr, bytes + kBlockBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return fail("mmap");
  const std::size_t before = kBlockBytes - reinterpret_cast<std::uintptr_t>(map) % kBlockBytes;
  const std::span<char> memory(static_cast<char*>(map) + before, bytes);
#ifdef MADV_HUGEPAGE
  if (madvise(memory.data(), bytes, MADV_HUGEPAGE) != 0 && errno != EINVAL) return fail("madvise");
#endif
  for (std::size_t at = 0; at < bytes; at += kPageBytes) memory[at] = 1;
#ifdef MADV_NOHUGEPAGE
  // Nobody puts a page that is left together with free ones to a huge page again.
  if (madvise(memory.data(), bytes, MADV_NOHUGEPAGE) != 0 && errno != EINVAL)
    return fail("madvise");
#endif
  for (std::size_t at = 0; at < bytes; at += 2 * kBlockBytes) {
#ifdef MADV_COLD
    // Splits a huge page, which otherwise is given back as a whole or not at all.
    if (madvise(&memory[at], kPageBytes, MADV_COLD) != 0 && errno != EINVAL) return fail("madvise");
#endif
    if (!give_back(memory.subspan(at + kPageBytes, kBlockBytes - kPageBytes)))
      return fail("madvise");
  }
  std::puts("ready");
  std::fflush(stdout);
  char end = 0;
  while (read(STDIN_FILENO, &end, 1) > 0) {
    if (end != '\n') continue;
    for (std::size_t at = kBlockBytes; at < bytes; at += 2 * kBlockBytes) {
      if (!give_back(memory.subspan(at, kBlockBytes))) return fail("madvise");
    }
  }
}
