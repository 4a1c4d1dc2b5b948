import { Board, BoardList, type BoardRow } from '@opfsmark/schema/boards';
import { isRecordOf } from '@opfsmark/schema/families';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { expect, it, vi } from 'vitest';
import { DAY_MS } from '../src/base/days.ts';
import { valueOfBucket } from '../src/boards/buckets.ts';
import { ask, put } from './client.ts';
import { OPERATIONS } from './forger/operations.ts';
import { makeUpload, publishFromNetworks, publishTicketed, mature, ticketed } from './runs.ts';

const HONEST = 10;
const FORGING = 5;
const declared = { device: 'Held by Ten', filesystem: 'ext4' } as const;

/** Every row that ten networks hold, on whatever board. */
async function heldRows(): Promise<Map<string, BoardRow>> {
  const { boards } = BoardList.parse(await (await ask('/api/v1/boards')).json());
  const rows = await Promise.all(
    boards.map(async ({ id }) => {
      const board = Board.parse(await (await ask(`/api/v1/boards/${encodeURIComponent(id)}`)).json());
      return board.rows.map((row): [string, BoardRow] => [`${id} ${row.key}`, row]);
    }),
  );
  return new Map(rows.flat().filter(([, { networks }]) => networks >= HONEST));
}

/** Runs of the same device that are said to be faster and slower, and forgeries of real records that keep every identity. */
async function forgeFrom(network: number, seed: number): Promise<void> {
  for (const speed of [2.7, 0.1]) {
    await publishTicketed(makeUpload({ declared, speed, seed, rig_id: String(seed).padStart(16, '0') }), network);
  }
  for (const name of ['a faster drive, every identity kept', 'faster writes, every identity kept']) {
    const record = structuredClone(REAL_RECORDS.find(([recordName]) => recordName === 'chromium-quick')?.[1]);
    if (!record || !isRecordOf(record, 'matrix')) throw new Error('no real record');
    OPERATIONS[name]?.forge(record, { factor: 2 + (seed % 5), where: 0, other: record });
    Object.assign(record, { started_at: new Date().toISOString(), wall_ms: Math.max(record.wall_ms, 200_000) });
    const init = { headers: { 'content-type': 'application/json', 'cf-connecting-ip': `10.0.${network}.7` } };
    const upload = await ticketed({ record, declared, deletion_sha256: DELETION_SHA256 }, init);
    expect((await put(upload.ticket.run_id, upload, init)).status).toBeLessThan(500);
  }
}

it('from five networks over two days no median that ten honest networks hold moves further than one honest vote could', async () => {
  const speedOf = (i: number) => 1 + i / 20;
  await publishFromNetworks(HONEST, (i) => makeUpload({ declared, speed: speedOf(i) }), 100);
  const before = await heldRows();
  expect(before.size).toBeGreaterThan(20);
  // One more honest vote moves a median of ten by one neighbour: those are 5 % apart, and a bucket is 2 % wide.
  const limit = (speedOf(5) / speedOf(4)) * valueOfBucket(1);
  const nowMs = Date.now();
  let [cases, movedCount, largestFactor] = [0, 0, 1];
  for (const [day, hours] of [0, 12, 24, 36, 48].entries()) {
    vi.setSystemTime(nowMs + (hours / 24) * DAY_MS);
    for (let i = 0; i < FORGING; i++) await forgeFrom(200 + i, 10 * day + i);
    await mature();
    const after = await heldRows();
    for (const [key, row] of before) {
      const value = after.get(key)?.value ?? 0;
      const factor = value === 0 ? Number.POSITIVE_INFINITY : Math.max(value / row.value, row.value / value);
      cases++;
      largestFactor = Math.max(largestFactor, factor);
      if (factor > limit) movedCount++;
    }
  }
  vi.setSystemTime(nowMs);
  console.log(`PROOF medians ${JSON.stringify({ cases, moved: movedCount, furthest: largestFactor })}`);
  expect(movedCount).toBe(0);
}, 600_000);
