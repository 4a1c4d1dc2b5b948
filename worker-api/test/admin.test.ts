import { env } from 'cloudflare:workers';
import { AuditList, ModerationQueue } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import { FORMS } from '@opfsmark/schema/report';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../src/base/days.ts';
import {
  COUNTS_ROWS,
  addressIn,
  ask,
  BOARD,
  moderate,
  MODERATED,
  MODERATOR_TOKEN,
  publish,
  readBoard,
  rowsOf,
} from './client.ts';
import { startEmpty } from './empty.ts';
import { countGhosts } from './recount.ts';
import {
  confirm,
  copyRun,
  makeSmallUpload,
  publishFromNetworks,
  publishTicketed,
  publishTrusted,
  countMarked,
} from './runs.ts';

const BOARD_PATH = `/api/v1/boards/${BOARD}`;
const statusOf = async (runId: string) =>
  (await (await ask(`/api/v1/runs/${runId}`)).json<{ status: string }>()).status;
const queue = async (cursor = '') => ModerationQueue.parse(await (await moderate('GET', `/queue${cursor}`)).json());

function report(runId: string, network: number, detail: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': addressIn(network) };
  const init = { method: 'POST', headers, body: JSON.stringify({ reason: 'implausible', detail }) };
  return ask(`/api/v1/runs/${runId}/reports`, init);
}

describe('who may', () => {
  it('nobody without the secret, nobody without the token', async () => {
    const path = '/api/v1/admin/v1/queue';
    expect((await ask(path, { headers: { authorization: `Bearer ${MODERATOR_TOKEN}` } })).status).toBe(404);
    expect((await ask(path, {}, { ADMIN_TOKEN_SHA256: '' })).status).toBe(404);
    expect((await ask(path, {}, MODERATED)).status).toBe(401);
    const wrongInit = { headers: { authorization: 'Bearer something else' } };
    expect((await ask(path, wrongInit, MODERATED)).status).toBe(401);
    expect((await ask(path, { headers: { authorization: 'Bearer x' } }, MODERATED)).status).toBe(403);
    expect((await moderate('GET', '/queue')).status).toBe(200);
  });

  it('guesses at the token are slowed and cost no row; whoever has it is let in beside them', async () => {
    let askCount = 0;
    const BURST = { limit: () => Promise.resolve({ success: ++askCount <= 5 }) } as RateLimit;
    const guess = (token: string) =>
      ask(
        '/api/v1/admin/v1/queue',
        { headers: { authorization: `Bearer ${token}` } },
        { ...MODERATED, BURST, BURST_SHIELD: 'on', METER_D1: '1' },
      );
    const answers: Response[] = [];
    for (let i = 0; i < 8; i++) answers.push(await guess(`guess-${i}`));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    expect(answers.at(-1)?.headers.get('server-timing')).toContain('rows-written;dur=0');
    expect((await guess(MODERATOR_TOKEN)).status).toBe(200);
  });
});

describe('the queue', () => {
  it('has what a moderator holds until it is published, and writes down what was done', async () => {
    const { run_id } = await publish(makeSmallUpload());
    await moderate('POST', `/runs/${run_id}/status`, { status: 'held', reason: 'odd' });
    expect((await queue()).runs.map((run) => run.run_id)).toContain(run_id);
    const change = { status: 'published', reason: 'looked at it' };
    expect((await moderate('POST', `/runs/${run_id}/status`, change)).status).toBe(200);
    expect(await statusOf(run_id)).toBe('published');
    const audit = AuditList.parse(await (await moderate('GET', '/audit')).json());
    expect(audit.entries.map(({ action }) => action)).toContain('run.published');
  });

  it('shows a real report first among 60 noise reports, with its text, and pages through all', async () => {
    const origin = await publish(makeSmallUpload(), newRunId(), 900);
    await copyRun(env.DB, origin.run_id, 59, {});
    const noise = [origin.run_id, ...Array.from({ length: 59 }, (_, i) => String(i + 1).padStart(16, '0'))];
    for (const [i, id] of noise.entries()) await report(id, 100 + (i % 7), 'noise');
    const { run_id } = await publish(makeSmallUpload());
    expect((await report(run_id, 200, 'The drive has another name:\u0000 look')).status).toBe(202);
    expect((await report(run_id, 200, 'again')).status).toBe(202);

    const first = await queue();
    expect(first.runs[0]).toMatchObject({ run_id, weight: 1 });
    expect(first.runs[0]?.reports.map(({ detail }) => detail)).toEqual(['The drive has another name: look']);
    const seenIds = first.runs.map((run) => run.run_id);
    for (let cursor = first.next_cursor; cursor !== null;) {
      const page = await queue(`?cursor=${cursor}`);
      seenIds.push(...page.runs.map((run) => run.run_id));
      cursor = page.next_cursor;
    }
    expect(new Set(seenIds).size).toBe(seenIds.length);
    expect(seenIds).toEqual(expect.arrayContaining(noise.slice(0, 7)));
    expect((await moderate('POST', `/runs/${run_id}/reports/close`)).status).toBe(200);
    expect((await queue()).runs.filter(({ reports }) => reports.length > 0).map((run) => run.run_id)).not.toContain(
      run_id,
    );
    expect((await moderate('GET', '/queue?cursor=x')).status).toBe(400);
  });
});

describe('runs', () => {
  it('that are hidden are public nowhere', async () => {
    const declared = { device: 'Hidden Laptop' };
    const { run_id } = await publishTicketed(makeSmallUpload({ declared }));
    expect(await (await ask(BOARD_PATH)).text()).toContain('Hidden Laptop');
    await moderate('POST', `/runs/${run_id}/status`, { status: 'hidden', reason: 'rude' });
    const addresses = ['', '.json', ...Object.values(FORMS).map(({ extension }) => `.${extension}`)].map(
      (end) => `/api/v1/runs/${run_id}${end}`,
    );
    const url = encodeURIComponent(`https://opfsmark.test/r/${run_id}`);
    for (const path of [
      ...addresses,
      `/badge/${run_id}.svg`,
      `/og/${run_id}.png`,
      `/og/${run_id}.html`,
      `/oembed?url=${url}`,
    ]) {
      const answer = await ask(path);
      const { type } = await answer.json<{ type: string }>();
      expect([answer.status, type], path).toEqual([410, '/api/v1/problems/withdrawn']);
    }
    for (const path of [BOARD_PATH, '/api/v1/runs', '/api/v1/export.csv', '/api/v1/devices/hidden-laptop'])
      expect(await (await ask(path)).text(), path).not.toMatch(/Hidden Laptop/);
  });

  it('that are held leave the lists, and their device its confirmation', async () => {
    const run_id = await publishTrusted(makeSmallUpload({ declared: { device: 'Confirmed Once' } }));
    await confirm(run_id);
    expect((await readBoard()).rows.find(({ key }) => key === 'confirmed-once')).toMatchObject({ run_id });
    await publishTrusted(makeSmallUpload({ declared: { device: 'Confirmed Once' }, speed: 3 }), 9);
    await moderate('POST', `/runs/${run_id}/status`, { status: 'held', reason: 'or not' });
    expect((await readBoard()).rows.find(({ key }) => key === 'confirmed-once')).toMatchObject({
      ranked: null,
      runs: 1,
    });
    const found = await (await ask('/api/v1/devices?q=confirmed-once')).json();
    expect(found).toMatchObject({ devices: [{ unconfirmed: true }] });
    expect(await countGhosts(env.DB)).toBe(0);
  });

  it('can be deleted by a moderator', async () => {
    const run_id = await publishTrusted(makeSmallUpload({ declared: { device: 'Deleted by Hand' } }));
    expect((await moderate('DELETE', `/runs/${run_id}`)).status).toBe(204);
    expect((await ask(`/api/v1/runs/${run_id}`)).status).toBe(410);
    expect((await moderate('DELETE', `/runs/${run_id}`)).status).toBe(410);
  });
});

describe('networks', () => {
  it('can be taken back with everything they have sent, and restored', async () => {
    const declared = { device: 'Flooded' };
    const first = await publishTrusted(makeSmallUpload({ declared }), 300);
    // More than one call takes back.
    await copyRun(env.DB, first, 44, { run_id: "printf('F%015d', n)" });
    const heldRun = await publishTicketed(makeSmallUpload({ declared, speed: 1.1 }), 300);
    await moderate('POST', `/runs/${heldRun.run_id}/status`, { status: 'held', reason: 'odd' });
    await env.DB.prepare('UPDATE cohort SET stale = 1').run();
    await countMarked();
    const network = await env.DB.prepare('SELECT network FROM run WHERE run_id = ?1')
      .bind(first)
      .first<string>('network');
    const take = async (action: string) => {
      let done = false;
      let runs = 0;
      while (!done) {
        const answer = await moderate('POST', `/networks/${network}`, { action, reason: 'flood' });
        const progress = await answer.json<{ runs: number; done: boolean }>();
        runs += progress.runs;
        done = progress.done;
      }
      return runs;
    };
    expect(await take('hide')).toBe(46);
    expect((await ask(`/api/v1/runs/${first}`)).status).toBe(410);
    expect(await (await ask(BOARD_PATH)).text()).not.toContain('Flooded');
    expect(await countGhosts(env.DB)).toBe(0);
    expect(await take('restore')).toBe(46);
    expect(await statusOf(first)).toBe('published');
    expect(await statusOf(heldRun.run_id)).toBe('held');
    expect(await countGhosts(env.DB)).toBe(0);
  });
});

describe('the inbox', () => {
  it('has everything that nobody has confirmed or seen, with the reason, and is empty only without any', async () => {
    await startEmpty();
    expect((await queue()).runs).toEqual([]);
    const declared = { device: 'A Name Nobody Used' };
    const first = await publish(makeSmallUpload({ declared }), newRunId(), 320);
    const second = await publish(makeSmallUpload({ declared, speed: 1.1 }), newRunId(), 321);
    const heldRun = await publish(makeSmallUpload({ declared, speed: 1.3 }), newRunId(), 322);
    await moderate('POST', `/runs/${heldRun.run_id}/status`, { status: 'held', reason: 'odd' });
    const read = async () => (await queue()).runs.map(({ run_id, reasons }) => [run_id, reasons]);
    const ofHeld = [heldRun.run_id, ['odd']];
    expect(await read()).toEqual([
      ofHeld,
      [first.run_id, ['unconfirmed', 'new_name']],
      [second.run_id, ['unconfirmed']],
    ]);
    await moderate('POST', `/runs/${second.run_id}/status`, { status: 'confirmed', reason: 'checked' });
    expect(await read()).toEqual([ofHeld, [first.run_id, ['unconfirmed', 'new_name']]]);
    // Nobody has seen what comes later, whatever a request says.
    expect((await moderate('POST', '/queue/seen', { until_ms: Date.now() + DAY_MS })).status).toBe(200);
    expect(await read()).toEqual([ofHeld]);
    vi.setSystemTime(Date.now() + 1000);
    onTestFinished(() => void vi.useRealTimers());
    const laterRun = await publish(makeSmallUpload({ declared, speed: 1.2 }), newRunId(), 323);
    expect(await read()).toEqual([ofHeld, [laterRun.run_id, ['unconfirmed']]]);
  });

  it.runIf(COUNTS_ROWS)('reads a bounded number of rows, whatever is held', async () => {
    const { run_id } = await publish(
      makeSmallUpload({ speed: 1.41, declared: { device: 'Held Often' } }),
      newRunId(),
      312,
    );
    await copyRun(env.DB, run_id, 4_000, { run_id: "printf('8%015d', n)", status: "'held'", created_ms: 'n + 1' });
    expect(rowsOf(await moderate('GET', '/queue', undefined, { METER_D1: '1' })).read).toBeLessThan(1_000);
    await env.DB.prepare("DELETE FROM run WHERE status = 'held'").run();
  });
});

describe('devices', () => {
  it('merges two spellings, sends the old address on, and can undo it', async () => {
    for (const device of ['Mac Book Pro 14', 'MacBook Pro 14'])
      await publishFromNetworks(3, () => makeSmallUpload({ declared: { device } }), 400);
    const answer = await moderate('POST', '/devices/mac-book-pro-14/merge', { into: 'macbook-pro-14' });
    expect(await answer.json()).toEqual({ alias: 'mac-book-pro-14', slug: 'macbook-pro-14', runs: 3 });
    const oldResponse = await ask('/api/v1/devices/mac-book-pro-14', { redirect: 'manual' });
    expect([oldResponse.status, oldResponse.headers.get('location')]).toEqual([301, '/api/v1/devices/macbook-pro-14']);
    const addedId = await publishTrusted(makeSmallUpload({ declared: { device: 'Mac Book Pro 14' } }), 9);
    const deviceOf = async () =>
      (await (await ask(`/api/v1/runs/${addedId}`)).json<{ device: { slug: string } }>()).device.slug;
    expect(await deviceOf()).toBe('macbook-pro-14');
    expect((await readBoard()).rows.find(({ key }) => key === 'macbook-pro-14')).toMatchObject({
      runs: 7,
      providers: 4,
    });
    expect(await (await moderate('GET', '/aliases')).json()).toEqual({
      aliases: [{ kind: 'device', alias: 'mac-book-pro-14', slug: 'macbook-pro-14' }],
    });

    const undoAnswer = await moderate('POST', '/devices/mac-book-pro-14/unmerge');
    expect(await undoAnswer.json()).toMatchObject({ runs: 4 });
    expect(await deviceOf()).toBe('mac-book-pro-14');
    expect((await readBoard()).rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['mac-book-pro-14', 'macbook-pro-14']),
    );
    expect((await moderate('POST', '/devices/mac-book-pro-14/unmerge')).status).toBe(404);
    expect(await countGhosts(env.DB)).toBe(0);
  });

  it('are named by the spelling that most networks use, not by the first, unless a moderator chooses', async () => {
    const names = ['SPELLED WRONG', 'Spelled Wrong', 'Spelled Wrong'];
    await publishFromNetworks(3, (i) => makeSmallUpload({ declared: { device: names[i] ?? '' } }), 500);
    const nameOf = async () => (await readBoard()).rows.find(({ key }) => key === 'spelled-wrong')?.subject.name;
    expect(await nameOf()).toBe('Spelled Wrong');
    await moderate('POST', '/devices/spelled-wrong/rename', { name: 'Spelled  Right' });
    expect(await nameOf()).toBe('Spelled Right');
    await publishTrusted(makeSmallUpload({ declared: { device: 'spelled wrong' } }), 9);
    expect(await nameOf()).toBe('Spelled Right');
    const refusal = await moderate('POST', '/devices/spelled-wrong/rename', { name: 'see www.example.com' });
    expect(refusal.status).toBe(422);
  });

  it('takes a rejected device off the lists', async () => {
    await publish(makeSmallUpload({ declared: { device: 'Rude Name' } }));
    expect(await (await ask(BOARD_PATH)).text()).toContain('Rude Name');
    expect((await moderate('POST', '/devices/rude-name/status', { status: 'rejected' })).status).toBe(200);
    expect(await (await ask(BOARD_PATH)).text()).not.toContain('Rude Name');
    expect((await ask('/api/v1/devices/rude-name')).status).toBe(404);
  });
});

it('rebuilds and says what differed', async () => {
  const answer = await moderate('POST', '/rebuild');
  expect(await answer.json()).toMatchObject({ done: true, drift: 0 });
});

describe('what is not there', () => {
  beforeEach(() => publish(makeSmallUpload({ declared: { device: 'MacBook Pro 14' } })));

  it.each([
    ['POST', '/runs/0000000000000000/status', { status: 'held', reason: 'x' }, 404],
    ['POST', '/runs/0000000000000000/status', { status: 'gone', reason: 'x' }, 422],
    ['DELETE', '/runs/0000000000000000', undefined, 404],
    ['POST', '/networks/AAAAAAAAAAAA', { action: 'hide', reason: 'x' }, 404],
    ['POST', '/networks/hosting', { action: 'hide', reason: 'x' }, 404],
    ['POST', '/networks/AAAAAAAAAAA', { action: 'block', reason: 'x' }, 422],
    ['POST', '/devices/nobody/status', { status: 'approved' }, 404],
    ['POST', '/devices/nobody/rename', { name: 'Somebody' }, 404],
    ['POST', '/devices/nobody/merge', { into: 'nobody-else' }, 404],
    ['POST', '/devices/macbook-pro-14/merge', { into: 'macbook-pro-14' }, 409],
  ])('%s %s %j: %d', async (method, path, body, status) => {
    expect((await moderate(method, path, body)).status).toBe(status);
  });
});
