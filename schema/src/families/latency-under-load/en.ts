/** The words of the family in English: the shape that each other language must have. */
export default {
  about:
    'How long does a save take while others are being saved? Flushed writes of 4 KiB are due at random times, at 10, 50 and 90 % of what the drive can take, and each waits its turn. All other tests make a call only when the one before has ended.',
  names: {
    capacity: 'capacity',
    'load-10': '10 % load',
    'load-50': '50 % load',
    'load-90': '90 % load',
  },
  load: 'Load',
  writes: 'Writes',
  longest: 'Longest',
  chart: 'Latency by load',
  capacity: 'This drive takes {rate} flushed writes per second ({low} to {high}).',
  capacityOnce: 'This drive takes {rate} flushed writes per second.',
  due: 'Times count from when a write was due, so they include its wait for others.',
  late: 'Writes began {time} late on average, because a browser wakes up late: their times include that.',
  behind: 'At {load} the drive did not keep up: {calls} {{write was|writes were}} left out.',
} as const;
