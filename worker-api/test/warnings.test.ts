import { env } from 'cloudflare:workers';
import { ModelView, type RunItem, type RunView, type Warning, type WarningList } from '@opfsmark/schema/api';
import { FORMS } from '@opfsmark/schema/report';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../src/base/days.ts';
import { keepPicture, keptPicture, ogSvg } from '../src/pictures/card.ts';
import { COUNTS_ROWS, ask, BOARD, joinGroup, makeGroup, moderate, readBoard, readGroup, rowsOf } from './client.ts';
import { startEmpty } from './empty.ts';
import { makeSmallUpload, publishFromNetworks, publishTrusted } from './runs.ts';

beforeEach(startEmpty);

const TEXT = 'Its clock is too coarse for small reads.';
const add = async (body: object) => {
  const answer = await moderate('POST', '/warnings', { text: TEXT, ...body });
  expect(answer.status).toBe(201);
  return answer.json<Warning>();
};
const warningsOf = async (runId: string) =>
  (await (await ask(`/api/v1/runs/${runId}`)).json<{ warnings?: string[] }>()).warnings;
const readView = async (runId: string) => (await ask(`/api/v1/runs/${runId}`)).json<RunView>();
const classOf = (runId: string) =>
  env.DB.prepare('SELECT browser, version, core FROM run WHERE run_id = ?1')
    .bind(runId)
    .first<{ browser: string; version: string; core: string }>();

describe('a warning over a class of results', () => {
  it('stands in every answer with such a result, on its badge too, until it is lifted', async () => {
    const run_id = await publishTrusted(makeSmallUpload({ declared: { device: 'Warned' } }));
    const { browser = '', version = '' } = (await classOf(run_id)) ?? {};
    const group = await makeGroup();
    await joinGroup(group, run_id);
    const { warning_id } = await add({ of: 'browser', name: browser, version });

    expect(await warningsOf(run_id)).toEqual([TEXT]);
    const { runs } = await (await ask('/api/v1/runs')).json<{ runs: RunItem[] }>();
    expect(runs[0]?.warnings).toEqual([TEXT]);
    expect((await readGroup(group)).runs[0]?.warnings).toEqual([TEXT]);
    expect((await readBoard()).rows[0]?.warnings).toEqual([TEXT]);
    const device = ModelView.parse(await (await ask('/api/v1/devices/warned')).json());
    const cells = device.layouts.flatMap(({ metrics }) => metrics);
    expect(new Set([...device.runs, ...cells].map(({ warnings }) => warnings?.join()))).toEqual(new Set([TEXT]));
    for (const { extension } of [FORMS.text, FORMS.markdown, FORMS.figures])
      expect(await (await ask(`/api/v1/runs/${run_id}.${extension}`)).text(), extension).toContain(TEXT);
    expect(ogSvg(await readView(run_id))).toContain(TEXT);
    expect(await (await ask(`/badge/${run_id}.svg`)).text()).toContain('⚠');

    expect((await moderate('DELETE', `/warnings/${warning_id}`)).status).toBe(204);
    expect(await warningsOf(run_id)).toBeUndefined();
    expect(await (await ask(`/badge/${run_id}.svg`)).text()).not.toContain('⚠');
    expect(await (await ask(`/api/v1/runs/${run_id}.${FORMS.text.extension}`)).text()).not.toContain(TEXT);
    expect(ogSvg(await readView(run_id))).not.toContain(TEXT);
    expect((await moderate('DELETE', `/warnings/${warning_id}`)).status).toBe(404);
    const log = await (await moderate('GET', '/audit')).text();
    expect(log).toMatch(/warning\.lift.*warning\.add/);
  });

  it.runIf(COUNTS_ROWS)(
    'marks the rows that such a run stands for, and their medians, by one row that is read for a page',
    async () => {
      for (const device of ['Ranked and Warned', 'Another One'])
        await publishFromNetworks(4, () => makeSmallUpload({ declared: { device } }), 700);
      const read = async () => rowsOf(await ask(`/api/v1/boards/${BOARD}`, {}, { METER_D1: '1' })).read;
      const [row] = (await readBoard()).rows;
      const before = await read();
      await add({ of: 'core', name: (await classOf(row?.run_id ?? ''))?.core });
      expect((await readBoard()).rows[0]).toEqual({ ...row, warnings: [TEXT] });
      expect((await readBoard()).rows.every(({ warnings }) => warnings?.includes(TEXT))).toBe(true);
      expect((await read()) - before).toBeLessThanOrEqual(1);
      const device = ModelView.parse(await (await ask('/api/v1/devices/another-one')).json());
      const cells = device.layouts.flatMap(({ metrics }) => metrics);
      expect(new Set(cells.map(({ warnings }) => warnings?.join()))).toEqual(new Set([TEXT]));
    },
  );

  it('is over no other version, no other core, and nothing that was published before or after', async () => {
    const run_id = await publishTrusted(makeSmallUpload());
    const { browser, core } = (await classOf(run_id)) ?? {};
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    await add({ of: 'browser', name: browser, version: '1' });
    await add({ of: 'core', name: `${core}1` });
    await add({ of: 'core', name: core, from: at(1) });
    await add({ of: 'core', name: core, until: at(-1) });
    expect(await warningsOf(run_id)).toBeUndefined();
    await add({ of: 'core', name: core, from: at(-1), until: at(1), text: 'Between.' });
    await add({ of: 'browser', name: browser, text: 'All of them.' });
    expect(await warningsOf(run_id)).toEqual(['Between.', 'All of them.']);
  });

  it('is in pictures that are drawn after it: one that was kept before is drawn again, and the other way round', async () => {
    const readKept = (warnings?: readonly string[]) =>
      keptPicture('https://opfsmark.test/', '0123456789ABCDEF', 'en', warnings);
    const keep = (warnings?: readonly string[]) =>
      keepPicture('https://opfsmark.test/', '0123456789ABCDEF', 'en', { png: new Uint8Array([1]), warnings });
    await keep();
    expect([(await readKept())?.byteLength, await readKept([TEXT])]).toEqual([1, null]);
    await keep([TEXT]);
    expect([await readKept(), (await readKept([TEXT]))?.byteLength]).toEqual([null, 1]);
  });

  it('is plain text, and there are only so many', async () => {
    const { text } = await add({ of: 'core', name: '1', text: 'See\u202e <b>this</b>\u0000' });
    expect(text).toBe('See <b>this</b>');
    for (let i = 1; i < 20; i++) await add({ of: 'core', name: `${i}` });
    expect((await moderate('POST', '/warnings', { of: 'core', name: '1', text: 'x' })).status).toBe(409);
    expect((await moderate('POST', '/warnings', { of: 'core', name: '', text: 'x' })).status).toBe(422);
    const backwards = { of: 'core', name: '1', text: 'x', from: '2027-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z' };
    expect((await moderate('POST', '/warnings', backwards)).status).toBe(422);
    const list = await (await moderate('GET', '/warnings')).json<WarningList>();
    expect(list.warnings).toHaveLength(20);
  });
});
