import { env } from 'cloudflare:workers';
import { type Direction, MAX_SERIES_BINS, newRunId, type Row } from '@opfsmark/schema/documents';
import { contradictions } from '@opfsmark/schema/families';
import { ProfileId } from '@opfsmark/schema/families/matrix/plan-schema';
import { draw } from '@opfsmark/schema/test-support/random';
import type { MadeRun, UploadOf } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it } from 'vitest';
import { gzip } from '../src/base/crypto.ts';
import { MAX_STORED_BYTES, UPLOAD_LIMITS } from '../src/base/limits.ts';
import { ask, chargedBytes, problemOf, publish, put, roomFor } from './client.ts';
import { startEmpty } from './empty.ts';
import { makeUpload } from './runs.ts';

describe('the largest runs', () => {
  function nodesOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 1;
    return 1 + Object.values(value).reduce((sum: number, member) => sum + nodesOf(member), 0);
  }

  const DIRECTIONS: Direction[] = ['read', 'write', 'mix'];
  const LARGEST = {
    directions: DIRECTIONS,
    loops: 9,
    // By passes, which are more than those by time.
    drive_s: 0,
    until_stable: true,
    rows: Array.from({ length: 16 }, (_, i): Row => ({
      pattern: 'random',
      block_bytes: 4096,
      queues: i + 1,
      threads: 1,
    })),
  };

  it.each([
    ...ProfileId.options.map((profile): [string, MadeRun] => [
      profile,
      { profile, plan: { directions: DIRECTIONS, loops: 9 } },
    ]),
    ['largest plan', { profile: 'default', plan: LARGEST, loops: 10 }] satisfies [string, MadeRun],
  ])('%s with all directions and all loops fits', async (name, options) => {
    const upload = makeUpload(options);
    const text = JSON.stringify(upload);
    const size = { nodes: nodesOf(upload), inflatedBytes: text.length, wireBytes: (await gzip(text)).byteLength };
    console.log(name, JSON.stringify(size));
    expect(contradictions(upload.record)).toEqual([]);
    expect(size.nodes).toBeLessThanOrEqual(UPLOAD_LIMITS.nodes);
    expect(size.inflatedBytes).toBeLessThanOrEqual(UPLOAD_LIMITS.inflatedBytes);
    expect(size.wireBytes).toBeLessThanOrEqual(UPLOAD_LIMITS.wireBytes);
  });
});

describe('arithmetic', () => {
  beforeAll(startEmpty);

  type Upload = UploadOf<'matrix'>;

  function passOf({ record }: Upload) {
    const pass = record.result.jobs[0]?.passes[1];
    if (!pass?.read) throw new Error('no pass');
    return { pass, side: pass.read };
  }

  async function refusedAt(change: (upload: Upload) => unknown): Promise<string[]> {
    const upload = makeUpload();
    change(upload);
    const id = newRunId();
    const response = await put(id, upload);
    expect(response.status).toBe(422);
    expect(await env.DB.prepare('SELECT 1 FROM run WHERE run_id = ?1').bind(id).first()).toBeNull();
    return (await problemOf(response)).errors?.map(({ pointer }) => pointer) ?? [];
  }

  const PASS = '/record/result/jobs/0/passes/1';

  describe('numbers that no run can have', () => {
    it.each<[string, string, (upload: Upload) => unknown]>([
      [
        'a clock step of 1e12 with a window of 1e-310: a rate of Infinity',
        `${PASS}/elapsed_ns`,
        (upload) => {
          upload.record.environment.clock_step_ns = 1e12;
          passOf(upload).pass.elapsed_ns = 1e-310;
        },
      ],
      [
        'a clock step of 1e12',
        '/record/environment/clock_step_ns',
        ({ record }) => (record.environment.clock_step_ns = 1e12),
      ],
      [
        'a clock step of 0',
        '/record/environment/clock_step_ns',
        ({ record }) => (record.environment.clock_step_ns = 0),
      ],
      ['a window of nothing', `${PASS}/elapsed_ns`, (upload) => (passOf(upload).pass.elapsed_ns = 0)],
      [
        'text in a series without calls',
        `${PASS}/read/series/busy_us`,
        (upload) => (passOf(upload).side.series = { ops: '', busy_us: '1 '.repeat(500) + '1', max_us: '' }),
      ],
      [
        'the longest calls of a series without calls',
        `${PASS}/read/series/max_us`,
        (upload) => (passOf(upload).side.series = { ops: '', busy_us: '', max_us: '9'.repeat(15) }),
      ],
      [
        'a series longer than the core keeps',
        `${PASS}/read/series/ops`,
        (upload) => {
          const { side } = passOf(upload);
          const text = ['1', ...Array.from({ length: MAX_SERIES_BINS }, () => '0')].join(' ');
          side.series = { ops: text, busy_us: text, max_us: text };
        },
      ],
      [
        'a series that does not add up',
        `${PASS}/read/series/busy_us`,
        (upload) => {
          const { side } = passOf(upload);
          side.series = { ...side.series, busy_us: side.series.busy_us.replaceAll(/\d+/g, '0') };
        },
      ],
      [
        'a floor that took no time for its calls',
        '/record/result/floors/0/hot_read/busy_ns',
        ({ record }) => record.result.floors[0] && (record.result.floors[0].hot_read.busy_ns = 0),
      ],
      [
        'calls that take less time than their histogram says',
        `${PASS}/read/busy_ns`,
        (upload) => (passOf(upload).side.busy_ns *= 0.9),
      ],
      ['the year 9999', '/record/started_at', ({ record }) => (record.started_at = '9999-01-01T00:00:00.000Z')],
    ])('%s: 422 at %s', async (_, pointer, change) => {
      expect(await refusedAt(change)).toContain(pointer);
    });
  });

  it('a document that is larger than any legal run is refused, however it is compressed', async () => {
    // Every number is legal by itself and by its sum; random ones cannot be compressed.
    const upload = makeUpload({
      plan: { loops: 9, until_stable: true, directions: ['read', 'write', 'mix'] },
      loops: 10,
    });
    for (const { passes } of upload.record.result.jobs) {
      for (const pass of passes) {
        for (const side of [pass.read, pass.write]) {
          if (side) side.series = fillSeries(side.ops, side.busy_ns, side.max_ns, pass.total_ns, pass);
        }
      }
    }
    const response = await put(newRunId(), upload);
    expect(response.status).toBe(413);
    const { objects } = await env.DOCUMENTS.list();
    expect(objects.every(({ size }) => size <= MAX_STORED_BYTES)).toBe(true);
  });

  /** As many random bins as a pass may have, each sum kept. */
  function fillSeries(ops: number, busyNs: number, maxNs: number, totalNs: number, pass: { bin_ns: number }) {
    const bins = 1000;
    pass.bin_ns = totalNs / bins;
    const split = (total: number) => {
      const cuts = Array.from({ length: bins - 1 }, () => Math.floor(draw() * (total + 1))).toSorted((a, b) => a - b);
      return [...cuts, total].map((cut, i) => cut - (cuts[i - 1] ?? 0)).join(' ');
    };
    const maxUs = Math.round(maxNs / 1e3);
    const binMaxUs = Array.from({ length: bins }, (_, i) => (i === 0 ? maxUs : Math.floor(draw() * (maxUs + 1))));
    return { ops: split(ops), busy_us: split(Math.round(busyNs / 1e3)), max_us: binMaxUs.join(' ') };
  }

  it('a large document takes the room of several runs of the day', async () => {
    const upload = makeUpload({ plan: { loops: 9, directions: ['read', 'write', 'mix'] }, profile: 'nvme' });
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '203.0.113.90' };
    const init = { headers, body: JSON.stringify(upload) };
    const small = makeUpload();
    const vars = roomFor(2.2, chargedBytes(await put(newRunId(), small)));
    expect((await put(newRunId(), upload, init, vars)).status).toBe(429);
    expect((await put(newRunId(), small, { headers }, vars)).status).toBe(201);
    expect((await put(newRunId(), upload, init)).status).toBe(201);
  });

  it('what an engine says of a failure and its version hold nothing that cannot be seen', async () => {
    const upload = makeUpload();
    upload.record.status = 'failed';
    upload.record.failure = { code: 'io_error', detail: 'broken\u202e\u0007 by\n\u200bhand' };
    const { links } = await publish(upload);
    const { record } = await (await ask(links.self)).json<{ record: { failure: { detail: string } } }>();
    expect(record.failure.detail).toBe('broken by hand');
    // One sign, which is eighteen letters. What is answered is checked against its schema.
    upload.record.failure = { code: 'io_error', detail: '\ufdfa'.repeat(200) };
    const { links: ofLong } = await publish(upload);
    expect((await ask(ofLong.self)).status).toBe(200);
    expect(await refusedAt(({ record: runRecord }) => (runRecord.environment.core_version = '1\u202e0'))).toEqual([
      '/record/environment/core_version',
    ]);
  });
});
