/** The words of the family in English: the shape that each other language must have. */
export default {
  names: {
    read: 'read',
    write: 'write',
    mix: 'mixed',
    drive_read: 'read, drive',
    memory_read: 'read, memory',
    drive_wait: 'read, drive calls only, p50',
    write_flush: 'write, flushed once',
    write_burst: 'write burst, flushed once',
    flush_each: 'write, flushed each time',
    flush_every: 'write, calls per flush:',
    buffered: 'write, buffered',
  },
  tests: 'Tests',
  depth: 'In flight',
  depthOf: '{depth} of {workers}',
  failed: 'failed',
  /** In files that programs read, after the layout of another tool. */
  burst: 'writes are bursts of up to {bytes}, flushed once at the end of a loop, unless flushed each time',
  flushed: 'writes are flushed once at the end of a loop, unless flushed each time',
  kept: 'the files were kept in memory: nothing here was measured on a drive',
  direct: 'all calls went past the page cache to the drive',
  computer: 'in {test} the computer was the limit: it makes at most {rate} there, and the drive may do more',
  memory: 'reads “from memory” show how fast this computer returns what it has just written, not how fast the drive is',
  unforgotten: {
    forgotten:
      'the system still had some of the files in memory after {bytes} of holes: another program may have read them',
    limit_bytes:
      'the system may still have had the files in memory: the limit in bytes was reached after {bytes} of holes',
    limit_time:
      'the system may still have had the files in memory: the limit in seconds was reached after {bytes} of holes',
    no_space: 'the system may still have had the files in memory: there is too little space, after {bytes} of holes',
    holes_cost:
      'the system may still have had the files in memory: this file system writes files that are only grown, {bytes} of them',
    not_supported:
      'the system may still have had the files in memory: this file system or its drive does not allow to clear them, after {bytes} of holes',
  },
} as const;
