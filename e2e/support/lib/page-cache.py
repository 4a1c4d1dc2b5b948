"""Evicts parts of a file from Linux's page cache and says which of its pages are still there.

page-cache.py FILE PART_BYTES          with the indices of the parts to evict on stdin, separated by spaces
page-cache.py FILE PART_BYTES refill   and all other parts are read in
Writes one byte per page to stdout: 1 where it is in memory.
"""
import ctypes
import mmap
import os
import sys

path, part_bytes, refill = sys.argv[1], int(sys.argv[2]), sys.argv[3:] == ["refill"]
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]

file = os.open(path, os.O_RDONLY)
size = os.fstat(file).st_size
NO_ACCESS = 0
address = libc.mmap(None, size, NO_ACCESS, mmap.MAP_SHARED, file, 0)
pages = (ctypes.c_ubyte * (size // mmap.PAGESIZE))()


def resident():
    if libc.mincore(address, size, pages) != 0:
        sys.exit(f"mincore: {os.strerror(ctypes.get_errno())}")
    return bytes(page & 1 for page in bytes(pages))


evicted = set(map(int, sys.stdin.read().split()))
# Only clean pages can be evicted.
os.fsync(file)
if refill:
    before = resident()
    pages_per_part = part_bytes // mmap.PAGESIZE
    for part in set(range(size // part_bytes)) - evicted:
        if 0 in before[part * pages_per_part : (part + 1) * pages_per_part]:
            os.pread(file, part_bytes, part * part_bytes)
# Last, because reading the others reads ahead into these.
for part in evicted:
    os.posix_fadvise(file, part * part_bytes, part_bytes, os.POSIX_FADV_DONTNEED)

sys.stdout.buffer.write(resident())
