import { env } from 'cloudflare:workers';
import { AuditList, ClosedList } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { rebuild } from '../src/aggregation/hourly.ts';
import { DAY_MS } from '../src/base/days.ts';
import { fromBase64Url, sha256Hex } from '../src/base/crypto.ts';
import type { Env } from '../src/base/env.ts';
import { HOSTING } from '@opfsmark/schema/ranks';
import { networkTagOf, sourceOf } from '../src/intake/source.ts';
import {
  addressIn,
  ask,
  BOARD,
  makeGroup,
  joinGroup,
  moderate,
  problemOf,
  publish,
  put,
  readBoard,
  readGroup,
} from './client.ts';
import { startEmpty } from './empty.ts';
import { countGhosts } from './recount.ts';
import {
  confirm,
  copyRun,
  countMarked,
  makeSmallUpload,
  publishFromNetworks,
  publishTrusted,
  publishVia,
  sentFrom,
  tagOf as tagOfCopy,
} from './runs.ts';

beforeEach(startEmpty);

type Kind = 'network' | 'provider';
const tagOf = (kind: Kind, runId: string) =>
  env.DB.prepare(`SELECT ${kind} FROM run WHERE run_id = ?1`).bind(runId).first<string>(kind);

const change = (kind: Kind, tag: string | null, body: object, vars: Partial<Env> = {}) =>
  moderate('POST', `/${kind}s/${tag}`, { reason: 'flood', ...body }, vars);

/** Sends another run from an address; how it is answered. */
const sendFrom = (address: string, vars: Partial<Env> = {}, cf: object = {}) => {
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': address };
  return put(newRunId(), makeSmallUpload(), { headers, ...cf }, vars);
};

describe('the network of an address', () => {
  const requestFrom = (address: string) =>
    new Request('https://x.example', { headers: { 'cf-connecting-ip': address } });

  it.each([
    ['of version 4', '198.51.100.1', ['198.51.100.77', '198.51.100.1:5678']],
    [
      'of version 4 within version 6',
      '198.51.100.1',
      ['::ffff:198.51.100.9', '::FFFF:c633:6401', '[::ffff:c633:6401]:80'],
    ],
    ['of version 6', '2001:db8:77:1::1', ['2001:DB8:0077:1:0:0:0:2', '[2001:db8:77:1::9]', '[2001:db8:77:1::9]:443']],
    ['that is none', 'unknown', ['unknown']],
  ])('%s is the same however it is written, and no other', async (_, address, same) => {
    const namesOf = async (text: string) => [
      await networkTagOf(env.DB, requestFrom(text)),
      await sourceOf(env.DB, requestFrom(text), 0),
    ];
    const names = await namesOf(address);
    for (const other of same) expect(await namesOf(other), other).toEqual(names);
    for (const other of ['198.51.101.1', '::ffff:198.51.102.1', '2001:db8:78:1::1', '::1', 'else', '127.1', '']) {
      const otherNames = await namesOf(other);
      expect(
        otherNames.some((name) => names.includes(name)),
        other,
      ).toBe(false);
    }
  });
});

describe('a block', () => {
  it('of a network keeps its /48 away and no other, says until when and whom to write to, and ends by itself', async () => {
    const first = newRunId();
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '2001:db8:77:1::1' };
    expect((await put(first, makeSmallUpload(), { headers })).status).toBe(201);
    expect((await change('network', await tagOf('network', first), { action: 'block', days: 7 })).status).toBe(200);

    const refusal = await sendFrom('2001:db8:77:ab12::9', { CONTACT: 'moderators@example.org' });
    const until = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
    const { type, detail } = await problemOf(refusal);
    expect([refusal.status, type]).toEqual([403, '/api/v1/problems/blocked']);
    expect(detail).toContain(`from your network until ${until}`);
    expect(detail).toContain('write to moderators@example.org');
    expect((await sendFrom('2001:db8:78:1::1')).status).toBe(201);

    const laterMs = Date.now() + 7 * DAY_MS + 1000;
    vi.setSystemTime(laterMs);
    onTestFinished(() => void vi.useRealTimers());
    expect((await sendFrom('2001:db8:77:ab12::9')).status).toBe(201);
  });

  it('also keeps away reports and groups, and what was published stays', async () => {
    const { run_id } = await publish(makeSmallUpload(), newRunId(), 310);
    await change('network', await tagOf('network', run_id), { action: 'block', days: 1 });
    const init = (body: object) => ({ ...sentFrom(310), method: 'POST', body: JSON.stringify(body) });
    const group = { name: 'Class', deletion_sha256: await sha256Hex('a key') };
    expect((await ask(`/api/v1/runs/${run_id}/reports`, init({ reason: 'other' }))).status).toBe(403);
    expect((await ask('/api/v1/groups', init(group))).status).toBe(403);
    expect((await ask(`/api/v1/runs/${run_id}`)).status).toBe(200);
  });

  it('of a provider keeps all of its networks away, and those of others not', async () => {
    const vars = { BEHIND_CLOUDFLARE: '1' };
    const first = await publishVia(makeSmallUpload(), { network: 1, asn: 64_500 });
    await change('provider', await tagOf('provider', first), { action: 'block', days: 1 });
    const statusVia = async (asn: number) => (await sendFrom(addressIn(2), vars, { cf: { asn } })).status;
    expect([await statusVia(64_500), await statusVia(64_501)]).toEqual([403, 201]);
  });

  it('outlives a restart, and is lifted', async () => {
    const { run_id } = await publish(makeSmallUpload(), newRunId(), 320);
    const tag = await tagOf('network', run_id);
    await change('network', tag, { action: 'block', days: 1 });
    // Whatever the service remembered is gone.
    vi.resetModules();
    const { ask: askAnew } = await import('./client.ts');
    const repeatInit = { ...sentFrom(320), method: 'PUT', body: JSON.stringify(makeSmallUpload()) };
    expect((await askAnew(`/api/v1/runs/${newRunId()}`, repeatInit)).status).toBe(403);
    expect((await change('network', tag, { action: 'restore' })).status).toBe(200);
    expect((await askAnew(`/api/v1/runs/${newRunId()}`, repeatInit)).status).toBe(201);
  });

  it('stands in a list until it ends or is lifted, and what was hidden stays hidden', async () => {
    const standing = async () => ClosedList.parse(await (await moderate('GET', '/closed')).json()).blocks;
    const nowMs = Date.now();
    vi.setSystemTime(nowMs);
    onTestFinished(() => void vi.useRealTimers());
    const { run_id } = await publish(makeSmallUpload(), newRunId(), 350);
    const tag = (await tagOf('network', run_id)) ?? '';
    await change('network', tag, { action: 'hide', days: 2 });
    await change('provider', HOSTING, { action: 'block', days: 9 });
    const ends = (days: number) => nowMs + days * DAY_MS;
    const [hosting, network] = [
      { kind: 'provider', tag: HOSTING, until_ms: ends(9) },
      { kind: 'network', tag, until_ms: ends(2) },
    ];
    expect(await standing()).toEqual([hosting, network]);
    expect((await change('network', tag, { action: 'unblock' })).status).toBe(200);
    expect(await standing()).toEqual([hosting]);
    expect((await sendFrom(addressIn(350))).status).toBe(201);
    expect((await ask(`/api/v1/runs/${run_id}`)).status).toBe(410);
    vi.setSystemTime(ends(9) + 1);
    expect(await standing()).toEqual([]);
  });

  it('of where the moderator is needs to be said twice', async () => {
    const moderatorsRun = newRunId();
    expect((await put(moderatorsRun, makeSmallUpload())).status).toBe(201);
    const ownTag = await tagOf('network', moderatorsRun);
    const refusal = await change('network', ownTag, { action: 'delete', days: 3 });
    expect([refusal.status, (await ask(`/api/v1/runs/${moderatorsRun}`)).status]).toEqual([409, 200]);
    expect((await put(newRunId(), makeSmallUpload())).status).toBe(201);
    expect((await change('network', ownTag, { action: 'block', days: 3, own: true })).status).toBe(200);
    expect((await put(newRunId(), makeSmallUpload())).status).toBe(403);
  });

  it('is set by nobody who only reads with the token', async () => {
    const { run_id } = await publish(makeSmallUpload(), newRunId(), 330);
    const tag = await tagOf('network', run_id);
    const answer = await moderate('GET', `/networks/${tag}?action=delete&days=3&reason=x`);
    expect(await answer.json()).toEqual({ tag, runs: 1 });
    expect((await ask(`/api/v1/admin/v1/networks/${tag}?token=a`, { method: 'POST' })).status).toBe(404);
    expect((await ask(`/api/v1/runs/${run_id}`)).status).toBe(200);
    expect((await sendFrom(addressIn(330))).status).toBe(201);
  });
});

it('no two of many networks share a tag', async () => {
  const requests = Array.from({ length: 2_000 }, (_, i) => new Request('https://opfsmark.test', sentFrom(i)));
  const tags = await Promise.all(requests.map((request) => networkTagOf(env.DB, request)));
  expect(new Set(tags).size).toBe(requests.length);
  expect(new Set(tags.map((tag) => fromBase64Url(tag).length))).toEqual(new Set([8]));
});

describe('everything of a source', () => {
  it('is deleted in one action, its lists are counted without it, and no table has a word of it', async () => {
    const vars = { BEHIND_CLOUDFLARE: '1' };
    const declared = { device: 'Flooded Forever' };
    const first = await publishVia(makeSmallUpload({ declared }), { network: 1, asn: 64_500 });
    const otherId = await publishVia(makeSmallUpload({ declared, speed: 1.2 }), { network: 3, asn: 64_501 });
    // More than one call takes back.
    await copyRun(env.DB, first, 44, { run_id: "printf('F%015d', n)", network: tagOfCopy('n') });
    const group = await makeGroup();
    await joinGroup(group, first);
    await moderate('POST', `/runs/${first}/status`, { status: 'hidden', reason: 'rude words' });
    await env.DB.prepare('UPDATE cohort SET stale = 1').run();
    await countMarked();
    const tag = await tagOf('provider', first);

    let [runs, done] = [0, false];
    while (!done) {
      const answer = await change('provider', tag, { action: 'delete', days: 30 }, vars);
      const progress = await answer.json<{ runs: number; done: boolean }>();
      [runs, done] = [runs + progress.runs, progress.done];
    }
    expect(runs).toBe(45);
    expect((await ask(`/api/v1/runs/${first}`)).status).toBe(410);
    expect((await ask(`/api/v1/runs/${otherId}`)).status).toBe(200);
    expect((await readGroup(group)).runs).toEqual([]);
    expect((await env.DOCUMENTS.list({ prefix: first })).objects).toEqual([]);
    expect(await countGhosts(env.DB)).toBe(0);
    expect(await (await ask(`/api/v1/boards/${BOARD}`)).text()).not.toContain(first);
    const { results: tables } = await env.DB.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name <> 'tombstone'",
    ).all<{ name: string }>();
    for (const { name } of tables) {
      const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
      expect(JSON.stringify(results), name).not.toMatch(new RegExp(`${first}|rude words`));
    }
    expect((await sendFrom(addressIn(9), vars, { cf: { asn: 64_500 } })).status).toBe(403);
  });

  it('leaves long lists and searches with every name that it has given, as a rejected device does', async () => {
    const [first = ''] = await publishFromNetworks(2, (i) =>
      makeSmallUpload({ declared: { device: i === 0 ? 'Flooded' : 'Stays' } }),
    );
    const [, , other] = [
      await publishTrusted(makeSmallUpload({ declared: { device: 'Flooded Again' } }), 1000),
      await publishTrusted(makeSmallUpload({ declared: { device: 'Flooded Still' } }), 1000),
      await publishTrusted(makeSmallUpload({ declared: { device: 'Others' } }), 2000),
    ];
    const changes = { run_id: "printf('F%015d', n)", device: "'other-' || n" };
    await copyRun(env.DB, other, 60, { ...changes, network: tagOfCopy('n'), provider: tagOfCopy('n') });
    await rebuild(env, Date.now(), () => true);
    const found = async () => (await ask('/api/v1/devices?q=flooded')).text();
    for (const name of ['Flooded', 'Flooded Again', 'Flooded Still']) expect(await found()).toContain(`"${name}"`);

    await change('network', await tagOf('network', first), { action: 'delete' });
    expect(JSON.parse(await found())).toEqual({ devices: [] });
    const textOfLists = async () =>
      JSON.stringify((await env.DB.prepare('SELECT entries FROM list').all<{ entries: string }>()).results);
    expect(await textOfLists()).not.toMatch(/flooded/i);
    expect(await textOfLists()).toContain('stays');
    await moderate('POST', '/devices/stays/status', { status: 'rejected' });
    expect(await textOfLists()).not.toContain('stays');
  });

  it('that was hidden is restored as it was, by whomever it was confirmed, and what was hidden otherwise stays so', async () => {
    const [confirmedId, otherId, hiddenId] = [
      await publishTrusted(makeSmallUpload(), 360),
      await publishTrusted(makeSmallUpload(), 360),
      await publishTrusted(makeSmallUpload(), 360),
    ];
    await confirm(confirmedId);
    await moderate('POST', `/runs/${hiddenId}/status`, { status: 'hidden', reason: 'rude words' });
    // More than one call restores.
    await copyRun(env.DB, otherId, 44, { run_id: "printf('F%015d', n)" });
    await env.DB.prepare('UPDATE cohort SET stale = 1').run();
    await countMarked();
    const before = await readBoard();
    const tag = await tagOf('network', confirmedId);
    const changeAll = async (action: 'hide' | 'restore') => {
      for (let done = false; !done;)
        done = (await (await change('network', tag, { action })).json<{ done: boolean }>()).done;
    };
    await changeAll('hide');
    expect((await readBoard()).rows).toEqual([]);
    await changeAll('restore');
    expect((await readBoard()).rows).toEqual(before.rows);
    expect(await (await ask(`/api/v1/runs/${confirmedId}`)).json()).toMatchObject({ confirmed: true });
    expect((await ask(`/api/v1/runs/${hiddenId}`)).status).toBe(410);
    expect(await countGhosts(env.DB)).toBe(0);
  });

  it('who did it and why stands in the log', async () => {
    const { run_id } = await publish(makeSmallUpload(), newRunId(), 340);
    const tokens = {
      ADMIN_TOKEN_SHA256: `ann=${await sha256Hex('another')} bob=${await sha256Hex('a-long-token-of-the-moderators')}`,
    };
    await change('network', await tagOf('network', run_id), { action: 'block', days: 2 }, tokens);
    const [entry] = AuditList.parse(await (await moderate('GET', '/audit')).json()).entries;
    expect(entry).toMatchObject({
      moderator: 'bob',
      action: 'network.block',
      detail: { reason: 'flood', days: 2, runs: 0 },
    });
  });
});
