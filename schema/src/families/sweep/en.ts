/** The words of both sweeps in English: the shape that each other language must have. */
export default {
  about: {
    'block-sweep': 'Which block size is best? Throughput from 512 B to 16 MiB per call.',
    'queue-sweep': 'Do parallel calls help? Calls per second and latency from 1 to 64 calls at once.',
  },
  names: { read: 'read', write: 'write', mix: 'mixed' },
  byBlock: 'Throughput by block size',
  byQueue: 'IOPS by queue depth',
  latencyByQueue: 'Latency by queue depth',
  block: 'Block size',
  queues: 'Queue depth',
  knee: '{direction}: peak {best} at {at}; at least {share} of that at {knee}.',
  peak: '{direction}: peak {best} at {at}; nothing smaller reaches {share} of that.',
  cached: 'Reads may come from memory: the file was just written.',
} as const;
