import type { RunUpload } from '@opfsmark/schema/api';
import { decodeHistogram, encodeHistogram, type JobResult, type Pass, type Side } from '@opfsmark/schema/documents';
import { jobsOf } from '@opfsmark/schema/families/matrix/jobs';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import type { PickedCell } from '@opfsmark/schema/families/picked-folder/schema';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { makeUpload, type UploadOf } from '@opfsmark/schema/test-support/upload';

export interface Forgery {
  /** Which identity it breaks. */
  readonly identity: string;
  readonly upload: RunUpload;
}

interface Place {
  readonly upload: UploadOf<'matrix'>;
  readonly job: JobResult;
  readonly pass: Pass;
  readonly side: Side;
}

function scaled(side: Side, factor: number): void {
  const counts = decodeHistogram(side.histogram)?.map((n) => n * factor) ?? [];
  side.ops *= factor;
  side.bytes *= factor;
  if (side.histogram !== '') side.histogram = encodeHistogram(counts);
}

/** Each makes one number better or one statement untrue, and leaves the rest as it was. */
const IDENTITIES: Readonly<Record<string, (place: Place) => void>> = {
  'bytes are ops x block': ({ side }) => void (side.bytes *= 2),
  'ops are what the histogram counts': ({ side, job }) => {
    side.ops += 1;
    side.bytes += job.row.block_bytes;
  },
  'the histogram is one': ({ side }) => void (side.histogram = `999:1 ${side.histogram}`),
  'min is at most max': ({ side }) => void (side.min_ns = side.max_ns + 1),
  'min lies in the lowest bucket': ({ side }) => void (side.min_ns /= 2),
  'max lies in the highest bucket': ({ side }) => void (side.max_ns /= 4),
  'no more calls in flight than workers': ({ pass }) => {
    pass.elapsed_ns /= 4;
    pass.total_ns = pass.elapsed_ns + pass.flush_ns;
  },
  'the time inside calls is that of the calls': ({ side }) => void (side.busy_ns = side.min_ns * side.ops * 0.2),
  'passes fit into the wall time': ({ upload }) => void (upload.record.wall_ms = 500),
  'a flush belongs to its pass': ({ pass }) => void (pass.flush_ns = pass.total_ns * 2),
  'the window holds its calls': ({ pass }) => void (pass.total_ns = pass.elapsed_ns / 2),
  'ten times the work in the same time': ({ side }) => scaled(side, 10),
  'nothing is faster than memory': ({ pass, side }) => {
    pass.elapsed_ns = 1_000;
    pass.total_ns = 1_000 + pass.flush_ns;
    side.busy_ns = 1_000;
  },
  'no latency under the clock step': ({ side }) => void (side.min_ns = 1),
  'dropped calls lie in the last bucket': ({ side }) => void (side.dropped = side.ops),
  'the series counts no more than there were': ({ side }) => {
    side.series = { ops: String(side.ops + 1), busy_us: '1', max_us: '1' };
  },
  'the series have one length': ({ side }) =>
    void (side.series = { ...side.series, max_us: `${side.series.max_us} 1` }),
  'no call is longer than its pass': ({ side, pass }) => void (side.max_ns = pass.total_ns * 3),
  'workers are what the row asks for': ({ job }) => void (job.workers += 1),
  'a pass has the workers of its job': ({ pass }) => void (pass.workers += 1),
  'one layout': ({ job }) => void (job.layout = 'per-worker'),
  'jobs are rows of the plan': ({ job }) => void (job.row = { ...job.row, block_bytes: job.row.block_bytes * 2 }),
  'no job twice': ({ upload, job }) => void upload.record.result.jobs.push(structuredClone(job)),
  'no loop twice': ({ job, pass }) => void job.passes.push(structuredClone(pass)),
  'finished jobs have all loops': ({ job }) => void (job.passes = job.passes.filter((pass) => pass.loop === 0)),
  'a finished run filled its file': ({ upload }) => {
    if (upload.record.result.fill) upload.record.result.fill.bytes /= 2;
  },
  'the fill is no faster than memory': ({ upload }) => {
    if (upload.record.result.fill) upload.record.result.fill.elapsed_ns = 1_000;
  },
  'an engine with a drive behind it': ({ upload }) => void (upload.record.environment.engine = 'memory'),
  'a page that was seen': ({ upload }) => void (upload.record.environment.visibility_changes = 2),
  'failures belong to failed jobs': ({ job }) => void (job.status = 'failed'),
};

interface PickedPlace {
  readonly upload: UploadOf<'picked-folder'>;
  readonly cell: PickedCell;
}

/** The same for the ranked steps of a picked folder. */
const PICKED_IDENTITIES: Readonly<Record<string, (place: PickedPlace) => void>> = {
  'bytes are calls x block': ({ cell }) => void (cell.bytes += 4096),
  'calls are what the histogram counts': ({ cell }) => void (cell.histogram = cell.histogram.replace(/\d+$/, '1')),
  'a step takes as long as its calls': ({ cell }) => void (cell.elapsed_ns /= 2),
  'no more calls than the plan asks for': ({ cell }) => {
    const tenfoldOps = cell.ops * 10;
    cell.histogram = cell.histogram.replace(/\d+$/, String(tenfoldOps));
    Object.assign(cell, { ops: tenfoldOps, bytes: cell.bytes * 10, elapsed_ns: cell.elapsed_ns * 10 });
  },
  'a finished step has all calls': ({ cell }) => {
    cell.histogram = cell.histogram.replace(/\d+$/, '1');
    Object.assign(cell, { bytes: cell.bytes / cell.ops, elapsed_ns: cell.elapsed_ns / cell.ops, ops: 1 });
  },
  'steps fit into the wall time': ({ upload }) => void (upload.record.wall_ms = 20),
  'a folder is no sync handle': ({ upload }) => void (upload.record.environment.engine = 'opfs-sync'),
  'a folder is no file': ({ upload }) => void (upload.record.environment.engine = 'picked-file'),
  'no step twice': ({ upload: { record }, cell }) => void record.result.cells.push(structuredClone(cell)),
};

function pickedForgeries(): Forgery[] {
  return Object.entries(PICKED_IDENTITIES).flatMap(([identity, forge]) =>
    makePickedUpload().record.result.cells.flatMap((_, c): Forgery[] => {
      const upload = makePickedUpload({ declared: { device: `Forged ${identity}` } });
      const cell = upload.record.result.cells[c];
      if (!cell) return [];
      forge({ upload, cell });
      return [{ identity: `picked: ${identity}`, upload }];
    }),
  );
}

/**
 * Every identity broken in jobs of a profile, each in a pass that counts, and in every step on a picked folder.
 *
 * @param which all jobs, or for each identity one of them, in turn
 */
export function forgeries(profile: 'quick' | 'peak', which: 'all' | 'one'): Forgery[] {
  return [...gridForgeries(profile, which), ...pickedForgeries()];
}

function gridForgeries(profile: 'quick' | 'peak', which: 'all' | 'one'): Forgery[] {
  // Copies of one upload per job are forged: to make each anew takes longer.
  const originals = jobsOf(planOf(profile)).map((_, j) => [j, makeUpload({ profile, seed: j + 1 })] as const);
  return Object.entries(IDENTITIES).flatMap(([identity, forge], i) => {
    const forgeIn = ([j, original]: (typeof originals)[number]): Forgery[] => {
      const upload = structuredClone(original);
      upload.declared.device = `Forged ${identity}`;
      const job = upload.record.result.jobs[j];
      const pass = job?.passes.findLast((one) => one.timing === 'each' && one.loop > 0);
      const side = pass?.read ?? pass?.write;
      if (!job || !pass || !side) return [];
      forge({ upload, job, pass, side });
      return [{ identity, upload }];
    };
    const first = i % originals.length;
    return which === 'all'
      ? originals.flatMap(forgeIn)
      : originals.slice(first).concat(originals.slice(0, first)).values().flatMap(forgeIn).take(1).toArray();
  });
}
