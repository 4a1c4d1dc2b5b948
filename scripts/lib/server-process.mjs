/**
 * How the process of a server is started, so that it stays small: what requests leave behind is collected often, and what the
 * allocator gets back of pages and their compression goes back to the system. Measured after 100,000 requests of all kinds.
 * The Dockerfile has the same words, which a test compares.
 */

/** The young generation stays small, and the old one grows by half at most before it is collected. */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

/** For glibc: two heaps for all threads, and large blocks apart from them. */
export const ALLOCATOR_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' };
