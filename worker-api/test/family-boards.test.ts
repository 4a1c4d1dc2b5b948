import { env } from 'cloudflare:workers';
import { ModelView } from '@opfsmark/schema/api';
import {
  boardLayoutOf,
  BoardList,
  layoutOfScope,
  layoutsWith,
  METRIC_IDS,
  metricOf,
  parseCut,
} from '@opfsmark/schema/boards';
import { decodeSeries, encodeSeries } from '@opfsmark/schema/documents';
import type { EvidenceReason } from '@opfsmark/schema/evidence';
import { contradictions, evidenceToRank, flagsOf, familyOf, type FamilyId } from '@opfsmark/schema/families';
import type { UploadOf } from '@opfsmark/schema/test-support/upload';
import {
  type MadePicked,
  makePickedFileUpload,
  makePickedUpload,
  makeSustainedUpload,
} from '@opfsmark/schema/test-support/upload-families';
import { beforeAll, describe, expect, it } from 'vitest';
import { boardsOfCut } from '../src/boards/lines.ts';
import { metricsOf as metricsOfCohort } from '../src/boards/stored-cohort.ts';
import { selectCohortsByPrefix } from '../src/store/cohorts.ts';
import { ask, publish, put, readBoard, remove } from './client.ts';
import { startEmpty } from './empty.ts';
import { ONCE, makeUpload, publishFromNetworks, publishTicketed, ticketed } from './runs.ts';

describe('picked folders and files', () => {
  beforeAll(startEmpty);

  const rankPicked = (options: MadePicked) => publishFromNetworks(3, () => makePickedUpload(options));

  async function slugsOf(id: string): Promise<string[]> {
    return (await readBoard(id)).rows.map(({ subject }) => subject.slug);
  }

  async function boardsOf(slug: string): Promise<string[]> {
    const cohorts = (await selectCohortsByPrefix(env.DB, 'device|', 200)).filter(({ cut }) => cut.endsWith(`|${slug}`));
    const ids = cohorts.flatMap((cohort) => metricsOfCohort(cohort).flatMap((id) => boardsOfCut(cohort.cut, id)));
    return ids.toSorted();
  }

  describe('a picked folder', () => {
    it('is ranked on boards of its own, with the ceiling of the browser beside each value', async () => {
      const device = 'Stick on a Laptop';
      await publishFromNetworks(3, (i) =>
        makePickedUpload({ declared: { device, filesystem: 'exFAT' }, speed: 1 + i / 100 }),
      );
      expect(await boardsOf('stick-on-a-laptop')).toEqual(
        METRIC_IDS.filter((metric) => metricOf(metric).layouts.includes('picked-folder'))
          .map((metric) => `device.${metric}.picked-folder`)
          .toSorted(),
      );
      const board = await readBoard('device.picked_seq_read.picked-folder');
      expect(board).toMatchObject({ unit: 'bytes_per_s', better: 'higher' });
      const [row] = board.rows;
      expect(row).toMatchObject({ position: 1, providers: 3, runs: 3 });
      // 1 MiB in 2 ms on the drive, in 0.5 ms in memory; buckets are 2 % wide.
      expect((row?.value ?? 0) / ((1 << 20) / 2e-3)).toBeCloseTo(1.01, 1);
      expect(row?.ceiling).toBeCloseTo((1 << 20) / 0.5e-3, -4);
      expect(await slugsOf('device.picked_create.picked-folder.linux~chrome.exfat')).toEqual(['stick-on-a-laptop']);
      expect(await slugsOf('filesystem.picked_seq_write.picked-folder')).toEqual(['exfat']);
      expect(await slugsOf('browser.picked_rnd_read.picked-folder')).toEqual(['linux~chrome']);
      const units = ['picked_create', 'picked_rnd_read'].map((metric) => readBoard(`device.${metric}.picked-folder`));
      expect((await Promise.all(units)).map(({ unit }) => unit)).toEqual(['files_per_s', 'iops']);
    });

    it('never stands where sync handles, the command line or picked files do, nor they where it does', async () => {
      const node = {
        engine: 'node',
        client: { browser: { family: 'node', major: 24 }, os: { family: 'linux', major: null } },
      } as const;
      await rankPicked({ declared: { device: 'Only Folder' } });
      await publishFromNetworks(3, () => makePickedFileUpload({ declared: { device: 'Only File' } }));
      await publishFromNetworks(3, () => makeUpload({ declared: { device: 'Only Handles' } }));
      await publishFromNetworks(3, () => makeUpload({ declared: { device: 'Only Node' }, environment: node }));

      const layoutsOf = async (slug: string) => [...new Set((await boardsOf(slug)).map((id) => id.split('.')[2]))];
      expect(await layoutsOf('only-folder')).toEqual(['picked-folder']);
      expect(await layoutsOf('only-file')).toEqual(['picked-file']);
      expect(await layoutsOf('only-handles')).toEqual(['shared']);
      expect(await layoutsOf('only-node')).toEqual(['node']);

      const cohorts = await selectCohortsByPrefix(env.DB, 'device|2.', 100);
      expect(cohorts.length).toBeGreaterThan(3);
      for (const cohort of cohorts) {
        const { cut } = cohort;
        const metrics = metricsOfCohort(cohort);
        const layout = layoutOfScope(parseCut(cut)?.keys.scope ?? '');
        const strangers = metrics.filter((id) => !metricOf(id).layouts.some((one) => one === layout));
        expect(strangers, cut).toEqual([]);
      }
      const view = ModelView.parse(await (await ask('/api/v1/devices/only-folder')).json());
      expect(view.layouts.map(({ layout, metrics }) => [layout, metrics.length])).toEqual(
        layoutsWith('device').map((layout) => [layout, layout === 'picked-folder' ? 5 : 0]),
      );
    });

    it.each([
      ['device.rnd4k_q1t1_write.picked-folder'],
      ['device.drive_score.picked-file'],
      ['device.picked_seq_read.shared'],
      ['device.picked_seq_read.node'],
      ['device.picked_seq_read.picked-file'],
      ['device.picked_file_read.picked-folder'],
      ['device.picked_seq_write.picked-file'],
    ])('has no board %s', async (id) => {
      expect((await ask(`/api/v1/boards/${id}`)).status).toBe(404);
    });

    it('is shown and not ranked with parameters of its own or unfinished', async () => {
      const declared = { device: 'Not Comparable' };
      const changedUpload = makePickedUpload({ declared, rig_id: 'EEEEEEEEEEEEEEEE', plan: { file_bytes: 64 << 20 } });
      expect(await publishTicketed(changedUpload)).toMatchObject({ trust: 0, unranked_because: ['changed_plan'] });
      const stoppedUpload = makePickedUpload({ declared });
      stoppedUpload.record.status = 'stopped';
      await publish(stoppedUpload);
      expect(await boardsOf('not-comparable')).toEqual([]);
    });

    it('is listed among the boards, and leaves them when it is deleted', async () => {
      const ids = await rankPicked({ declared: { device: 'Gone Folder' } });
      const boards = BoardList.parse(await (await ask('/api/v1/boards')).json()).boards.map(({ id }) => id);
      expect(boards).toContain('device.picked_seq_write.picked-folder');
      expect(await boardsOf('gone-folder')).toHaveLength(5);
      for (const id of ids) await remove(id);
      expect(await boardsOf('gone-folder')).toEqual([]);
    });

    it('does not count when the page was hidden meanwhile', async () => {
      const hiddenUpload = makePickedUpload({ declared: { device: 'Hidden' }, environment: { visibility_changes: 2 } });
      expect(await publish(hiddenUpload)).toMatchObject({
        trust: 0,
        unranked_because: ['no_ticket', 'hidden_during_pass'],
      });
      expect(await boardsOf('hidden')).toEqual([]);
    });
  });
});

describe('sustained writes', () => {
  beforeAll(startEmpty);

  const changeSeries = (text: string, change: (us: number, round: number) => number) =>
    encodeSeries(decodeSeries(text).map(change));

  type Sustained = UploadOf<'sustained'>['record'];

  describe('sustained write', () => {
    it('is ranked on a board of its own by the rate in the end, and not by that of the first seconds', async () => {
      const falls = (round: number) => (round < 40 ? 2_000 : 300);
      await publishFromNetworks(3, () => makeSustainedUpload({ declared: { device: 'Falls' }, rates: falls }));
      await publishFromNetworks(3, () => makeSustainedUpload({ declared: { device: 'Keeps' }, rates: () => 600 }));
      const board = await readBoard('device.sustained_write.sustained');
      expect(board).toMatchObject({ unit: 'bytes_per_s', better: 'higher' });
      expect(board.rows.map(({ subject, position }) => [subject.slug, position])).toEqual([
        ['keeps', 1],
        ['falls', 2],
      ]);
      expect(Math.abs((board.rows[1]?.value ?? 0) / 300e6 - 1)).toBeLessThan(0.03);
      expect((await ask('/api/v1/boards/device.sustained_write.shared')).status).toBe(404);
    });

    it('does not count where flushes take no time, because its files are in memory', async () => {
      const sustainedUpload = makeSustainedUpload({ declared: { device: 'In Memory' } });
      const { result } = sustainedUpload.record;
      // One of a hundred flushes is late all the same.
      const elapsedUs = decodeSeries(result.total_us).map((us, round) => us - (round === 50 ? 5_000 : 100));
      result.elapsed_us = encodeSeries(elapsedUs);
      expect(
        flagsOf(familyOf<FamilyId>(sustainedUpload.record.family), sustainedUpload.record).map(({ code }) => code),
      ).toEqual(['flush_does_nothing']);
      expect(await publishTicketed(sustainedUpload)).toMatchObject({
        trust: 0,
        unranked_because: ['flush_does_nothing'],
      });
    });
  });

  const evidence = (record: Sustained) => evidenceToRank(record, { declared: {}, cores: [], nowMs: Date.now() });

  it('a sustained write that is sent again with other rounds is the same: its calls are', async () => {
    const sustainedUpload = makeSustainedUpload({ declared: { device: 'Once' } });
    await publishTicketed(sustainedUpload, 0, ONCE);
    const { result } = sustainedUpload.record;
    result.total_us = changeSeries(result.total_us, (us) => us - 10);
    const upload = await ticketed(sustainedUpload);
    expect((await put(upload.ticket.run_id, upload, {}, ONCE)).status).toBe(409);
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
    ] as const)('is shown by a complete one: %s', (_, expectedEnd, options) => {
      const { record } = makeSustainedUpload(options);
      expect(record.result.ended).toBe(expectedEnd);
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
            total_us: changeSeries(result.total_us, (us, round) => (round === 3 ? 119e6 : us)),
          });
        },
      ],
      ['missing_fill', 'a file that was not filled', ({ result }) => delete result.fill],
      [
        'copied_passes',
        'one round told again and again',
        ({ result }) => {
          result.total_us = changeSeries(result.total_us, (us, round) => (round % 3 === 0 ? us : 160_000));
          result.elapsed_us = changeSeries(result.elapsed_us, (us, round) => (round % 3 === 0 ? us : 150_000));
        },
      ],
      [
        'impossible_clock',
        'times that the clock cannot show',
        ({ result }) => (result.total_us = changeSeries(result.total_us, (us) => us + 1)),
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
        ({ result }) => (result.total_us = changeSeries(result.total_us, (us) => Math.round(us / 500) * 5)),
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
});
