/// Gives the system free memory that the machine really has, for bench/.
///
///   opfsmark_backed_memory BYTES   answers "ready", and lasts until its input ends
///
/// A virtual machine may give free memory back to its host, and then waits for every page that is
/// used again: longer than for a fast drive. Hosts take large blocks of it. So all of it is used
/// once and given back but for a page in each small block, and a block with a used page stays.
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include "opfsmark/units.h"

namespace {

using opfsmark::kKiB;

constexpr std::size_t kPageBytes = 4 * kKiB;
/// Smaller than what Linux reports to a host (2 MiB), because the pages of a block need not lie
/// together.
constexpr std::size_t kBlockBytes = 256 * kKiB;

int fail(const char* what) {
  std::fprintf(stderr, "opfsmark_backed_memory: %s: %s\n", what, std::strerror(errno));
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc != 2) {
    std::fputs("usage: opfsmark_backed_memory BYTES\n", stderr);
    return 1;
  }
  const std::size_t bytes = std::strtoull(arguments[1], nullptr, 10) / kBlockBytes * kBlockBytes;
  void* const map = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return fail("mmap");
#ifdef MADV_NOHUGEPAGE
  if (madvise(map, bytes, MADV_NOHUGEPAGE) != 0 && errno != EINVAL) return fail("madvise");
#endif
  const std::span<char> memory(static_cast<char*>(map), bytes);
  for (std::size_t at = 0; at < bytes; at += kPageBytes) memory[at] = 1;
  for (std::size_t at = 0; at < bytes; at += kBlockBytes) {
    const auto free = memory.subspan(at + kPageBytes, kBlockBytes - kPageBytes);
    if (madvise(free.data(), free.size(), MADV_DONTNEED) != 0) return fail("madvise");
  }
  std::puts("ready");
  std::fflush(stdout);
  char end = 0;
  while (read(STDIN_FILENO, &end, 1) > 0) {
  }
}
