import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { GroupReceipt } from '@opfsmark/schema/api';
import { newRunId, randomId } from '@opfsmark/schema/documents';
import { WHOLE_CHECKUP } from '@opfsmark/schema/test-support/checkup';
import { DELETION_KEY, makeUpload } from '@opfsmark/schema/test-support/upload';
import { MAX_GROUPS_PER_RUN } from '../../worker-api/src/base/limits.ts';
import { bucketFile, databaseFile } from '../lib/local-service.ts';
import { startRuntime } from '../lib/runtime.ts';
import { ANY_TIME, sendTo, withTicket } from '../../worker-api/test/tickets.ts';

function readNumber(file: string, sql: string): number {
  const db = new DatabaseSync(file);
  const { n } = db.prepare(sql).get() as { n: number };
  db.close();
  return n;
}

const databaseBytes = (state: string) =>
  readNumber(
    databaseFile(state),
    'SELECT (SELECT page_count FROM pragma_page_count) * page_size AS n FROM pragma_page_size',
  );

/** One of some networks that are all of one provider: locally Cloudflare's place is taken by one that names the same for all. */
const addressOf = (n: number) => `10.${n >> 8}.${n & 255}.1`;
const keyOf = (n: number) => String(n).padStart(43, 'g');
const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');

/** The requests and rows of one way of writing. */
interface Written {
  requests: number;
  rows: number;
}

export interface AttackersDay {
  /** By which the database grew. */
  readonly bytes: number;
  /** The bytes that the service has charged for them. */
  readonly chargedBytes: number;
  readonly documentBytes: number;
  readonly rows: number;
  readonly written: ReadonlyMap<string, Written>;
}

/** Requests of one way are given up after so many of all networks: what ends by nothing is shown as endless. */
const ENDLESS = 20_000;

/** Longest names and texts, of three bytes a letter, that come in no order: pages of the database are split then. */
const LETTERS = 'ストレージ'.repeat(14);
const nameOf = () => `${randomId().slice(0, 6)} ${LETTERS}`;

/**
 * The most that one provider can write on a day through some networks, by every way that there is at once, each until nothing more is accepted:
 * runs with tickets of new machines, devices and drives, each in three groups, reports, groups, locks, codes, reports of browsers.
 */
export async function attackersDay(state: string, networks: number, maxBytes: number): Promise<AttackersDay> {
  const bytesBefore = databaseBytes(state);
  const runtime = await startRuntime(state, {
    MAX_PROVIDER_BYTES_PER_DAY: String(maxBytes),
    BEHIND_CLOUDFLARE: '1',
    METER_D1: '1',
    ...ANY_TIME,
  });
  const written = new Map<string, Written>();
  const refused = new Set<string>();
  /** Sends a request of a network, unless that was told before that the day is used up. */
  async function send(way: string, network: number, path: string, init: RequestInit): Promise<Response | null> {
    const sum = written.get(way) ?? { requests: 0, rows: 0 };
    written.set(way, sum);
    if (refused.has(`${way} ${network}`) || sum.requests >= ENDLESS) return null;
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': addressOf(network) };
    const response = await fetch(runtime.origin + path, {
      ...init,
      headers: new Headers([...Object.entries(headers), ...new Headers(init.headers)]),
    });
    sum.rows += Number(/rows-written;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? 0);
    // No group has the code that is asked for.
    if (response.ok || response.status === 404) sum.requests++;
    else if (response.status === 429 || response.status === 503) refused.add(`${way} ${network}`);
    else if (response.status !== 409) throw new Error(`${way}: ${response.status} ${await response.text()}`);
    return response.ok ? response : null;
  }
  const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  let count = 0;
  let groups: { readonly id: string; readonly key: string; joins: number }[] = [];

  async function publish(network: number): Promise<string | null> {
    const name = nameOf();
    const made = makeUpload({
      declared: { device: name, drive: name },
      ...(count % 2 === 0 && { rig_id: randomId() }),
      seed: count,
    });
    const from = { headers: { 'content-type': 'application/json', 'cf-connecting-ip': addressOf(network) } };
    if (refused.has(`upload ${network}`)) return null;
    const upload = await withTicket(sendTo(runtime.origin), made, from);
    const { run_id } = upload.ticket;
    const init = { method: 'PUT', body: JSON.stringify(upload) };
    return (await send('upload', network, `/api/v1/runs/${run_id}`, init)) && run_id;
  }
  async function makeGroup(network: number): Promise<void> {
    const key = keyOf(count);
    const body = JSON.stringify({ name: nameOf(), deletion_sha256: sha256Hex(key) });
    const response = await send('group', network, '/api/v1/groups', { method: 'POST', body });
    if (response) groups.push({ id: ((await response.json()) as GroupReceipt).group_id, key, joins: 0 });
  }
  async function join(network: number, runId: string): Promise<void> {
    groups = [...groups.filter(({ joins }) => joins < 90), ...groups.filter(({ joins }) => joins >= 90)];
    for (const group of groups.slice(0, MAX_GROUPS_PER_RUN)) {
      const body = JSON.stringify({ nickname: nameOf().slice(0, 40) });
      const init = { method: 'PUT', body, ...withKey(DELETION_KEY) };
      if (await send('join', network, `/api/v1/groups/${group.id}/runs/${runId}`, init)) group.joins++;
    }
  }

  const runIds: string[] = [];
  const turnsOf = new Map<number, number>();
  const requestsSent = () => [...written].reduce((sum, [way, one]) => sum + (way === 'lock' ? 0 : one.requests), 0);
  // Networks take turns, until a whole round has written nothing but locks.
  let before = -1;
  for (let turn = 0; ; turn++) {
    const network = turn % networks;
    if (network === 0) {
      if (requestsSent() === before) break;
      before = requestsSent();
    }
    count++;
    await makeGroup(network);
    const runId = await publish(network);
    if (runId !== null) runIds.push(runId);
    // Where nothing more is published there are still runs that are in no three groups.
    const joiningId = runId ?? runIds[turn % Math.max(1, runIds.length)];
    if (joiningId !== undefined) await join(network, joiningId);
    const nth = turnsOf.get(network) ?? 0;
    turnsOf.set(network, nth + 1);
    const body = JSON.stringify({ reason: 'other', detail: LETTERS.repeat(8).slice(0, 500) });
    const checkup = {
      ...WHOLE_CHECKUP,
      client: { ...WHOLE_CHECKUP.client, browser: { family: 'chrome', major: count } },
    };
    const report = { method: 'PUT', body: JSON.stringify({ checkup, deletion_sha256: sha256Hex(DELETION_KEY) }) };
    await send('checkup', network, `/api/v1/checkups/${newRunId()}`, report);
    await send('code', network, '/api/v1/group-codes', { method: 'POST', body: JSON.stringify({ code: 'BBBBBB' }) });
    if (nth < runIds.length)
      await send('report', network, `/api/v1/runs/${runIds[nth]}/reports`, { method: 'POST', body });
    const group = groups[0];
    if (group) {
      const init = { method: 'POST', body: JSON.stringify({ closed: false }), ...withKey(group.key) };
      await send('lock', network, `/api/v1/groups/${group.id}/lock`, init);
    }
  }
  await runtime.stop();
  return {
    bytes: databaseBytes(state) - bytesBefore,
    chargedBytes: readNumber(
      databaseFile(state),
      "SELECT sum(value ->> 1) AS n FROM budget, json_each(spent) WHERE source = 'service'",
    ),
    documentBytes: readNumber(bucketFile(state), 'SELECT sum(size) AS n FROM _mf_objects'),
    rows: [...written.values()].reduce((sum, one) => sum + one.rows, 0),
    written,
  };
}
