import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { newRunId } from '@opfsmark/schema/documents';
import { FORMS } from '@opfsmark/schema/report';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteExpired } from '../src/aggregation/runs.ts';
import { shortHash } from '../src/base/crypto.ts';
import { DAY_MS } from '../src/base/days.ts';
import worker from '../src/index.ts';
import { keptPicture } from '../src/pictures/card.ts';
import {
  addressIn,
  ask,
  deleteGroup,
  joinGroup,
  makeGroup,
  moderate,
  problemOf,
  publish,
  put,
  remove,
  send,
} from './client.ts';
import { readBoardList } from '../src/store/lists.ts';
import { startEmpty } from './empty.ts';
import { countGhosts } from './recount.ts';
import { confirm, makeSmallUpload, publishFromNetworks, publishTrusted, countMarked, ticketed } from './runs.ts';
import { jsonRequest } from './tickets.ts';

describe('deletion', () => {
  beforeAll(startEmpty);

  const NAME = 'Unmistakable Machine';
  const SLUG = 'unmistakable-machine';
  const DRIVE = 'Unmistakable Drive';
  const RIG = 'TRACETRACETRACET';
  const ORIGIN = 'https://opfsmark.test';

  /** Every table of the database as text, but for the ids of deleted runs, and the names of all documents. */
  async function databaseText(): Promise<string> {
    const tables = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'tombstone'",
    ).all<{ name: string }>();
    const texts = await Promise.all(
      tables.results.map(async ({ name }) =>
        JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results),
      ),
    );
    const { objects } = await env.DOCUMENTS.list();
    return [...texts, ...objects.map(({ key }) => key)].join('\n');
  }

  async function addresses(runId: string): Promise<string[]> {
    const groups = await env.DB.prepare('SELECT group_id AS id FROM run_group').all<{ id: string }>();
    const boards = (await readBoardList(env.DB)).ids;
    const url = encodeURIComponent(`${ORIGIN}/r/${runId}`);
    return [
      ...['', '.json', ...Object.values(FORMS).map(({ extension }) => `.${extension}`)].map(
        (end) => `/api/v1/runs/${runId}${end}`,
      ),
      ...[`/badge/${runId}.svg`, `/badge/${runId}.json`, `/og/${runId}.png`, `/og/${runId}.html`, `/oembed?url=${url}`],
      ...['/api/v1/runs', `/api/v1/runs?device=${SLUG}`, '/api/v1/runs?os=linux&browser=chrome'],
      ...['/api/v1/runs?filesystem=ext4', '/api/v1/export.csv', '/api/v1/export.ndjson', '/sitemap.xml'],
      ...[
        '/api/v1/devices?q=unmis',
        `/api/v1/devices/${SLUG}`,
        '/api/v1/drives/unmistakable-drive',
        '/api/v1/filesystems/ext4',
        '/api/v1/boards',
      ],
      `/api/v1/stats?cut=${encodeURIComponent(`device|2.shared|${SLUG}`)}`,
      ...['device.seq1m_q8t1_write.shared', 'os.seq1m_q8t1_write.shared', 'filesystem.seq1m_q8t1_memory.shared'].map(
        (id) => `/api/v1/boards/${id}`,
      ),
      ...boards.map((id) => `/api/v1/boards/${id}`),
      ...groups.results.map(({ id }) => `/api/v1/groups/${id}`),
    ];
  }

  async function publishTraced(network: number): Promise<string> {
    const declared = { device: NAME, drive: DRIVE, note: 'Unmistakable note' };
    const upload = await ticketed(makeSmallUpload({ declared, rig_id: RIG }));
    await publish(upload, upload.ticket.run_id, network);
    await send('POST', `/api/v1/runs/${upload.ticket.run_id}/reports`, {
      reason: 'other',
      detail: 'Unmistakable report',
    });
    await joinGroup(await makeGroup(), upload.ticket.run_id);
    return upload.ticket.run_id;
  }

  const TRACE = /unmistakable/i;

  describe('after a deletion', () => {
    it('no table and no address says a word of the run, and no cache keeps it', async () => {
      const before = await databaseText();
      expect(before).not.toMatch(TRACE);
      const runId = await publishTraced(1);
      const texts = await Promise.all((await addresses(runId)).map(async (path) => (await ask(path)).text()));
      expect(texts.filter((text) => TRACE.test(text)).length).toBeGreaterThan(8);
      expect(await keptPicture(`${ORIGIN}/`, runId, 'en')).not.toBeNull();

      const paths = await addresses(runId);
      expect((await remove(runId)).status).toBe(204);
      const rigHash = await shortHash(RIG, 8);
      const database = await databaseText();
      for (const trace of [TRACE, new RegExp(runId), new RegExp(rigHash)]) expect(database).not.toMatch(trace);
      for (const path of paths) {
        const response = await ask(path);
        expect(response.headers.get('cache-control'), path).toMatch(/no-store|no-cache|max-age=3600/);
        // An answer repeats the words of its request.
        const text = (await response.text()).replace(`device|2.shared|${SLUG}`, '');
        if (!path.includes(runId)) expect(text, path).not.toMatch(new RegExp(`unmistakable|${runId}`, 'i'));
        else expect(response.status, path).toBe(410);
      }
      expect(await keptPicture(`${ORIGIN}/`, runId, 'en')).toBeNull();
      expect(await countGhosts(env.DB)).toBe(0);
      const { results } = await env.DB.prepare('SELECT * FROM tombstone').all();
      expect(results).toEqual([{ run_id: runId, document: '' }]);
    });

    it('the rows that it is part of are without it: no number, no link, no count', async () => {
      const ids = await publishFromNetworks(3, (i) => makeSmallUpload({ declared: { device: NAME }, seed: i }), 50);
      const board = async () => (await ask('/api/v1/boards/device.seq1m_q8t1_write.shared')).text();
      expect(await board()).toContain(SLUG);
      expect(await (await ask('/api/v1/devices?q=unmis')).text()).toContain(NAME);
      await confirm(ids[0] ?? '');
      expect(JSON.parse(await board())).toMatchObject({ rows: [{ ranked: { place: 1 }, run_id: ids[0], runs: 3 }] });
      await remove(ids[0] ?? '');
      expect(await board()).not.toContain(ids[0]);
      expect(JSON.parse(await board())).toMatchObject({ rows: [{ ranked: null, runs: 2 }] });
      expect(await (await ask('/api/v1/devices?q=unmis')).json()).toMatchObject({ devices: [{ unconfirmed: true }] });
      for (const id of ids.slice(1)) await remove(id);
      await countMarked();
      expect(await databaseText()).not.toMatch(TRACE);
      expect(await countGhosts(env.DB)).toBe(0);
    });

    it.each(['before', 'after'])(
      'a run that a moderator publishes at the same moment is gone all the same, deleted %s its lists were read',
      async (when) => {
        const runId = await publishTrusted(makeSmallUpload({ declared: { device: NAME }, seed: 7 }), 60);
        await moderate('POST', `/runs/${runId}/status`, { status: 'hidden', reason: 'checked' });
        let isRead = false;
        const batch = async (statements: D1PreparedStatement[]) => {
          if (isRead) return env.DB.batch(statements);
          isRead = true;
          if (when === 'before') await remove(runId);
          const results = await env.DB.batch(statements);
          if (when === 'after') await remove(runId);
          return results;
        };
        const DB = { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database;
        const change = { status: 'published', reason: 'checked' };
        expect((await moderate('POST', `/runs/${runId}/status`, change, { DB })).status).toBe(410);
        const database = await databaseText();
        for (const trace of [TRACE, new RegExp(runId)]) expect(database).not.toMatch(trace);
        expect(await countGhosts(env.DB)).toBe(0);
      },
    );

    it('a report that comes at the same moment is answered that the run is gone', async () => {
      const runId = await publishTrusted(makeSmallUpload({ declared: { device: NAME }, seed: 8 }), 61);
      const batch = async (statements: D1PreparedStatement[]) => {
        await remove(runId);
        return env.DB.batch(statements);
      };
      const DB = { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database;
      const init = jsonRequest('POST', JSON.stringify({ reason: 'other' }));
      expect((await ask(`/api/v1/runs/${runId}/reports`, init, { DB })).status).toBe(410);
      expect(await databaseText()).not.toMatch(TRACE);
    });

    it('no table and no address says a word of a group, and its runs stay', async () => {
      const { run_id } = await publish(makeSmallUpload({ declared: { device: 'Stays' } }));
      const groupId = await makeGroup('Unmistakable class');
      expect((await joinGroup(groupId, run_id)).status).toBe(200);
      const paths = await addresses(run_id);
      expect(await databaseText()).toMatch(TRACE);
      expect((await deleteGroup(groupId)).status).toBe(204);
      const database = await databaseText();
      for (const trace of [TRACE, new RegExp(groupId)]) expect(database).not.toMatch(trace);
      for (const path of paths) {
        const text = await (await ask(path)).text();
        expect(text.replaceAll(SLUG, ''), path).not.toMatch(TRACE);
        if (!path.includes(groupId)) expect(text, path).not.toContain(groupId);
      }
      expect((await ask(`/api/v1/groups/${groupId}`)).status).toBe(404);
      expect((await ask(`/api/v1/runs/${run_id}`)).status).toBe(200);
      await remove(run_id);
    });

    it('the id cannot be published again', async () => {
      const upload = await ticketed(makeSmallUpload());
      const { run_id } = upload.ticket;
      await publish(upload, run_id);
      await remove(run_id);
      expect((await put(run_id, upload)).status).toBe(410);
      expect((await remove(run_id)).status).toBe(410);
    });
  });

  describe('the deletion key', () => {
    let runId: string;
    beforeEach(async () => void (runId = await publishTraced(2)));

    it('is chosen by the client: its hash comes with the upload, so a lost answer loses nothing', async () => {
      expect((await ask(`/api/v1/runs/${runId}`, { method: 'DELETE' })).status).toBe(401);
      expect((await remove(runId, 'x'.repeat(43))).status).toBe(403);
      expect((await remove(runId)).status).toBe(204);
    });

    it('must be a hash', async () => {
      const response = await put(runId, { ...makeSmallUpload(), deletion_sha256: 'my password' });
      expect(response.status).toBe(422);
      expect((await problemOf(response)).errors?.[0]?.pointer).toBe('/deletion_sha256');
    });

    it('is shown nowhere', async () => {
      const { deletion_sha256 } = makeSmallUpload();
      for (const path of await addresses(runId)) expect(await (await ask(path)).text()).not.toContain(deletion_sha256);
    });
  });
});

describe('what is kept for how long', () => {
  beforeAll(startEmpty);

  /** How long each thing is kept: the table in README.md. What counts is in count.test.ts, documents in storage.test.ts, blocks in blocks.test.ts, what a group has removed in groups.test.ts. */

  const count = (table: string, condition = 'TRUE') =>
    env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).first<number>('n');

  async function timerAt(ms: number): Promise<void> {
    vi.setSystemTime(ms);
    await worker.scheduled(createScheduledController(), env);
  }

  afterEach(() => vi.useRealTimers());

  it('keys that sign tickets and counts per source are deleted within 48 hours, while the other keys stay', async () => {
    // The first moment of a day of which no other test has kept the key.
    const nowMs = Math.ceil(Date.now() / DAY_MS + 30) * DAY_MS;
    vi.setSystemTime(nowMs);
    await publishTrusted(makeSmallUpload());
    const isDayKey = "key LIKE 'day-key/%'";
    expect([await count('meta', isDayKey), await count('budget')]).toEqual([1, 2]);
    // A ticket of the last moment of the day is valid until then.
    await timerAt(nowMs + 2 * DAY_MS - 1);
    expect([await count('meta', isDayKey), await count('budget')]).toEqual([1, 2]);
    await timerAt(nowMs + 2 * DAY_MS);
    expect([await count('meta', isDayKey), await count('budget')]).toEqual([0, 0]);
    expect(await count('meta', "key = 'key/network'")).toBe(1);
  });

  it('a report that no moderator closes is deleted after a year', async () => {
    const nowMs = Date.now();
    const run_id = await publishTrusted(makeSmallUpload());
    const headers = { 'cf-connecting-ip': addressIn(9) };
    const response = await send(
      'POST',
      `/api/v1/runs/${run_id}/reports`,
      { reason: 'other', detail: 'looks wrong' },
      headers,
    );
    expect(response.status).toBe(202);
    await timerAt(nowMs + 364 * DAY_MS);
    expect(await count('report')).toBe(1);
    await timerAt(nowMs + 366 * DAY_MS);
    expect(await count('report')).toBe(0);
  });

  it('a group that no run has joined or left for 24 months is deleted, and its runs stay', async () => {
    const nowMs = Date.now();
    vi.setSystemTime(nowMs);
    const [quietGroup, usedGroup] = [await makeGroup('Quiet'), await makeGroup('Used')];
    const [first, second] = [await publishTrusted(makeSmallUpload()), await publishTrusted(makeSmallUpload())];
    await joinGroup(quietGroup, first);
    vi.setSystemTime(nowMs + 300 * DAY_MS);
    await joinGroup(usedGroup, second);
    await timerAt(nowMs + 725 * DAY_MS);
    expect([await count('run_group'), await count('group_run')]).toEqual([2, 2]);
    await timerAt(nowMs + 735 * DAY_MS);
    expect([await count('run_group', "name = 'Used'"), await count('run_group'), await count('group_run')]).toEqual([
      1, 1, 1,
    ]);
    expect(await count('run', `run_id = '${first}'`)).toBe(1);
    await timerAt(nowMs + 1035 * DAY_MS);
    expect([await count('run_group'), await count('group_run')]).toEqual([0, 0]);
  });

  it('a document of a run that was deleted while the bucket failed is deleted by the next timer', async () => {
    const name = `${newRunId()}/AAAAAA`;
    await env.DOCUMENTS.put(name, '');
    await env.DB.prepare("INSERT INTO tombstone (run_id, document) VALUES (?1, 'AAAAAA')")
      .bind(name.slice(0, 16))
      .run();
    await timerAt(Date.now());
    expect(await env.DOCUMENTS.head(name)).toBeNull();
    expect(await count('tombstone', "document <> ''")).toBe(0);
  });

  it('a run that cannot be deleted when it is due keeps no other', async () => {
    const nowMs = Date.now();
    const { run_id: brokenId } = await publish(makeSmallUpload({ speed: 1.4 }));
    const { run_id } = await publish(makeSmallUpload({ speed: 1.5 }));
    const setScope = env.DB.prepare('UPDATE run SET scope = ?2, created_ms = created_ms - 1 WHERE run_id = ?1');
    await setScope.bind(brokenId, '2.nowhere').run();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await deleteExpired(env, nowMs + 31 * DAY_MS);
    expect(log.mock.calls.filter(([line]) => String(line).includes(brokenId))).toHaveLength(1);
    log.mockRestore();
    expect((await ask(`/api/v1/runs/${run_id}`)).status).toBe(410);
    await setScope.bind(brokenId, '').run();
    await deleteExpired(env, nowMs + 31 * DAY_MS);
    expect((await ask(`/api/v1/runs/${brokenId}`)).status).toBe(410);
  });

  it('a run without a ticket is deleted after 30 days, but not out of a group, nor where all are trusted', async () => {
    const nowMs = Date.now();
    const [loneRun, groupRun] = [
      await publish(makeSmallUpload({ speed: 1.1 })),
      await publish(makeSmallUpload({ speed: 1.2 })),
    ];
    const ticketedId = await publishTrusted(makeSmallUpload({ speed: 1.3 }));
    await joinGroup(await makeGroup(), groupRun.run_id);
    const statuses = () =>
      Promise.all(
        [loneRun.run_id, groupRun.run_id, ticketedId].map(async (id) => (await ask(`/api/v1/runs/${id}`)).status),
      );
    await timerAt(nowMs + 29 * DAY_MS);
    await deleteExpired({ ...env, TRUST_POLICY: 'open' }, nowMs + 31 * DAY_MS);
    expect(await statuses()).toEqual([200, 200, 200]);
    await timerAt(nowMs + 31 * DAY_MS);
    expect(await statuses()).toEqual([410, 200, 200]);
  });
});
