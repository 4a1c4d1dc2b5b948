import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { ModelView } from '@opfsmark/schema/api';
import {
  Board,
  BoardList,
  isMetricId,
  layoutOfScope,
  layoutsWith,
  METRIC_IDS,
  metricOf,
  parseCut,
} from '@opfsmark/schema/boards';
import { boardsOfCut } from '../src/boards/lines.ts';
import { selectRanked } from '../src/store/cohorts.ts';
import { ask, publish, remove } from './client.ts';
import { makePickedFileUpload, makePickedUpload, type MadePicked } from '@opfsmark/schema/test-support/upload-picked';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { publishFromNetworks, publishTicketed } from './runs.ts';

const rankPicked = (made: MadePicked) => publishFromNetworks(3, () => makePickedUpload(made));

async function slugsOf(id: string): Promise<string[]> {
  const response = await ask(`/api/v1/boards/${id}`);
  expect(response.status, id).toBe(200);
  return Board.parse(await response.json()).rows.map(({ subject }) => subject.slug);
}

async function boardsOf(slug: string): Promise<string[]> {
  const cohorts = (await selectRanked(env.DB, 'device|', 200)).filter(({ cohort }) => cohort?.shown.slug === slug);
  const ids = cohorts.flatMap(({ cut, cohort }) =>
    METRIC_IDS.flatMap((id) => (cohort?.metrics[id] ? boardsOfCut(cut, id) : [])),
  );
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
    const board = Board.parse(await (await ask('/api/v1/boards/device.picked_seq_read.picked-folder')).json());
    expect(board).toMatchObject({ unit: 'bytes_per_s', better: 'higher' });
    const [row] = board.rows;
    expect(row).toMatchObject({ rank: 1, networks: 3, runs: 3 });
    // 1 MiB in 2 ms on the drive, in 0.5 ms in memory; buckets are 2 % wide.
    expect((row?.value ?? 0) / ((1 << 20) / 2e-3)).toBeCloseTo(1.01, 1);
    expect(row?.ceiling).toBeCloseTo((1 << 20) / 0.5e-3, -4);
    expect(await slugsOf('device.picked_create.picked-folder.linux~chrome.exfat')).toEqual(['stick-on-a-laptop']);
    expect(await slugsOf('filesystem.picked_seq_write.picked-folder')).toEqual(['exfat']);
    expect(await slugsOf('browser.picked_rnd_read.picked-folder')).toEqual(['linux~chrome']);
    const units = ['picked_create', 'picked_rnd_read'].map(async (metric) =>
      Board.parse(await (await ask(`/api/v1/boards/device.${metric}.picked-folder`)).json()),
    );
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

    const cohorts = await selectRanked(env.DB, 'device|2.', 100);
    expect(cohorts.length).toBeGreaterThan(3);
    for (const { cut, cohort } of cohorts) {
      const metrics = Object.keys(cohort?.metrics ?? {});
      const layout = layoutOfScope(parseCut(cut)?.keys.scope ?? '');
      const strangers = metrics.filter((id) => isMetricId(id) && !metricOf(id).layouts.some((own) => own === layout));
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
    const own = makePickedUpload({ declared, rig_id: 'EEEEEEEEEEEEEEEE', plan: { file_bytes: 64 << 20 } });
    expect(await publishTicketed(own)).toMatchObject({ trust: 0, unranked_because: ['changed_plan'] });
    const stopped = makePickedUpload({ declared });
    stopped.record.status = 'stopped';
    await publish(stopped);
    expect(await boardsOf('not-comparable')).toEqual([]);
  });

  it('is listed among the boards, and leaves them when it is deleted', async () => {
    const ids = await rankPicked({ declared: { device: 'Gone Folder' } });
    const boards = BoardList.parse(await (await ask('/api/v1/boards')).json()).boards.map(({ id }) => id);
    expect(boards).toContain('device.picked_seq_write.picked-folder');
    expect(await boardsOf('gone-folder')).toHaveLength(5);
    await remove(ids[0] ?? '');
    expect(await boardsOf('gone-folder')).toEqual([]);
  });

  it('is held when the page was hidden meanwhile', async () => {
    const hidden = makePickedUpload({ declared: { device: 'Hidden' }, environment: { visibility_changes: 2 } });
    expect(await publish(hidden)).toMatchObject({ status: 'held', reasons: ['hidden_during_pass'] });
    expect(await boardsOf('hidden')).toEqual([]);
  });
});
