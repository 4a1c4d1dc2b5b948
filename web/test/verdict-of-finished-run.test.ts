import { bucketOf, type JobResult } from '@opfsmark/schema/documents';
import { withCache, type FamilyRecord } from '@opfsmark/schema/families';
import { cacheVerdict } from '@opfsmark/schema/figures';
import { describe, expect, test } from 'vitest';
import { sendVerdicts, verdictsFrom } from '../src/lib/features/families/view.ts';
import { matrixJudge, recordSoFar } from '../src/lib/features/families/matrix/judge.ts';
import { PLAIN, pass, plainRecord, side } from '@opfsmark/schema/test-support/plain-record';

const { verdictsOf } = matrixJudge;
type MatrixRecord = FamilyRecord<'matrix'>;

/** Every read takes `readNs`, and one from memory `hotNs`. */
function recordWith(
  readNs: number,
  hotNs: number,
  environment: Partial<MatrixRecord['environment']> = {},
): MatrixRecord {
  const record = plainRecord(withCache(PLAIN, 'drive'));
  for (const job of record.result.jobs) {
    job.passes = [pass(1000, 4096, { read: { ...side(1000, 4096, bucketOf(readNs)), busy_ns: 1e3 * readNs } })];
  }
  record.result.floors = record.result.jobs.map(({ row, workers }) => ({
    block_bytes: row.block_bytes,
    workers,
    hot_read: { ...side(10_000, row.block_bytes, bucketOf(hotNs)), busy_ns: 1e4 * hotNs },
    empty_read_ns: 300,
    get_size_ns: 200,
    clean_flush_ns: 900,
  }));
  return { ...record, environment: { ...record.environment, clock_step_ns: 100, ...environment } };
}

function firstReadOf({ result }: MatrixRecord): JobResult {
  const job = result.jobs.find(({ direction }) => direction === 'read');
  if (!job) throw new Error('no read');
  return job;
}

const byCalls = (record: MatrixRecord) =>
  cacheVerdict(firstReadOf(record), record.result.floors, record.environment.clock_step_ns)?.verdict;

describe('the grid of a finished run says where reads came from as its answer does:', () => {
  test('from memory in a private window, however long the calls take', () => {
    const record = recordWith(5e6, 166e3);
    record.result.fill = { bytes: 1e9, elapsed_ns: 1e9, flush_ns: 1000 };
    expect(byCalls(record)).toBe('drive');
    expect(verdictsOf(record)(firstReadOf(record))).toMatchObject({ verdict: 'cached', share_from_memory: 1 });
  });

  test('from the drive where the page cache was bypassed, however short the calls', () => {
    const record = recordWith(1e5, 1e5, { engine: 'node-direct' });
    expect(byCalls(record)).not.toBe('drive');
    expect(verdictsOf(record)(firstReadOf(record))).toMatchObject({ verdict: 'drive', why: 'direct' });
  });

  test('on a permalink, by what the server has sent', () => {
    const record = recordWith(1e5, 1e5, { engine: 'node-direct' });
    const sent = sendVerdicts(record, verdictsOf(record));
    const received = structuredClone({ record, sent });
    expect(verdictsFrom(received.sent, received.record)(firstReadOf(received.record))).toMatchObject({ why: 'direct' });
  });
});

test('a run under way says of each read what the finished run says of it', () => {
  const HOT_NS = 2_000;
  const record = recordWith(100_000, HOT_NS);
  const isInOrder = (job: JobResult) => job.reads === 'drive' && job.row.pattern === 'sequential';
  // Most calls found what the system had read ahead, and the pass took its time.
  for (const job of record.result.jobs.filter(isInOrder)) {
    job.passes = [pass(1000, 4096, { read: { ...side(1000, 4096, bucketOf(HOT_NS)), busy_ns: 1e9 } })];
  }
  record.result.forget = { ended: 'forgotten', bytes_read: 1e9, elapsed_ns: 1e9, samples: 8, slow_samples: 8 };
  const { plan, result } = record;
  const circumstances = { layout: record.environment.layout, clockStepNs: record.environment.clock_step_ns };
  const measured = result.jobs.filter(({ reads }) => reads === 'drive');
  const underWay = recordSoFar(plan, { ...result, jobs: measured }, circumstances);
  const tell = (of: MatrixRecord) => measured.map((job) => verdictsOf(of)(job));
  expect(tell(underWay)).toEqual(tell(record));
  const inOrder = measured.filter(isInOrder).map((job) => verdictsOf(underWay)(job));
  expect(inOrder.length).toBeGreaterThan(0);
  for (const told of inOrder) expect(told).toMatchObject({ verdict: 'drive', why: 'forgotten' });
});
