import { Board, boardLayoutOf } from '@opfsmark/schema/boards';
import { decodeSeries, encodeSeries } from '@opfsmark/schema/documents';
import type { EvidenceReason } from '@opfsmark/schema/evidence';
import { contradictions, evidenceToRank, flagsOf } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { ask, put } from './client.ts';
import { makeSustainedUpload } from '@opfsmark/schema/test-support/upload-sustained';
import type { UploadOf } from '@opfsmark/schema/test-support/upload';
import { publishFromNetworks, publishTicketed, ticketed } from './runs.ts';

const changed = (text: string, change: (us: number, round: number) => number) =>
  encodeSeries(decodeSeries(text).map(change));

type Sustained = UploadOf<'sustained'>['record'];

describe('sustained write', () => {
  it('is ranked on a board of its own by the rate in the end, and not by that of the first seconds', async () => {
    const falls = (round: number) => (round < 40 ? 2_000 : 300);
    await publishFromNetworks(3, () => makeSustainedUpload({ declared: { device: 'Falls' }, rates: falls }));
    await publishFromNetworks(3, () => makeSustainedUpload({ declared: { device: 'Keeps' }, rates: () => 600 }));
    const board = Board.parse(await (await ask('/api/v1/boards/device.sustained_write.sustained')).json());
    expect(board).toMatchObject({ unit: 'bytes_per_s', better: 'higher' });
    expect(board.rows.map(({ subject, rank }) => [subject.slug, rank])).toEqual([
      ['keeps', 1],
      ['falls', 2],
    ]);
    expect(Math.abs((board.rows[1]?.value ?? 0) / 300e6 - 1)).toBeLessThan(0.03);
    expect((await ask('/api/v1/boards/device.sustained_write.shared')).status).toBe(404);
  });

  it('is held where flushes take no time, because its files are in memory', async () => {
    const made = makeSustainedUpload({ declared: { device: 'In Memory' } });
    const { result } = made.record;
    // One of a hundred flushes is late all the same.
    const elapsed = decodeSeries(result.total_us).map((us, round) => us - (round === 50 ? 5_000 : 100));
    result.elapsed_us = encodeSeries(elapsed);
    expect(flagsOf(made.record).map(({ code }) => code)).toEqual(['flush_does_nothing']);
    expect(await publishTicketed(made)).toMatchObject({ status: 'held', reasons: ['flush_does_nothing'] });
  });
});

const evidence = (record: Sustained) => evidenceToRank(record, { declared: {}, cores: [], nowMs: Date.now() });

it('a sustained write that is sent again with other rounds is the same: its calls are', async () => {
  const made = makeSustainedUpload({ declared: { device: 'Once' } });
  await publishTicketed(made);
  const { result } = made.record;
  result.total_us = changed(result.total_us, (us) => us - 10);
  const upload = await ticketed(made);
  expect((await put(upload.ticket.run_id, upload)).status).toBe(409);
});

describe('what a sustained write must show to rank', () => {
  const firefox = {
    layout: 'per-worker',
    clock_step_ns: 20_000,
    flush_primitive: 'fsync',
    client: { browser: { family: 'firefox', major: 153 }, os: { family: 'linux', major: null } },
  } as const;

  it.each([
    ['of a fast drive', 'budget', {}],
    ['of a drive with a cliff', 'cliff', { rates: (round: number) => (round < 40 ? 2_000 : 300) }],
    ['of a hard disk', 'limit', { rates: () => 120 }],
    ['of an SD card', 'limit', { rates: () => 10 }],
    ['of a drive that stalls again and again', 'limit', { rates: (round: number) => (round % 5 < 3 ? 600 : 40) }],
    ['in Firefox, on a clock of 20 us', 'budget', { rates: () => 3_000, clockUs: 20, environment: firefox }],
  ] as const)('is shown by a complete one: %s', (_, ended, made) => {
    const { record } = makeSustainedUpload(made);
    expect(record.result.ended).toBe(ended);
    expect(contradictions(record)).toEqual([]);
    expect(evidence(record)).toEqual([]);
  });

  it('is not asked of the long profile, which stands on no board', () => {
    const { record } = makeSustainedUpload();
    record.plan.profile = 'full';
    expect(evidence(record)).toEqual([]);
    expect(boardLayoutOf(record)).toBeNull();
  });

  it.each<[EvidenceReason, string, (record: Sustained) => void]>([
    ['changed_plan', 'a smaller budget', ({ plan }) => (plan.budget_bytes = 2 ** 31)],
    ['missing_jobs', 'a run that was stopped', (record) => (record.status = 'stopped')],
    ['short_passes', 'a budget that was not written', ({ result }) => dropRounds(result, 20)],
    ['short_passes', 'a limit that was not reached', ({ result }) => (result.ended = 'limit')],
    [
      'short_passes',
      'a machine that slept in one round of a few',
      ({ result }) => {
        dropRounds(result, 114);
        Object.assign(result, {
          ended: 'limit',
          total_us: changed(result.total_us, (us, round) => (round === 3 ? 119e6 : us)),
        });
      },
    ],
    ['missing_fill', 'a file that was not filled', ({ result }) => delete result.fill],
    [
      'copied_passes',
      'one round told again and again',
      ({ result }) => {
        result.total_us = changed(result.total_us, (us, round) => (round % 3 === 0 ? us : 160_000));
        result.elapsed_us = changed(result.elapsed_us, (us, round) => (round % 3 === 0 ? us : 150_000));
      },
    ],
    [
      'impossible_clock',
      'times that the clock cannot show',
      ({ result }) => (result.total_us = changed(result.total_us, (us) => us + 1)),
    ],
    [
      'idle_worker',
      'calls that do not fill their time',
      ({ result }) => {
        if (!result.write) return;
        result.write.busy_ns /= 2;
      },
    ],
    [
      'faster_than_memory',
      'rounds that take less than copying them',
      ({ result }) => (result.total_us = changed(result.total_us, (us) => Math.round(us / 500) * 5)),
    ],
  ])('%s: %s', (reason, _, forge) => {
    const { record } = makeSustainedUpload();
    forge(record);
    expect(evidence(record)).toContain(reason);
  });

  it.each([
    ['NVMe', []],
    ['SATA', ['faster_than_interface']],
  ] as const)('over %s, no more than that carries', (name, reasons) => {
    const { record } = makeSustainedUpload({ rates: () => 800 });
    const context = { declared: { interface: name }, cores: [], nowMs: Date.now() };
    expect(evidenceToRank(record, context)).toEqual(reasons);
  });
});

function dropRounds(result: Sustained['result'], count: number): void {
  result.total_us = encodeSeries(decodeSeries(result.total_us).slice(0, -count));
  result.elapsed_us = encodeSeries(decodeSeries(result.elapsed_us).slice(0, -count));
}
