import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { RunUpload } from '@opfsmark/schema/api';
import { boardLayoutOf } from '@opfsmark/schema/boards';
import { newRunId } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { DELETION_SHA256, type MadeRun, makeUpload } from '@opfsmark/schema/test-support/upload';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { forge, hostileUploads } from '../../worker-api/test/forger/forge.ts';
import { forgeries } from '../../worker-api/test/forgeries.ts';
import { bucketFile, databaseFile } from '../lib/local-service.ts';
import { startRuntime } from '../lib/runtime.ts';
import { jsonRequest, sendTo, withTicket } from '../../worker-api/test/tickets.ts';
import { type ReadReport, rowsPerRead } from './bounds.ts';

interface ForgedReport {
  readonly forged: number;
  readonly keptOff: number;
  readonly real: number;
  readonly realRefused: number;
}

interface Receipt {
  readonly status?: string;
}

async function publishUnticketed(
  origin: string,
  runId: string,
  upload: object,
): Promise<{ http: number; status: string; text: string }> {
  const response = await fetch(`${origin}/api/v1/runs/${runId}`, jsonRequest('PUT', JSON.stringify(upload)));
  const text = await response.text();
  return { http: response.status, status: (JSON.parse(text) as Receipt).status ?? '', text };
}

/** Records of real runs: see fixtures/records/README.md. */
function realRecords(): { name: string; record: RunRecord }[] {
  const folder = new URL('../../fixtures/records/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, record: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as RunRecord }));
}

/** Sends forged runs, which must be kept off the boards, and real ones, which must be published. */
export async function forgedRuns(origin: string): Promise<ForgedReport> {
  const forgedUploads = [...forgeries('quick', 'all'), ...forgeries('peak', 'all')];
  let keptOff = 0;
  for (const { identity, upload } of forgedUploads) {
    const { http, status } = await publishUnticketed(origin, newRunId(), upload);
    if (http === 422 || status === 'held') keptOff++;
    else console.log(`  passed: ${identity} -> ${http} ${status}`);
  }
  const realRuns = realRecords();
  let realRefused = 0;
  for (const { name, record } of realRuns) {
    const declared = { device: 'A real machine', filesystem: 'ext4' };
    const { http, status, text } = await publishUnticketed(origin, newRunId(), {
      record,
      declared,
      deletion_sha256: DELETION_SHA256,
    });
    if (http === 201 && status === 'published') continue;
    realRefused++;
    console.log(`  refused: ${name} -> ${http} ${text.slice(0, 400)}`);
  }
  return { forged: forgedUploads.length, keptOff, real: realRuns.length, realRefused };
}

/** Addresses in networks of their own, kept for documentation. */
const NETWORKS = { one: ['203.0.113.1'], two: ['198.51.100.1', '192.0.2.1'], honest: ['2001:db8:1::1'] } as const;
const BOARD = 'device.rnd4k_q1t1_write.shared';
/** A result is on its boards by then. */
const PROMISED_MS = 5_000;
const MAX_LAG_MS = 120_000;

interface Answer {
  readonly http: number;
  readonly status: string;
  readonly trust: number;
}

/** Sends an upload with a ticket from an address. */
async function publish(origin: string, upload: RunUpload, address: string): Promise<Answer> {
  const from = { 'cf-connecting-ip': address };
  const ticketedUpload = await withTicket(sendTo(origin), upload, {
    headers: { 'content-type': 'application/json', ...from },
  });
  const init = jsonRequest('PUT', JSON.stringify(ticketedUpload), from);
  const response = await fetch(`${origin}/api/v1/runs/${ticketedUpload.ticket.run_id}`, init);
  const { status = '', trust = 0 } = (await response.json()) as Partial<Answer>;
  return { http: response.status, status, trust };
}

const today = () => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
const realUploads = (): RunUpload[] =>
  realRecords().map(({ record }) => ({
    record: { ...record, started_at: today() },
    declared: { device: 'Honest Laptop', filesystem: 'ext4' },
    deletion_sha256: DELETION_SHA256,
  }));

interface BoardPage {
  readonly rows: readonly { readonly key: string; readonly rank: number | null; readonly value: number }[];
  readonly next_cursor: string | null;
}

/** Every ranked row of every board, as text. */
async function rankedRows(origin: string): Promise<Set<string>> {
  const { boards } = (await (await fetch(`${origin}/api/v1/boards`)).json()) as { boards: { id: string }[] };
  const rows = new Set<string>();
  for (const { id } of boards) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = (await (
        await fetch(`${origin}/api/v1/boards/${id}${cursor === '' ? '' : `?cursor=${cursor}`}`)
      ).json()) as BoardPage;
      for (const { key, rank, value } of page.rows) if (rank !== null) rows.add(`${id} ${key} ${rank} ${value}`);
      cursor = page.next_cursor;
    }
  }
  return rows;
}

/** Waits until an honest run is on its board; how long that took. */
async function lagMs(origin: string, device: string): Promise<number> {
  const startedMs = performance.now();
  await publish(origin, makeUpload({ declared: { device }, rig_id: 'HHHHHHHHHHHHHHHH' }), NETWORKS.honest[0]);
  while (performance.now() - startedMs < MAX_LAG_MS) {
    const view = (await (await fetch(`${origin}/api/v1/boards/${BOARD}`)).text()) || '';
    if (view.includes(device)) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return performance.now() - startedMs;
}

interface ForgerReport {
  readonly forgeries: number;
  /** Ranked rows that the forgeries made, moved or removed. */
  readonly ranked: number;
  /** Forgeries whose record shows all that a rank needs: only what others measure speaks against them. */
  readonly rankable: number;
  readonly serverErrors: number;
  /** Rows that every address reads, after all of them. */
  readonly reads: ReadReport;
}

/** Sends forgeries of public records from one network and from two, and compares every ranked row. */
export async function forgedRanks(state: string, fromOne: number, fromTwo: number): Promise<ForgerReport> {
  const runtime = await startRuntime(state, { METER_D1: '1' });
  const { origin } = runtime;
  const honestUploads = realUploads();
  for (const upload of honestUploads) await publish(origin, upload, NETWORKS.honest[0]);
  const standard = honestUploads.map(({ record }) => record).filter((record) => boardLayoutOf(record) !== null);
  const before = await rankedRows(origin);
  let [rankableCount, serverErrors, sentCount] = [0, 0, 0];
  for (const [count, addresses] of [[fromOne, NETWORKS.one] as const, [fromTwo, NETWORKS.two] as const]) {
    for (const { upload } of forge(standard, count, count)) {
      const { http, trust, status } = await publish(origin, upload, addresses[sentCount++ % addresses.length] ?? '');
      if (http >= 500) serverErrors++;
      if (http === 201 && trust === 1 && status === 'published') rankableCount++;
    }
  }
  await lagMs(origin, 'After The Forgeries');
  const after = await rankedRows(origin);
  const rankedCount = after.symmetricDifference(before).size;
  const reads = await rowsPerRead(origin);
  await runtime.stop();
  return { forgeries: sentCount, ranked: rankedCount, rankable: rankableCount, serverErrors, reads };
}

/** Honest runs of both browsers and all families, of slow drives and of a device that forgers were first on. */
export async function heldRuns(state: string): Promise<{ readonly honest: number; readonly held: number }> {
  const { origin, stop } = await startRuntime(state);
  for (let n = 0; n < 5; n++) {
    const slowUpload = makeUpload({
      speed: 0.05,
      declared: { device: 'Poisoned Laptop' },
      rig_id: `P${n}`.padEnd(16, '0'),
    });
    await publish(origin, slowUpload, NETWORKS.one[0]);
  }
  const madeUploads = Array.from({ length: 12 }, (_, n) =>
    makeUpload({ speed: 0.02 * 1.4 ** n, declared: { device: `Drive ${n}` } }),
  );
  const pickedUploads = Array.from({ length: 8 }, (_, n) => makePickedUpload({ speed: 0.1 * (n + 1) }));
  const poisonedUploads = Array.from({ length: 10 }, (_, n) =>
    makeUpload({ declared: { device: 'Poisoned Laptop' }, rig_id: `Q${n}`.padEnd(16, '0') }),
  );
  const uploads = [...realUploads(), ...madeUploads, ...pickedUploads, ...poisonedUploads];
  let heldCount = 0;
  for (const upload of uploads) {
    const { http, status } = await publish(origin, upload, NETWORKS.honest[0]);
    if (http === 201 && status === 'published') continue;
    heldCount++;
    console.log(`  held or refused: ${upload.record.family} on ${upload.declared.device} -> ${http} ${status}`);
  }
  await stop();
  return { honest: uploads.length, held: heldCount };
}

/** The largest plan there can be. */
const LARGEST: MadeRun = {
  plan: {
    directions: ['read', 'write', 'mix'],
    loops: 9,
    until_stable: true,
    rows: Array.from({ length: 16 }, (_, i) => ({ pattern: 'random', block_bytes: 4096, queues: i + 1, threads: 1 })),
  },
  loops: 10,
};

interface FreezeReport {
  readonly bodies: number;
  /** Beyond what is promised, until an honest run is on its board. */
  readonly seconds: number;
  readonly serverErrors: number;
  /** Bytes of the largest stored run with its row. */
  readonly maxBytes: number;
}

/** Sends bodies that are made for the numbers derived from them, and as large as they may be. */
export async function freezeService(state: string, bodies: number): Promise<FreezeReport> {
  const runtime = await startRuntime(state);
  const { origin } = runtime;
  let serverErrors = 0;
  for (const upload of [makeUpload(LARGEST), ...hostileUploads(bodies)]) {
    const { http } = await publish(origin, upload, NETWORKS.one[0]);
    if (http >= 500) serverErrors++;
  }
  const lag = await lagMs(origin, 'After The Flood');
  const readiness = await fetch(`${origin}/api/v1/readyz`);
  if (!readiness.ok) serverErrors++;
  await runtime.stop();
  return { bodies, seconds: Math.max(0, lag - PROMISED_MS) / 1e3, serverErrors, maxBytes: largestRun(state) };
}

function largestRun(state: string): number {
  const db = new DatabaseSync(databaseFile(state));
  const largestRow = db
    .prepare(
      `SELECT max(length(name) + length(metrics) + length(reasons) + length(unranked)
                  + length(device) + length(filesystem) + length(os) + length(browser) + length(profile)) AS n
       FROM run`,
    )
    .get();
  db.close();
  const bucket = new DatabaseSync(bucketFile(state));
  const largestObject = bucket.prepare('SELECT max(size) AS n FROM _mf_objects').get();
  bucket.close();
  return Number(largestRow?.['n'] ?? 0) + Number(largestObject?.['n'] ?? 0);
}
