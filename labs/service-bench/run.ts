/**
 * Measures the service with few runs and with many. It writes runs and devices, has the service count them, and uploads some
 * more. Then each request goes to both in turn, so that other load on the machine affects both alike. At the end the service
 * counts everything again, which must come to the same cohorts. Rows are those that D1 counts. Only uploaded runs have a
 * document: their mean stands for all.
 *
 * `npm run bench:service -w labs -- [--runs 1000000] [--machines 100000] [--json FILE]`
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { databaseFile, migrate, startService, type Service } from '../lib/local-service.ts';
import { percentile, report } from '../service-proof/report.ts';
import { ANY_TIME, jsonRequest, sendTo, withTicket } from '../../worker-api/test/tickets.ts';
import { fill, meanDocumentBytes, modelSlug, printSizes, type Size as Filled, type Sizes } from './fill.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    machines: { type: 'string', default: '100000' },
    json: { type: 'string' },
  },
});

const ROUNDS = 100;
const WARM_UP = 10;
const UPLOADS = 100;
const CLIENTS = 8;
const SIZES = {
  few: { runs: 1_000, machines: 100 },
  many: { runs: Number(options.runs), machines: Number(options.machines) },
} as const satisfies Record<string, Filled>;
type Size = keyof typeof SIZES;
const BOARD = 'device.seq1m_q8t1_write.shared';
const TOKEN = 'bench-token';
const VARS = {
  METER_D1: '1',
  MAX_PROVIDER_BYTES_PER_DAY: '1e15',
  MAX_DATABASE_BYTES_PER_DAY: '1e15',
  BURST_SHIELD: 'off',
  ADMIN_TOKEN_SHA256: createHash('sha256').update(TOKEN).digest('hex'),
  ...ANY_TIME,
};

interface Answer {
  readonly ms: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

async function ask(url: string, init: RequestInit = {}, expected = 200): Promise<Answer> {
  const start = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  const ms = performance.now() - start;
  if (response.status !== expected) throw new Error(`${url}: ${response.status}`);
  const timing = response.headers.get('server-timing') ?? '';
  const rows = (name: string) => Number(new RegExp(`${name};dur=(\\d+)`).exec(timing)?.[1]);
  return { ms, rowsRead: rows('rows-read'), rowsWritten: rows('rows-written') };
}

async function alternate(
  services: Record<Size, Service>,
  pathOf: (round: number, size: Size) => string,
): Promise<Record<Size, Answer[]>> {
  const answers: Record<Size, Answer[]> = { few: [], many: [] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const order: Size[] = round % 2 === 0 ? ['few', 'many'] : ['many', 'few'];
    for (const size of order) {
      const answer = await ask(services[size].origin + pathOf(Math.abs(round), size));
      if (round >= 0) answers[size].push(answer);
    }
  }
  return answers;
}

const ms = (answers: readonly Answer[]) => answers.map((answer) => answer.ms);
const p50 = (answers: readonly Answer[]) => percentile(ms(answers), 0.5);
const p99 = (answers: readonly Answer[]) => percentile(ms(answers), 0.99);
const maxRead = (answers: readonly Answer[]) => Math.max(...answers.map((answer) => answer.rowsRead));

function printLatency(name: string, answers: readonly Answer[]): void {
  const rows = `${maxRead(answers)} rows read, ${Math.max(...answers.map((answer) => answer.rowsWritten))} written`;
  console.log(`${name.padEnd(28)} p50 ${p50(answers).toFixed(2)} ms  p99 ${p99(answers).toFixed(2)} ms  ${rows}`);
}

const RIG = '7'.repeat(16);
/** A row and its entries in all indexes. */
const MAX_BYTES_PER_RUN = 1100;

/** A trusted run of a new machine on a new device from a network of its own: two runs of one take a third off a list. */
async function upload(service: Service, n: number): Promise<Answer & { readonly runId: string }> {
  const madeUpload = makeUpload({
    declared: { device: `New ${n}` },
    rig_id: (RIG + String(n)).slice(-16),
    seed: n + 2,
  });
  const from = { 'cf-connecting-ip': `10.9.${n % 256}.1` };
  const ticketedUpload = await withTicket(sendTo(service.origin), madeUpload, {
    headers: { 'content-type': 'application/json', ...from },
  });
  const init = jsonRequest('PUT', JSON.stringify(ticketedUpload), from);
  const runId = ticketedUpload.ticket.run_id;
  return { ...(await ask(`${service.origin}/api/v1/runs/${runId}`, init, 201)), runId };
}

async function uploads(service: Service) {
  const answers: (Answer & { readonly runId: string })[] = [];
  let nextIndex = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (nextIndex < UPLOADS) answers.push(await upload(service, nextIndex++));
    }),
  );
  return { answers, perSecond: (UPLOADS * 1000) / (performance.now() - start) };
}

/** For what may take longer than the five minutes after which fetch gives up. */
async function askPatiently(url: string, options: RequestOptions = {}): Promise<string> {
  const [response] = (await once(request(url, options).end(), 'response')) as [IncomingMessage];
  const body = await text(response);
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299) throw new Error(`${url}: ${statusCode} ${body}`);
  return body;
}

/** Has the service count everything again: seconds in all, of the longest request, and the cohorts that came out different. */
async function rebuild(service: Service): Promise<{ all: number; longestRequest: number; drift: number }> {
  const options = { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } };
  const start = performance.now();
  let longestRequest = 0;
  let drift = 0;
  for (;;) {
    const requestStart = performance.now();
    const answer = await askPatiently(`${service.origin}/api/v1/admin/v1/rebuild`, options);
    const report = JSON.parse(answer) as { done: boolean; drift: number };
    longestRequest = Math.max(longestRequest, seconds(requestStart));
    drift += report.drift;
    if (report.done) return { all: seconds(start), longestRequest, drift };
  }
}

interface Recount {
  readonly cut: string;
  /** That the count reads. */
  readonly rows: number;
  readonly seconds: number;
}

/** Kinds whose largest cohort is counted again: one that is read whole, and one in two passes over its scope. */
const RECOUNTED = { device: 1, os: 2 } as const;

/**
 * How long the hour's count takes for the largest cohort of a kind, beyond what it takes without one. Call it while no service
 * uses the file.
 */
async function recountLargest(size: Size): Promise<Recount[]> {
  const hour = async (cut: string) => {
    const db = new DatabaseSync(databaseFile(stateOf(size)));
    db.prepare('UPDATE cohort SET stale = CASE cut WHEN ? THEN 2 ELSE 0 END WHERE stale > 0 OR cut = ?').run(cut, cut);
    db.exec("DELETE FROM meta WHERE key = 'counted-hourly'");
    db.close();
    const service = await startService(stateOf(size), VARS);
    const start = performance.now();
    await askPatiently(`${service.origin}/cdn-cgi/local/scheduled?cron=${encodeURIComponent('0 * * * *')}`);
    const takenSeconds = seconds(start);
    await service.stop();
    return takenSeconds;
  };
  // The first one reads from the drive.
  await hour('');
  const emptySeconds = await hour('');
  const recounts: Recount[] = [];
  for (const [kind, passes] of Object.entries(RECOUNTED)) {
    const db = new DatabaseSync(databaseFile(stateOf(size)), { readOnly: true });
    const cut = String(
      db.prepare('SELECT cut FROM cohort WHERE cut LIKE ? ORDER BY runs DESC LIMIT 1').get(`${kind}|%`)?.['cut'],
    );
    const isOf = passes === 1 ? 'device = ?' : "? <> ''";
    const runs = db.prepare(`SELECT count(*) AS n FROM run WHERE ${isOf}`).get(cut.split('|').at(-1) ?? '')?.['n'];
    db.close();
    recounts.push({ cut, rows: passes * Number(runs), seconds: (await hour(cut)) - emptySeconds });
  }
  return recounts;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const bytesOf = async (url: string) => (await (await fetch(url)).arrayBuffer()).byteLength;
const seconds = (startMs: number) => (performance.now() - startMs) / 1e3;

const folder = mkdtempSync(join(tmpdir(), 'opfsmark-bench-'));
const stateOf = (size: Size) => join(folder, size);

/** Has a service count what was filled in, for the first time; seconds. */
async function countFilled(size: Size): Promise<number> {
  const service = await startService(stateOf(size), VARS);
  try {
    return (await rebuild(service)).all;
  } finally {
    await service.stop();
  }
}

try {
  for (const size of ['few', 'many'] as const) {
    const start = performance.now();
    migrate(stateOf(size));
    fill(databaseFile(stateOf(size)), SIZES[size]);
    console.log(
      `${SIZES[size].runs} runs of ${SIZES[size].machines} machines written in ${seconds(start).toFixed(1)} s`,
    );
  }
  const countSeconds = { few: await countFilled('few'), many: await countFilled('many') };
  const sizes: Sizes = printSizes(stateOf('many'), SIZES.many);
  const services = {
    few: await startService(stateOf('few'), VARS),
    many: await startService(stateOf('many'), VARS),
  };
  let rows: Parameters<typeof report>[0] = [];
  try {
    const uploadResults = { few: await uploads(services.few), many: await uploads(services.many) };
    const runOf = (round: number, size: Size) => uploadResults[size].answers[round % UPLOADS]?.runId ?? '';
    const permalink = await alternate(services, (round, size) => `/api/v1/runs/${runOf(round, size)}`);
    const board = await alternate(services, () => `/api/v1/boards/${BOARD}`);
    const runsOfDevice = await alternate(services, (round) => `/api/v1/runs?device=${modelSlug(round % 5)}`);
    for (const size of ['few', 'many'] as const) {
      printLatency(`permalink with ${size}`, permalink[size]);
      printLatency(`board with ${size}`, board[size]);
      printLatency(`runs of a device with ${size}`, runsOfDevice[size]);
    }
    printLatency(`upload with many, ${CLIENTS} clients`, uploadResults.many.answers);
    const boardsBytes = await bytesOf(`${services.many.origin}/api/v1/boards`);
    const sitemapBytes = await bytesOf(`${services.many.origin}/sitemap.xml`);
    const rebuildReport = await rebuild(services.many);
    const [readFew, readMany] = [maxRead(board.few), maxRead(board.many)];
    const writtenRows = mean(
      [...uploadResults.few.answers, ...uploadResults.many.answers].map((answer) => answer.rowsWritten),
    );
    const ratio = p50(board.many) / p50(board.few);
    const linkRead = maxRead(permalink.many);
    rows = [
      { id: 'board_p50_many_over_few', value: ratio, target: '<= 1.2', cases: ROUNDS, reached: ratio <= 1.2 },
      { id: 'rows_read_permalink', value: linkRead, target: '<= 1', cases: ROUNDS, reached: linkRead <= 1 },
      { id: 'rows_read_board_few', value: readFew, cases: ROUNDS },
      { id: 'rows_read_board_many', value: readMany, cases: ROUNDS },
      {
        id: 'rows_written_upload',
        value: writtenRows,
        target: '<= 20',
        cases: 2 * UPLOADS,
        reached: writtenRows <= 20,
      },
      { id: 'uploads_per_second', value: uploadResults.many.perSecond, cases: UPLOADS },
      { id: 'permalink_p50_ms', value: p50(permalink.many), cases: ROUNDS },
      { id: 'board_p50_ms', value: p50(board.many), cases: ROUNDS },
      { id: 'rebuild_s', value: rebuildReport.all, cases: SIZES.many.runs },
      { id: 'rebuild_longest_request_s', value: rebuildReport.longestRequest },
      {
        id: 'rebuild_drift',
        value: rebuildReport.drift,
        target: '0',
        cases: SIZES.many.runs,
        reached: rebuildReport.drift === 0,
      },
      { id: 'first_count_s', value: countSeconds.many, cases: SIZES.many.runs },
      { id: 'boards_bytes', value: boardsBytes },
      { id: 'sitemap_bytes', value: sitemapBytes },
    ];
  } finally {
    await Promise.all(Object.values(services).map((service) => service.stop()));
  }
  const recounts = await recountLargest('many');
  const isSmall = sizes.bytesPerRun < MAX_BYTES_PER_RUN;
  console.log();
  for (const { cut, rows: readRows, seconds: takenSeconds } of recounts)
    console.log(`${cut} counted again: ${readRows} rows, ${takenSeconds.toFixed(1)} s`);
  report([
    ...rows,
    { id: 'recount_largest_s', value: Math.max(...recounts.map((recount) => recount.seconds)), cases: SIZES.many.runs },
    {
      id: 'bytes_per_run',
      value: sizes.bytesPerRun,
      target: `< ${MAX_BYTES_PER_RUN}`,
      cases: SIZES.many.runs,
      reached: isSmall,
    },
    { id: 'bytes_per_machine', value: sizes.bytesPerMachine, cases: SIZES.many.machines },
    { id: 'bytes_per_document', value: meanDocumentBytes(stateOf('many')), cases: UPLOADS },
    { id: 'database_bytes', value: sizes.databaseBytes },
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
