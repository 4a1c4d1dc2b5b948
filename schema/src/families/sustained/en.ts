/** The words of the family in English: the shape that each other language must have. */
export default {
  about:
    'Does the drive keep its write speed? It writes until the speed drops, the amount you agreed to is used up, or its time is over.',
  names: {
    'at-last': 'in the long run',
    'at-first': 'at first',
    kept: 'kept',
  },
  chart: 'Throughput over bytes written',
  steady: 'Rounds {from} to {to} were steady: within 20 %, with a slope within 10 %.',
  unsteady: 'Not steady: no five rounds in a row at the last level lie within 20 % with a slope within 10 %.',
  level: 'Level',
  from: 'After',
  rounds: 'Rounds',
  change: 'Change from the previous level',
  fell: 'Fell to {ratio} after {bytes}.',
  rose: 'Rose to {ratio} after {bytes}.',
  same: 'The speed stayed at one level over {bytes}, written in {time}. Longer writes were not measured.',
  roundTable: 'Every round',
  round: 'Round',
  ended: {
    cliff: 'Ended: the speed dropped and stayed low.',
    steady: 'Ended: steady.',
    budget: 'Ended: the budget is used up.',
    limit: 'Ended: time limit.',
    stopped: 'Stopped.',
    failed: 'Ended by a failure.',
  },
} as const;
