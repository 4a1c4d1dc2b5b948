/** One budget that everything asks that writes: by network, /48, provider and service, rows and bytes, each way with a share of its own. */
import { env } from 'cloudflare:workers';
import { newRunId, randomId, sum } from '@opfsmark/schema/documents';
import { WHOLE_CHECKUP } from '@opfsmark/schema/test-support/checkup';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jsonRequest } from './tickets.ts';
import { app } from '../src/app.ts';
import { limitOf, MACHINE_SHARE, type Writing, WRITING_SHARES } from '../src/base/budgets.ts';
import { sha256Hex } from '../src/base/crypto.ts';
import { HOSTING } from '@opfsmark/schema/ranks';
import { operationsOf, type RoutedOperation } from '../src/openapi/document.ts';
import { CODE_AMOUNT } from '../src/store/amounts.ts';
import {
  addressIn,
  ask,
  chargedBytes,
  COUNTS_ROWS,
  joinGroup,
  keyOfGroup,
  makeGroup,
  publish,
  put,
  readGroup,
  roomFor,
  rowsOf,
  send,
} from './client.ts';
import { startEmpty } from './empty.ts';
import { makeSmallUpload, publishTicketed, sentFrom, ticketed } from './runs.ts';

interface Exchange {
  readonly path: string;
  readonly init: RequestInit;
}

/** Sends a request, and counts its rows. */
const exchange = ({ path, init }: Exchange, vars = {}) => ask(path, init, { METER_D1: '1', ...vars });
const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** How each operation is asked that writes, so that it succeeds. */
const WRITES: Readonly<Record<string, () => Promise<Exchange>>> = {
  publishRun: async () => {
    const upload = await ticketed(makeSmallUpload({ declared: { device: 'Asks' }, rig_id: randomId() }));
    return { path: `/api/v1/runs/${upload.ticket.run_id}`, init: jsonRequest('PUT', JSON.stringify(upload)) };
  },
  reportRun: async () => {
    const { run_id } = await publish(makeSmallUpload());
    const body = JSON.stringify({ reason: 'other', detail: 'x'.repeat(500) });
    return { path: `/api/v1/runs/${run_id}/reports`, init: jsonRequest('POST', body) };
  },
  createGroup: async () => {
    const body = JSON.stringify({ name: 'Asks', deletion_sha256: await sha256Hex(randomId()) });
    return { path: '/api/v1/groups', init: jsonRequest('POST', body) };
  },
  joinGroup: async () => {
    const [group, { run_id }] = [await makeGroup(), await publish(makeSmallUpload())];
    return { path: `/api/v1/groups/${group}/runs/${run_id}`, init: { method: 'PUT', ...withKey(DELETION_KEY) } };
  },
  publishCheckup: async () => {
    const body = JSON.stringify({ checkup: WHOLE_CHECKUP, deletion_sha256: await sha256Hex(randomId()) });
    return { path: `/api/v1/checkups/${newRunId()}`, init: jsonRequest('PUT', body) };
  },
  lockGroup: async () => {
    const group = await makeGroup();
    const init = jsonRequest('POST', JSON.stringify({ closed: true }), withKey(keyOfGroup(group)).headers);
    return { path: `/api/v1/groups/${group}/lock`, init };
  },
  restoreRuns: async () => {
    const [group, { run_id }] = [await makeGroup(), await publish(makeSmallUpload())];
    await joinGroup(group, run_id);
    await ask(`/api/v1/groups/${group}/runs/${run_id}`, { method: 'DELETE', ...withKey(keyOfGroup(group)) });
    const init = jsonRequest('POST', JSON.stringify({ run_ids: [run_id] }), withKey(keyOfGroup(group)).headers);
    return { path: `/api/v1/groups/${group}/restore`, init };
  },
};

/** Requests that look for a code, so that nobody guesses one: the bytes of a right one are given back. */
const LOOKS: Readonly<Record<string, () => Promise<Exchange>>> = {
  findGroup: async () => {
    const { code } = await readGroup(await makeGroup());
    return { path: '/api/v1/group-codes', init: jsonRequest('POST', JSON.stringify({ code })) };
  },
};

const inGroup = (end: string) => async (): Promise<Exchange> => {
  const [group, { run_id }] = [await makeGroup(), await publish(makeSmallUpload())];
  await joinGroup(group, run_id);
  const path = `/api/v1/groups/${group}${end.replace('{run_id}', run_id)}`;
  return { path, init: { method: 'DELETE', ...withKey(keyOfGroup(group)) } };
};

/** Operations that ask no budget, and why that lets nobody fill anything. */
const EXEMPT: Readonly<Record<string, { readonly why: string; readonly make: () => Promise<Exchange> }>> = {
  requestTicket: {
    why: 'a ticket is signed and not stored',
    make: () =>
      Promise.resolve({
        path: '/api/v1/run-tickets',
        init: jsonRequest('POST', JSON.stringify({ suite: 2, plan_seed: 1 })),
      }),
  },
  deleteRun: {
    why: 'a run is deleted once, and its upload was charged with that',
    make: async () => {
      const { run_id } = await publish(makeSmallUpload());
      return { path: `/api/v1/runs/${run_id}`, init: { method: 'DELETE', ...withKey(DELETION_KEY) } };
    },
  },
  deleteCheckup: {
    why: 'a report is deleted once, and publishing it was charged with that',
    make: async () => {
      const path = `/api/v1/checkups/${newRunId()}`;
      const body = { checkup: WHOLE_CHECKUP, deletion_sha256: await sha256Hex(DELETION_KEY) };
      await send('PUT', path, body);
      return { path, init: { method: 'DELETE', ...withKey(DELETION_KEY) } };
    },
  },
  deleteGroup: { why: 'it takes away what was charged when it came', make: inGroup('') },
  leaveGroup: { why: 'it takes away what was charged when it came', make: inGroup('/runs/{run_id}') },
  clearMachine: { why: 'it takes away what was charged when it came', make: inGroup('/runs/{run_id}/machine') },
  clearNetwork: { why: 'it takes away what was charged when it came', make: inGroup('/runs/{run_id}/network') },
};
/** Whoever moderates has a token, and cleans up when everything is full. */
const isModeration = ({ tokens }: RoutedOperation) => tokens?.includes('moderator') === true;

/** Everything that is stored. */
async function stored(): Promise<string> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const rows = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  const { objects } = await env.DOCUMENTS.list();
  return JSON.stringify([rows.map(({ results }) => results), objects.map(({ key }) => key)]);
}

/** The charges of a source, by key: [rows, bytes, bytes of documents]. */
async function spentOf(source: string): Promise<Readonly<Record<string, readonly number[]>>> {
  const text = await env.DB.prepare('SELECT spent FROM budget WHERE source = ?1').bind(source).first<string>('spent');
  return JSON.parse(text ?? '{}') as Record<string, number[]>;
}
const chargedRows = async () => sum(Object.values(await spentOf('service')).map(([rows = 0]) => rows));

const changing = operationsOf(app).filter((operation) => operation.method !== 'get' && !isModeration(operation));

describe('whatever writes asks the budget', () => {
  beforeAll(startEmpty);

  it('is everything that changes something and is not moderation, but for a list with reasons', () => {
    const known = [WRITES, LOOKS, EXEMPT].flatMap((list) => Object.keys(list));
    expect(changing.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(LOOKS))(
    '%s tells nobody anything who has none left, and what is right is charged with its rows alone',
    async (_, make) => {
      const request = await make();
      for (const [vars, status] of [
        [{ MAX_PROVIDER_BYTES_PER_DAY: '0' }, 429],
        [{ MAX_DATABASE_BYTES_PER_DAY: '0' }, 503],
      ] as const) {
        expect((await exchange(request, vars)).status).toBe(status);
      }
      const before = await chargedRows();
      expect((await exchange(request)).status).toBe(200);
      expect(await chargedRows()).toBe(before + CODE_AMOUNT.rows);
    },
  );

  it.each(Object.entries(WRITES))(
    '%s writes nothing where provider or service have none left, and no more than it is charged for',
    async (_, make) => {
      const request = await make();
      // Whatever makes a key of the service has made it.
      await ask(`/api/v1/runs/${newRunId()}`, jsonRequest('PUT', JSON.stringify(makeSmallUpload())));
      const before = await stored();
      for (const [vars, status] of [
        [{ MAX_PROVIDER_BYTES_PER_DAY: '0' }, 429],
        [{ MAX_DATABASE_BYTES_PER_DAY: '0' }, 503],
      ] as const) {
        const refusal = await exchange(request, vars);
        expect(refusal.status).toBe(status);
        expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
        if (COUNTS_ROWS) expect(rowsOf(refusal).written).toBe(0);
        expect(await stored()).toBe(before);
      }
      const rowsBefore = await chargedRows();
      const response = await exchange(request);
      expect(response.ok).toBe(true);
      expect(await stored()).not.toBe(before);
      const written = COUNTS_ROWS ? rowsOf(response).written : 1;
      expect((await chargedRows()) - rowsBefore).toBeGreaterThanOrEqual(written);
    },
  );

  it.each(Object.entries(EXEMPT))('but not %s, which writes nothing when it is sent again', async (_, { make }) => {
    const request = await make();
    const first = await exchange(request, { MAX_PROVIDER_BYTES_PER_DAY: '0', MAX_DATABASE_BYTES_PER_DAY: '0' });
    expect(first.ok).toBe(true);
    const before = await stored();
    await exchange(request);
    expect(await stored()).toBe(before);
  });

  it('a way to write is counted by itself, and has its own share of every budget; all together are the whole', async () => {
    for (const make of Object.values({ ...WRITES, ...LOOKS })) await exchange(await make());
    expect(Object.keys(await spentOf('service'))).toHaveLength(Object.keys(WRITING_SHARES).length);
    expect(sum(Object.values(WRITING_SHARES))).toBeLessThanOrEqual(1 + 1e-9);
    const bytes = (level: 'provider' | 'hosting') =>
      sum((Object.keys(WRITING_SHARES) as Writing[]).map((writing) => limitOf(level, writing, env).bytes));
    expect(bytes('provider')).toBeLessThanOrEqual(5e6);
    expect(bytes('hosting')).toBeLessThanOrEqual(1e6);
  });
});

describe('a budget', () => {
  beforeEach(startEmpty);

  /** How often something is accepted until it is not. */
  async function countUntilRefused(sendOne: (n: number) => Promise<number>, most = 60): Promise<number> {
    let accepted = 0;
    while (accepted < most && (await sendOne(accepted)) < 300) accepted++;
    return accepted;
  }

  const bytesOf = async (upload: unknown) => chargedBytes(await put(newRunId(), upload, sentFrom(999)));

  it('of a machine is not passed by saying another name with each run', async () => {
    const vars = roomFor(22, await bytesOf(makeSmallUpload()));
    const sendAs = (network: number, rigOf: (n: number) => string) => async (n: number) =>
      (await put(newRunId(), makeSmallUpload({ rig_id: rigOf(n) }), sentFrom(network), vars)).status;
    const oneName = await countUntilRefused(sendAs(1, () => 'M'.repeat(16)));
    const newNames = await countUntilRefused(sendAs(2, () => randomId()));
    expect([oneName, newNames]).toEqual([20 * MACHINE_SHARE, 20 * MACHINE_SHARE]);
    // Neither is off for its neighbours that say nothing, and a machine that was there before goes on.
    expect((await put(newRunId(), makeSmallUpload(), sentFrom(2), vars)).status).toBe(201);
  });

  it('holds where many come at once, and what it refuses leaves no document', async () => {
    const vars = roomFor(6, await bytesOf(makeSmallUpload()));
    const { length: objectsBefore } = (await env.DOCUMENTS.list()).objects;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => put(newRunId(), makeSmallUpload(), sentFrom(3), vars)),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(3);
    expect((await env.DOCUMENTS.list()).objects).toHaveLength(objectsBefore + 3);
  });

  it('lets an internet provider write no more than 5 MB a day by all ways together, and a network no more than an eighth of it', () => {
    const bytesOfAll = (level: 'provider' | 'network') =>
      sum((Object.keys(WRITING_SHARES) as Writing[]).map((way) => limitOf(level, way, env).bytes));
    expect(bytesOfAll('provider')).toBeLessThanOrEqual(5e6);
    expect(bytesOfAll('network')).toBeLessThanOrEqual(5e6 / 8);
  });

  it('of a /48 is that of two of its networks, of a provider that of eight, of all hosting providers less than that of two', async () => {
    const vars = { ...roomFor(2, await bytesOf(makeSmallUpload())), BEHIND_CLOUDFLARE: '1' };
    const countVia = (asn: number, addressOf: (n: number) => string) =>
      countUntilRefused(async (n) => {
        const headers = { 'content-type': 'application/json', 'cf-connecting-ip': addressOf(n) };
        return (await put(newRunId(), makeSmallUpload(), { headers, cf: { asn } }, vars)).status;
      });
    expect(await countVia(3320, (n) => `2001:db8:1:${n.toString(16)}00::1`)).toBe(4);
    expect(await countVia(3215, (n) => addressIn(100 + n))).toBe(16);
    expect(await countVia(14_061, (n) => addressIn(200 + n))).toBe(3);
    expect(Object.keys(await spentOf(HOSTING))).toContain('upload p');
  });

  it('has room for a class behind one address: each of 30 machines sends three results, and each of these joins a group', async () => {
    const groupId = await makeGroup();
    const bytesFor = async (begin: string) => {
      const provider = await env.DB.prepare('SELECT provider FROM run LIMIT 1').first<string>('provider');
      const spent = Object.entries(await spentOf(provider ?? ''));
      return spent.find(([key]) => key.startsWith(begin))?.[1][1] ?? Infinity;
    };
    const upload = () =>
      makeSmallUpload({ declared: { device: 'Class PC', drive: 'Class Drive', filesystem: 'NTFS' } });
    const [first, second] = [await publishTicketed(upload()), await publishTicketed(upload())];
    const ofTwo = await bytesFor('upload m');
    await publishTicketed(upload());
    const ofThree = await bytesFor('upload m');
    for (const { run_id } of [first, second]) expect((await joinGroup(groupId, run_id)).status).toBe(200);
    const unnamed = limitOf('network', 'upload', env, 1 / 2);
    // The first two make its cohorts.
    expect(ofTwo + 88 * (ofThree - ofTwo)).toBeLessThanOrEqual(unnamed.bytes);
    expect((75 * (await bytesFor('join n'))) / 2).toBeLessThanOrEqual(limitOf('network', 'join', env).bytes);
  });

  it('of reports is no part of that of runs with a ticket', async () => {
    const vars = { MAX_DATABASE_BYTES_PER_DAY: '100000' };
    const { run_id } = await publish(makeSmallUpload());
    const report = (n: number) => ({
      ...sentFrom(n),
      method: 'POST',
      body: JSON.stringify({ reason: 'other', detail: 'Flood' }),
    });
    let last = await ask(`/api/v1/runs/${run_id}/reports`, report(0), vars);
    for (let n = 1; last.ok && n < 30; n++) last = await ask(`/api/v1/runs/${run_id}/reports`, report(n), vars);
    expect(last.status).toBe(503);
    const upload = await ticketed(makeSmallUpload(), sentFrom(40));
    expect((await put(upload.ticket.run_id, upload, sentFrom(40), vars)).status).toBe(201);
  });

  it('has no room left for runs without a ticket where there is some for those with one', async () => {
    const vars = {
      MAX_DATABASE_BYTES_PER_DAY: String((4 * (await bytesOf(makeSmallUpload()))) / WRITING_SHARES.upload),
    };
    const sendFrom = async (n: number) => (await put(newRunId(), makeSmallUpload(), sentFrom(50 + n), vars)).status;
    const accepted = await countUntilRefused(sendFrom);
    expect([1 + accepted, await sendFrom(90)]).toEqual([3, 503]);
    const upload = await ticketed(makeSmallUpload({ declared: { device: 'T' } }), sentFrom(91));
    const response = await put(upload.ticket.run_id, upload, sentFrom(91), {
      MAX_DATABASE_BYTES_PER_DAY: String(Number(vars.MAX_DATABASE_BYTES_PER_DAY) * 1.3),
    });
    expect(response.status).toBe(201);
  });

  it('names no address: what is kept of a day is made with a key of that day', async () => {
    await send('POST', '/api/v1/groups', { name: 'Class', deletion_sha256: await sha256Hex('k') });
    const names = async () => Object.keys(await spentOf(await onlyProvider())).toSorted();
    const onlyProvider = async () =>
      (await env.DB.prepare("SELECT source FROM budget WHERE source <> 'service'").first<string>('source')) ?? '';
    const before = await names();
    expect(before).toEqual(['group p', expect.stringMatching(/^group n[\w-]{8}$/)].toSorted());
    expect(JSON.stringify(before)).not.toMatch(/\d+\.\d+\.\d+/);
  });
});
