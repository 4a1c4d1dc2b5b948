import type { EvidenceReason } from '@opfsmark/schema/evidence';

/** Why a published run cannot be ranked, and what to do to be ranked. */
const reasons = {
  no_ticket: {
    why: 'This site was not reachable when the run began.',
    next: 'Measure while you are online.',
  },
  wrong_date: {
    why: 'The clock of this device was wrong by more than a day.',
    next: 'Set the clock and measure again.',
  },
  changed_plan: {
    why: 'The settings of the test were changed.',
    next: 'Choose a test, leave its settings as they are and measure again.',
  },
  missing_jobs: {
    why: 'The run did not finish every part of the test.',
    next: 'Let the test finish.',
  },
  missing_passes: {
    why: 'Measurements that belong to the test are missing.',
    next: 'Measure again with the current version of this site.',
  },
  short_passes: {
    why: 'A measurement stopped before its time was up.',
    next: 'Let the test finish.',
  },
  missing_floors: {
    why: 'The cost of a read without the drive was not measured.',
    next: 'Measure again with the current version of this site.',
  },
  floors_differ: {
    why: 'Reads from memory took over twice as long as the same reads at the start of the run.',
    next: 'Close other programs and measure again.',
  },
  missing_fill: {
    why: 'The test file was not written in full.',
    next: 'Measure again from the start.',
  },
  not_verified: {
    why: 'What was read was not compared with what had been written.',
    next: 'Measure again with the current version of this site.',
  },
  stood_still: {
    why: 'The computer or the browser stood still during a part of the test that could not be measured again.',
    next: 'Keep the computer awake and measure again.',
  },
  unknown_core: {
    why: 'It was not measured with a version of the engine that this site has released.',
    next: 'Reload this site and measure again.',
  },
  unknown_environment: {
    why: 'This browser, operating system, clock and way of flushing are not known to occur together.',
    next: 'Measure in a current browser without extensions that change what pages see.',
  },
  copied_passes: {
    why: 'Two measurements are identical down to the last call.',
    next: 'Publish the record as it was measured.',
  },
  impossible_clock: {
    why: 'Some latencies are values that this browser’s clock cannot produce.',
    next: 'Measure in a browser whose clock is not changed by an extension or a setting.',
  },
  idle_worker: {
    why: 'A worker’s calls add up to less than the time it measured.',
    next: 'Close other programs and measure again.',
  },
  latencies_differ: {
    why: 'Calls timed one by one took a very different time from the same calls timed together.',
    next: 'Close other programs and measure again.',
  },
  faster_than_memory: {
    why: 'Some calls took less time than copying their data in memory does.',
    next: 'Measure in a browser whose clock is not changed by an extension or a setting.',
  },
  faster_than_interface: {
    why: 'It is faster than the declared interface can be.',
    next: 'Check which interface the drive has, measure and publish again.',
  },
  unexplained_drive_reads: {
    why: 'Reads of a file that is in memory took as long as reads from a drive.',
    next: 'Free some memory and measure again.',
  },
  faster_than_ceiling: {
    why: 'The picked folder was faster than the same browser in memory.',
    next: 'Close other programs and measure again.',
  },
} as const satisfies Record<EvidenceReason, { readonly why: string; readonly next: string }>;

export default { title: 'Published, but not ranked', reasons } as const;
