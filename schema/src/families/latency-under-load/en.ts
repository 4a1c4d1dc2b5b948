/** What the family says, in English: the shape that each other language must have. */
export default {
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
