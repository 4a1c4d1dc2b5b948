import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GroupReceipt, SnapshotManifest } from '@opfsmark/schema/api';
import { FORMS } from '@opfsmark/schema/report';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { startService } from '../lib/local-service.ts';
import { startRuntime } from '../lib/runtime.ts';
import { ANY_TIME, jsonRequest } from '../../worker-api/test/tickets.ts';
import { countDrift, prepareRun, putRun, rigOf } from './upload.ts';

/** Words that occur nowhere else. */
const NAME = 'Unmistakable Machine';
const SLUG = 'unmistakable-machine';
const WORD = /unmistakable/i;
const BOARDS = ['device', 'filesystem', 'os', 'browser'].map((subject) => `${subject}.seq1m_q8t1_write.shared`);
const LANGUAGES = ['en', 'ja'] as const;

interface DeletionReport {
  readonly runs: number;
  /** Places that still say a word or an id of a deleted run. */
  readonly traces: number;
  /** Cells that still count one. */
  readonly ghosts: number;
}

/** Where the local runtime logs every request, those of this proof for deleted runs, too. Nothing like it is deployed. */
const OWN_TRACES = 'miniflare-wobs-trace-store';

const addressOf = (network: number) => `10.77.${network}.7`;

/** Publishes runs of one device from several networks, reads every address, deletes the runs and looks for what is left. */
export async function deletionTraces(
  state: string,
  vars: Record<string, string>,
  token: string,
  runs: number,
): Promise<DeletionReport> {
  const { origin, stop } = await startRuntime(state, vars);
  const publish = async (n: number, device: string) => {
    const declared = { device, drive: device, note: `${device} note` };
    const from = { 'cf-connecting-ip': addressOf(n % 50) };
    const run = await prepareRun(origin, { declared, rig_id: rigOf(3000 + n), seed: n }, from);
    const status = await putRun(origin, run, from);
    if (status !== 201) throw new Error(`upload: ${status}`);
    return run.runId;
  };
  const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  const [stayingGroup, goingGroup] = [await makeGroup(origin, 'Stays', 's'), await makeGroup(origin, NAME, 'g')];
  const ids: string[] = [];
  for (let n = 0; n < runs; n++) {
    ids.push(await publish(2 * n, NAME));
    const otherId = await publish(2 * n + 1, 'Stays');
    for (const [group, id] of [
      [stayingGroup, ids[n]],
      [goingGroup, ids[n]],
      [goingGroup, otherId],
    ] as const) {
      const { status } = await fetch(`${origin}${group}/runs/${id}`, { method: 'PUT', ...withKey(DELETION_KEY) });
      if (status !== 200) throw new Error(`group: ${status}`);
    }
    const report = JSON.stringify({ reason: 'other', detail: 'Unmistakable report' });
    await fetch(`${origin}/api/v1/runs/${ids[n]}/reports`, jsonRequest('POST', report));
  }
  // Answers are kept in caches.
  const paths = [
    ...commonPaths(),
    stayingGroup,
    goingGroup,
    ...ids.flatMap(pathsOf),
    ...(await snapshotPaths(origin, token)),
  ];
  let saidCount = 0;
  for (const path of paths) if (WORD.test(await textOf(origin, path))) saidCount++;
  if (saidCount < ids.length) throw new Error(`only ${saidCount} addresses said anything before the deletion`);

  const deletions = [
    ...ids.map((id) => [`/api/v1/runs/${id}`, DELETION_KEY] as const),
    [goingGroup, keyOf('g')] as const,
  ];
  for (const [path, key] of deletions) {
    const { status } = await fetch(origin + path, { method: 'DELETE', ...withKey(key) });
    if (status !== 204) throw new Error(`deletion: ${status}`);
  }
  const traces: string[] = [];
  for (const path of paths) if (isTrace(await textOf(origin, path), path, ids)) traces.push(path);
  const ghosts = await countDrift(origin, token);
  await stop();
  traces.push(...storedTraces(state, [...ids, goingGroup.split('/').at(-1) ?? goingGroup]));
  for (const place of traces) console.log(`  left: ${place}`);
  return { runs: ids.length, traces: traces.length, ghosts };
}

const keyOf = (letter: string) => letter.repeat(43);

/** Makes a group whose key is one letter; its address. */
async function makeGroup(origin: string, name: string, letter: string): Promise<string> {
  const deletion_sha256 = createHash('sha256').update(keyOf(letter)).digest('hex');
  const response = await fetch(
    `${origin}/api/v1/groups`,
    jsonRequest('POST', JSON.stringify({ name, deletion_sha256 })),
  );
  if (response.status !== 201) throw new Error(`group: ${response.status}`);
  return ((await response.json()) as GroupReceipt).links.self;
}

/** An answer repeats the words of its request: only other words count. */
function isTrace(text: string, path: string, ids: readonly string[]): boolean {
  if (path.includes(SLUG)) return WORD.test(text.replaceAll(SLUG, ''));
  return WORD.test(text) || ids.some((id) => text.includes(id) && !path.includes(id));
}

function commonPaths(): string[] {
  const api = [
    'runs',
    `runs?device=${SLUG}`,
    'export.csv',
    'export.ndjson',
    'devices?q=unmis',
    `devices/${SLUG}`,
    'boards',
  ];
  const cut = encodeURIComponent(`device|2.shared|${SLUG}`);
  const allPaths = [...api, 'filesystems/ext4', `stats?cut=${cut}`, ...BOARDS.map((id) => `boards/${id}`)];
  return [...allPaths.map((path) => `/api/v1/${path}`), '/sitemap.xml'];
}

/** Has a snapshot taken; the addresses of its files. */
async function snapshotPaths(origin: string, token: string): Promise<string[]> {
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  const { done } = (await (await fetch(`${origin}/api/v1/admin/v1/snapshot`, init)).json()) as { done: boolean };
  if (!done) throw new Error('the snapshot was not finished in one request');
  const { files } = (await (await fetch(`${origin}/api/v1/snapshot`)).json()) as SnapshotManifest;
  return ['/api/v1/snapshot', ...files.map(({ url }) => url)];
}

function pathsOf(id: string): string[] {
  const run = ['', '.json', ...Object.values(FORMS).map(({ extension }) => `.${extension}`)].map(
    (end) => `/api/v1/runs/${id}${end}`,
  );
  return [...run, `/badge/${id}.svg`, `/badge/${id}.json`, ...LANGUAGES.map((lang) => `/og/${id}.png?lang=${lang}`)];
}

async function textOf(origin: string, path: string): Promise<string> {
  const response = await fetch(origin + path);
  const text = await response.text();
  // A picture says its words as pixels: that there is one is the trace.
  return response.ok && path.includes('.png') ? NAME : text;
}

/** Tables and files of the local storage that say a word or an id. Ids of deleted runs stay, so that none is taken again. */
function storedTraces(state: string, ids: readonly string[]): string[] {
  const isLeft = (text: string) => WORD.test(text) || ids.some((id) => text.includes(id));
  return readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name) && !entry.parentPath.includes(OWN_TRACES))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      if (!entry.name.endsWith('.sqlite')) return isLeft(readFileSync(path).toString('latin1')) ? [path] : [];
      return tablesOf(path)
        .filter(([table, text]) => table !== 'tombstone' && isLeft(text))
        .map(([table]) => `${entry.name} ${table}`);
    });
}

function tablesOf(path: string): (readonly [table: string, text: string])[] {
  const db = new DatabaseSync(path);
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.map(({ name }) => {
      const rows = db.prepare(`SELECT * FROM "${String(name)}"`).all();
      const values = rows.flatMap((row) => Object.values(row));
      const text = values.map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      );
      return [String(name), text.join('\n')];
    });
  } finally {
    db.close();
  }
}

/** Addresses and an agent that occur nowhere else. */
const ADDRESSES = ['203.0.113.77', '2001:db8:dead:beef::77'];
const AGENT = 'OpfsmarkPrivacyProbe/77.1 (Seeded; do not store)';
const UPLOADS = 20;

interface PrivacyReport {
  readonly hits: number;
  readonly bytes: number;
  readonly files: number;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Every form in which an address or an agent could be stored: as text, and the address as bytes. */
function needles(): Buffer[] {
  const v4 = Buffer.from((ADDRESSES[0] ?? '').split('.').map(Number));
  const texts = [...ADDRESSES, '203.0.113.0', AGENT, 'OpfsmarkPrivacyProbe'];
  return [...texts.map((text) => Buffer.from(text)), ...texts.map((text) => Buffer.from(text, 'utf16le')), v4];
}

/** Uploads with a known address and agent, then searches the database, the logs and all public answers for both. */
export async function privacyGrep(state: string, vars: Record<string, string>): Promise<PrivacyReport> {
  const service = await startService(state, { ...ANY_TIME, ...vars });
  const pages: Buffer[] = [];
  try {
    for (let n = 0; n < UPLOADS; n++) {
      const address = ADDRESSES[n % ADDRESSES.length] ?? '';
      const headers = {
        'cf-connecting-ip': address,
        'x-forwarded-for': address,
        'x-real-ip': address,
        'user-agent': AGENT,
      };
      const madeRun = { rig_id: rigOf(2000 + n), declared: { device: 'Private' }, seed: n };
      const run = await prepareRun(service.origin, madeRun, headers);
      const status = await putRun(service.origin, run, headers);
      if (status !== 201) throw new Error(`upload: ${status}`);
      await fetch(`${service.origin}/api/v1/runs/${run.runId}/reports`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"reason":"other"}',
      });
      await putRun(service.origin, { ...run, body: '{' }, headers);
      for (const path of [`/api/v1/runs/${run.runId}`, `/badge/${run.runId}.svg`])
        pages.push(await read(service.origin, path));
    }
    for (const path of ['/api/v1/export.ndjson', '/api/v1/export.csv', '/api/v1/runs'])
      pages.push(await read(service.origin, path));
  } finally {
    await service.stop();
  }
  const files = filesOf(state);
  const haystacks = [...files.map((file) => readFileSync(file)), ...pages, Buffer.from(service.log())];
  const hits = haystacks.reduce((sum, hay) => sum + needles().filter((needle) => hay.includes(needle)).length, 0);
  return { hits, bytes: haystacks.reduce((sum, hay) => sum + hay.length, 0), files: files.length };
}

async function read(origin: string, path: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(origin + path)).arrayBuffer());
}
