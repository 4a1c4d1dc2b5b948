/** What both sweeps say, in English: the shape that each other language must have. */
export default {
  names: { read: 'read', write: 'write', mix: 'mixed' },
  byBlock: 'Throughput by block size',
  byQueue: 'IOPS by queue depth',
  latencyByQueue: 'Latency by queue depth',
  block: 'Block size',
  queues: 'Queue depth',
  knee: '{direction}: peak {best} at {at}; {share} of that at {knee}.',
  cached: 'Reads may come from memory: the file was just written.',
} as const;
