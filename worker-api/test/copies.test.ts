import { env } from 'cloudflare:workers';
import type { RunUpload } from '@opfsmark/schema/api';
import { faultsOf } from '@opfsmark/schema/boards';
import { newRunId } from '@opfsmark/schema/documents';
import { isRecordOf, type RunRecord } from '@opfsmark/schema/families';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it } from 'vitest';
import { COPY_DISTANCE, NEAR_DISTANCE } from '../src/intake/copies.ts';
import { distanceOf } from '../src/intake/nearness.ts';
import { put, readBoard, remove } from './client.ts';
import { startEmpty } from './empty.ts';
import { COPY_STRATEGIES, twinOf } from './forger/copies.ts';
import { chanceToFind } from './forger/chance.ts';
import type { Grid } from './forger/operations.ts';
import { STANDARD } from './forger/outcome.ts';
import { ONCE, publishTicketed, sentFrom, ticketed } from './runs.ts';

function gridOf(name: string): Grid {
  const record = REAL_RECORDS.find(([one]) => one === name)?.[1];
  if (!record || !isRecordOf(record, 'matrix')) throw new Error(`no real record ${name}`);
  return structuredClone(record);
}
const ORIGINALS = ['chromium-quick', 'firefox-quick', 'node-quick'].map((name) => {
  const original = gridOf(name);
  return { name, original, twin: twinOf(original, 6) };
});

function copyOf(original: Grid, name: string, strength: number, { seed = 5, other = original } = {}): Grid {
  const copy = structuredClone(original);
  COPY_STRATEGIES[name]?.(copy, { strength, seed, other });
  copy.wall_ms += 200_000;
  return copy;
}

/** The changes of a copier, how large, how near they are at most, and how often they are found at least. */
const COPIES: readonly (readonly [name: string, strength: number, distance: number, chance: number])[] = [
  ['nothing', 1, 1e-9, 1],
  ['so many pairs: a low and a high call become two middle ones', 1, 0.01, 1],
  ['so many pairs: a low and a high call become two middle ones', 50, COPY_DISTANCE, 0.8],
  ['this share of calls moves to a neighbouring bucket', 0.1, COPY_DISTANCE, 1],
  ['this share of calls moves to a neighbouring bucket', 0.3, COPY_DISTANCE, 1],
  ['this share of calls moves to a neighbouring bucket', 0.6, NEAR_DISTANCE, 1],
  ['all buckets move by so many', 1, COPY_DISTANCE, 0.9],
  ['every latency is so many times as long, spread over buckets', 1.01, COPY_DISTANCE, 1],
  ['every latency is so many times as long, spread over buckets', 1.1, NEAR_DISTANCE, 1],
  ['this share of calls is left out', 0.1, COPY_DISTANCE, 1],
  ['this share of calls is added, where there are any', 0.1, COPY_DISTANCE, 1],
  ['this share of calls is added at one place', 0.05, COPY_DISTANCE, 0.9],
  ['the slowest calls are left out, this share', 0.01, COPY_DISTANCE, 0.9],
  ['as many calls drawn from the histogram', 1, NEAR_DISTANCE, 0.9],
  ['every pass is faster or slower by up to this share', 0.02, NEAR_DISTANCE, 0.8],
  ['windows are longer by up to this share', 0.3, 1e-9, 1],
  ['loops in another order', 1, 1e-9, 1],
  ['this share of jobs of another run', 0.5, COPY_DISTANCE, 0.7],
  ['this share of passes of another run', 0.25, NEAR_DISTANCE, 0.7],
  ['this share of the calls of another run in each pass', 0.25, NEAR_DISTANCE, 0.7],
  ['this share of jobs drawn anew, the rest as it was', 0.5, NEAR_DISTANCE, 0.7],
];

describe.each(ORIGINALS)('a copy of $name', ({ original, twin }) => {
  it.each(COPIES)('with this done: %s (%f), is within %f of it and found', async (name, strength, distance, chance) => {
    const copy = copyOf(original, name, strength, { other: twin });
    expect(distanceOf(original, copy)).toBeLessThan(distance);
    expect(await chanceToFind(original, copy)).toBeGreaterThanOrEqual(chance);
  });

  it('that is drawn anew from histograms without their noise is as far as another measurement: nothing tells it', () => {
    expect(distanceOf(original, twin)).toBeGreaterThan(NEAR_DISTANCE);
  });
});

describe('measurements', () => {
  /** The loops of a run, every other one, as a run: nothing is measured closer to each other. */
  const halfOf = (record: Grid, odd: 0 | 1): Grid => {
    const jobs = record.result.jobs.map((job) => ({
      ...job,
      passes: job.passes.filter(({ loop }) => loop % 2 === odd),
    }));
    return { ...record, result: { ...record.result, jobs } };
  };
  const grids = REAL_RECORDS.flatMap(([name, record]) =>
    isRecordOf(record, 'matrix') ? [[name, record] as const] : [],
  );

  it.each(grids)('the even and the odd loops of %s are no copy of each other', (_, record) => {
    expect(distanceOf(halfOf(record, 0), halfOf(record, 1))).toBeGreaterThan(NEAR_DISTANCE);
  });

  it('of the real records that stand on boards none is near another', () => {
    const distances = STANDARD.flatMap((a, i) => STANDARD.slice(i + 1).map((b) => distanceOf(a, b)));
    expect(distances.length).toBeGreaterThan(20);
    expect(Math.min(...distances)).toBeGreaterThan(NEAR_DISTANCE);
  });
});

describe('the service', () => {
  beforeAll(startEmpty);

  const uploadOf = (record: RunRecord, device: string): RunUpload => ({
    record: { ...record, started_at: new Date().toISOString(), wall_ms: record.wall_ms + 200_000 },
    declared: { device },
    deletion_sha256: DELETION_SHA256,
  });
  async function send(upload: RunUpload, network: number) {
    const ticketedUpload = await ticketed(upload, sentFrom(network));
    const response = await put(ticketedUpload.ticket.run_id, ticketedUpload, sentFrom(network), ONCE);
    return { status: response.status, body: await response.json<{ status: string; reasons: string[] }>() };
  }
  const original = gridOf('chromium-quick');
  const DISGUISE = { rig_id: 'C0PYC0PYC0PYC0PY', declared: { device: 'Another Computer', drive: 'Another Drive' } };

  it('refuses a copy whatever its device, drive, browser, machine and network are called', async () => {
    await publishTicketed(uploadOf(original, 'Original'), 1, ONCE);
    const copy = copyOf(original, 'so many pairs: a low and a high call become two middle ones', 1);
    copy.environment.client.browser.major = 155;
    expect(faultsOf(copy)).toEqual([]);
    expect(await send({ ...uploadOf(copy, ''), ...DISGUISE }, 2)).toMatchObject({ status: 409 });
    expect(await send(uploadOf(original, 'Original'), 1)).toMatchObject({ status: 409 });
  });

  it('shows what is near, marked, and counts it only when a moderator has looked at it', async () => {
    const another = gridOf('node-quick');
    await publishTicketed(uploadOf(another, 'Original of near'), 4, ONCE);
    const { status, body } = await send(
      uploadOf(copyOf(another, 'as many calls drawn from the histogram', 1), 'Near'),
      3,
    );
    expect([status, body]).toMatchObject([201, { status: 'held', reasons: ['near_copy'] }]);
    expect((await readBoard('device.seq1m_q8t1_write.node')).recent.map(({ device }) => device.name)).toContain('Near');
  });

  it('publishes another measurement of the same machine', async () => {
    const { status, body } = await send(uploadOf(twinOf(original, 9), 'Original'), 1);
    expect([status, body]).toMatchObject([201, { status: 'published', reasons: [] }]);
  });

  it('stores one of many copies that are sent at once from everywhere', async () => {
    const record = gridOf('firefox-quick');
    const copies = Array.from({ length: 6 }, (_, i) =>
      copyOf(record, 'this share of calls moves to a neighbouring bucket', 0.02, { seed: i }),
    );
    const answers = await Promise.all(copies.map((copy, i) => send(uploadOf(copy, `At once ${i}`), 10 + i)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...copies.slice(1).map(() => 409)]);
  });

  it('keeps nothing by which a deleted run would be known', async () => {
    const record = gridOf('node-direct');
    const { run_id } = await publishTicketed(uploadOf(record, 'Deleted'), 20, ONCE);
    const { spreads, like_1, like_2 } =
      (await env.DB.prepare('SELECT spreads, like_1, like_2 FROM run WHERE run_id = ?1')
        .bind(run_id)
        .first<{ spreads: string; like_1: string; like_2: string }>()) ?? {};
    expect([spreads, like_1, like_2].every((text) => text !== undefined && text !== '')).toBe(true);
    expect((await remove(run_id)).status).toBe(204);
    const others = await env.DB.prepare(
      'SELECT 1 FROM run WHERE spreads = ?1 OR like_1 IN (?2, ?3) OR like_2 IN (?2, ?3)',
    )
      .bind(spreads, like_1, like_2)
      .all();
    expect(others.results).toEqual([]);
    expect((await send(uploadOf(record, 'Deleted'), 20)).status).toBe(201);
  });

  it('takes runs of families without any list of calls once', async () => {
    const smallFiles = REAL_RECORDS.find(([name]) => name === 'chromium-family-small-files')?.[1];
    if (!smallFiles) throw new Error('no record of small files');
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await put(newRunId(), uploadOf(smallFiles, 'Files'), {}, ONCE)).status);
    expect(statuses).toEqual([201, 409]);
  });
});
