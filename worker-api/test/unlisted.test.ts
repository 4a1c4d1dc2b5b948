/** A run that is published to a group is in no list: every address that answers is asked, and every statement that reads runs is read. */
import { env } from 'cloudflare:workers';
import { newRunId } from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it } from 'vitest';
import { app } from '../src/app.ts';
import { operationsOf } from '../src/openapi/document.ts';
import { ask, BOARD, joinGroup, makeGroup, moderate, publish, readGroup, remove } from './client.ts';
import { startEmpty } from './empty.ts';
import { readAll, takeSnapshot } from './recount.ts';
import { countMarked, makeSmallUpload, publishTrusted, ticketed } from './runs.ts';

const OPEN = { TRUST_POLICY: 'open' } as const;
const DECLARED = {
  device: 'Zorblax Secretive',
  drive: 'Quuxdrive 7000',
  filesystem: 'ext4',
  interface: 'NVMe',
} as const;
/** Pieces of it by which a list would give it away. */
const TRACES = /zorblax|quuxdrive|piglet/i;

/** How each address is asked that may show more than what a link names. `{board}` is every board. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  listBoards: ['/api/v1/boards'],
  getBoard: ['/api/v1/boards/{board}'],
  findSubjects: ['/api/v1/boards/{board}/subjects?q=zorblax', '/api/v1/boards/{board}/subjects?q=quux'],
  listDevices: [
    '/api/v1/devices',
    '/api/v1/devices?q=zorb',
    '/api/v1/devices?q=secret',
    '/api/v1/devices?q=zorblaxsecretive',
  ],
  getDevice: ['/api/v1/devices/zorblax-secretive'],
  getDrive: ['/api/v1/drives/quuxdrive-7000'],
  listFilesystems: ['/api/v1/filesystems'],
  getFilesystem: ['/api/v1/filesystems/ext4'],
  listRuns: [
    '/api/v1/runs',
    '/api/v1/runs?device=zorblax-secretive',
    '/api/v1/runs?fs=ext4',
    '/api/v1/runs?os=macos&browser=chrome',
  ],
  exportNdjson: ['/api/v1/export.ndjson'],
  exportCsv: ['/api/v1/export.csv'],
  getSitemap: ['/sitemap.xml'],
  getContenderTable: ['/badge/app-storage.svg'],
};

/** Operations that show a run, a group or a file to whoever names it, that say nothing of runs, or that are for moderators. */
const NAMED: Readonly<Record<string, string>> = {
  getStats: 'compared with nothing below',
  getRun: 'by the id of the run',
  getGroup: 'by the id of the group',
  getBadge: 'by the id of the run',
  getShieldsBadge: 'by the id of the run',
  getEmbed: 'by the id of the run',
  getPicture: 'by the id of the run',
  getComparisonPicture: 'by the ids of the runs',
  getOEmbed: 'by the id of the run',
  getSnapshot: 'read whole below',
  getSnapshotFile: 'read whole below',
  getDocument: 'says nothing of runs',
  getHealth: 'says nothing of runs',
  getReadiness: 'says nothing of runs',
  getProblem: 'says nothing of runs',
  getCheckup: 'says nothing of runs',
  listCheckups: 'says nothing of runs',
};

const operations = operationsOf(app).filter(({ method }) => method === 'get');
const isOfModerators = ({ tokens }: (typeof operations)[number]) => tokens?.includes('moderator') === true;
const isForm = (id: string) => id.startsWith('getRunAs');

const BOARDS = ['device', 'drive', 'filesystem', 'interface', 'os', 'browser'].map((subject) =>
  BOARD.replace('device', subject),
);

describe.each([
  ['guarded', {}],
  ['open', OPEN],
])('an unlisted run, where the policy is %s', (_, bindings) => {
  let runId = '';
  let groupId = '';

  beforeAll(async () => {
    await startEmpty();
    await publishTrusted(
      makeSmallUpload({ declared: { device: 'Public', drive: 'Known 990', filesystem: 'ext4' } }),
      1,
      bindings,
    );
    const upload = await ticketed({ ...makeSmallUpload({ declared: DECLARED, speed: 2 }), unlisted: true as const });
    runId = (await publish(upload, upload.ticket.run_id, 0, bindings)).run_id;
    groupId = await makeGroup();
    const headers = { authorization: `Bearer ${DELETION_KEY}`, 'content-type': 'application/json' };
    const join = { method: 'PUT', headers, body: JSON.stringify({ nickname: 'Piglet' }) };
    expect((await ask(`/api/v1/groups/${groupId}/runs/${runId}`, join, bindings)).status).toBe(200);
    await countMarked();
  });

  it('is in its group and at its own address, which says so', async () => {
    expect((await readGroup(groupId, bindings)).runs).toMatchObject([
      { run_id: runId, unlisted: true, trust: 0, nickname: 'Piglet', device: DECLARED.device },
    ]);
    expect(await (await ask(`/api/v1/runs/${runId}`, {}, bindings)).json()).toMatchObject({ unlisted: true, trust: 0 });
  });

  it('is on a list of all addresses that answer: each is a list, or has a reason to be none', () => {
    const asked = operations
      .filter((operation) => !isOfModerators(operation) && !isForm(operation.id))
      .map(({ id }) => id);
    expect(asked.toSorted()).toEqual([...Object.keys(LISTS), ...Object.keys(NAMED)].toSorted());
  });

  async function expectNothing() {
    const paths = Object.values(LISTS).flatMap((list) =>
      list.flatMap((path) => BOARDS.map((id) => path.replace('{board}', id))),
    );
    for (const path of new Set(paths)) {
      const response = await ask(path, {}, bindings);
      const text = response.ok ? new TextDecoder().decode(await response.arrayBuffer()) : '';
      expect([path, TRACES.exec(text)?.[0], text.includes(runId)]).toEqual([path, undefined, false]);
    }
    // Of a cohort that there is not, as of one whose only run is unlisted.
    const stats = async (cut: string) =>
      (await (await ask(`/api/v1/stats?cut=${encodeURIComponent(cut)}`, {}, bindings)).text()).replaceAll(cut, '');
    expect(await stats('device|2.shared|zorblax-secretive')).toBe(await stats('device|2.shared|nothing'));
    expect(await stats('drive|2.shared|quuxdrive-7000')).toBe(await stats('drive|2.shared|nothing'));
    expect((await ask('/api/v1/devices/zorblax-secretive', {}, bindings)).status).toBe(404);
    expect((await ask('/api/v1/drives/quuxdrive-7000', {}, bindings)).status).toBe(404);
    await takeSnapshot(9);
    const { runs, ...rest } = await readAll();
    expect(runs.map(({ run_id }) => run_id)).not.toContain(runId);
    expect(
      JSON.stringify(rest, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ).not.toMatch(TRACES);
    const { results } = await env.DB.prepare(
      'SELECT slug FROM device UNION SELECT slug FROM drive UNION SELECT cut FROM cohort UNION SELECT suffix FROM device_search',
    ).all<{ slug: string }>();
    expect(results.filter(({ slug }) => TRACES.test(slug))).toEqual([]);
  }

  it('is in none of them', expectNothing);

  it('is in none after everything was counted again, confirmed, held and published again by a moderator', async () => {
    await moderate('POST', '/rebuild', undefined, bindings);
    for (const status of ['held', 'published', 'confirmed']) {
      const answer = await moderate('POST', `/runs/${runId}/status`, { status, reason: 'checked' }, bindings);
      expect(answer.status).toBe(200);
    }
    await countMarked();
    await expectNothing();
  });

  it('is in none after it was taken out of the group, and gone when it is deleted', async () => {
    const headers = { authorization: `Bearer ${DELETION_KEY}` };
    await ask(`/api/v1/groups/${groupId}/runs/${runId}`, { method: 'DELETE', headers }, bindings);
    await expectNothing();
    expect((await ask(`/api/v1/runs/${runId}`, {}, bindings)).status).toBe(200);
    expect((await remove(runId)).status).toBe(204);
    await expectNothing();
  });
});

it('of two runs of a model the unlisted one gives it no name and no row', async () => {
  await startEmpty();
  const declared = { device: 'Shared Model' };
  const shown = await publishTrusted(makeSmallUpload({ declared }), 1);
  const upload = { ...makeSmallUpload({ declared: { device: 'SHARED model' }, speed: 3 }), unlisted: true as const };
  const { run_id } = await publish(upload, newRunId(), 2);
  await joinGroup(await makeGroup(), run_id);
  const list = await (await ask('/api/v1/devices/shared-model')).text();
  expect([list.includes(shown), list.includes(run_id), list.includes('SHARED')]).toEqual([true, false, false]);
  await remove(shown);
  expect((await ask('/api/v1/devices/shared-model')).status).toBe(404);
});

/** Statements that read runs without the rule, and why they may. */
const WITHOUT_RULE: readonly (readonly [statement: RegExp, why: string])[] = [
  [/FROM run WHERE run_id = \?1|DELETE FROM run WHERE run_id/, 'by its id'],
  [/FROM run WHERE run_id IN \(SELECT value/, 'by their ids'],
  [/group_run|run_group/, 'of a group'],
  [/INDEXED BY run_by_expiry/, 'to be deleted'],
  [/INDEXED BY run_by_source WHERE \$\{kind\}/, 'moderators: of a network or provider'],
  [/CROSS JOIN run ON \$\{name\} = probe\.value/, 'of which a new one may be a copy'],
  [/LEFT JOIN reported/, 'moderators: what is reported or held; what is new has the rule'],
  [/body ->> 'only'/, 'of a cohort, which has none'],
  [/FROM \$\{runs\}|\$\{runsOf\(kind\)\}|\$\{SOURCES/, 'has the rule in another place'],
];

it('every statement of the store that reads runs asks the one rule, but for a list with reasons', () => {
  const files = import.meta.glob<string>('../src/store/*.ts', { query: '?raw', import: 'default', eager: true });
  const statements = Object.entries(files).flatMap(([name, text]) =>
    (text.match(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? [])
      .filter((literal) => /\b(?:FROM|JOIN) run\b/.test(literal))
      .map((literal) => [name, literal] as const),
  );
  expect(statements.length).toBeGreaterThan(20);
  const free = statements.filter(
    ([, literal]) =>
      !/IS_PUBLIC|IS_FOR_ALL|unlisted = 1|COUNTS|\$\{isOf\}/.test(literal) &&
      !WITHOUT_RULE.some(([pattern]) => pattern.test(literal)),
  );
  expect(free).toEqual([]);
});
