import type { JobView, SideName } from './abi/job.ts';
import type { Control } from '../protocol/control.ts';
import type { RawSide } from '../protocol/messages.ts';

export function rawSide(job: JobView, side: SideName): RawSide {
  const bins = job.get('outcome.bins');
  return {
    ops: job.side(side, 'ops'),
    bytes: job.side(side, 'bytes'),
    short_ops: job.side(side, 'short_ops'),
    dropped: job.side(side, 'dropped'),
    busy_ns: job.side(side, 'busy_ns'),
    min_ns: job.side(side, 'min_ns'),
    max_ns: job.side(side, 'max_ns'),
    counts: job.counts(side),
    series: {
      ops: job.bins(side, 'bin_ops', bins),
      busyNs: job.bins(side, 'bin_busy_ns', bins),
      maxNs: job.bins(side, 'bin_max_ns', bins),
    },
  };
}

/** From inside the timed loop: writes to shared memory, allocates nothing. */
export function publish(job: JobView, control: Control, worker: number): void {
  control.publish(worker, 'readOps', job.side('read', 'ops'));
  control.publish(worker, 'writeOps', job.side('write', 'ops'));
  control.publish(worker, 'readBytes', job.side('read', 'bytes'));
  control.publish(worker, 'writeBytes', job.side('write', 'bytes'));
  control.publish(worker, 'busyReadNs', job.side('read', 'busy_ns'));
  control.publish(worker, 'busyWriteNs', job.side('write', 'busy_ns'));
  control.publish(worker, 'maxNs', Math.max(job.side('read', 'max_ns'), job.side('write', 'max_ns')));
}
