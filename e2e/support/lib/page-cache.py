"""Evicts parts of a file from Linux's page cache and says which of its pages are still there.

page-cache.py FILE PART_BYTES   with the indices of the parts to evict on stdin, separated by spaces.
Writes one byte a page to stdout: 1 where it is in memory.
"""
import ctypes
import mmap
import os
import sys

path, part_bytes = sys.argv[1], int(sys.argv[2])
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]

file = os.open(path, os.O_RDONLY)
size = os.fstat(file).st_size
# Only clean pages can be evicted.
os.fsync(file)
for part in map(int, sys.stdin.read().split()):
    os.posix_fadvise(file, part * part_bytes, part_bytes, os.POSIX_FADV_DONTNEED)

NO_ACCESS = 0
address = libc.mmap(None, size, NO_ACCESS, mmap.MAP_SHARED, file, 0)
pages = (ctypes.c_ubyte * (size // mmap.PAGESIZE))()
if libc.mincore(address, size, pages) != 0:
    sys.exit(f"mincore: {os.strerror(ctypes.get_errno())}")
sys.stdout.buffer.write(bytes(page & 1 for page in pages))
