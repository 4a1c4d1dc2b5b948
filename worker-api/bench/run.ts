/**
 * Measures the service at a thousand and at a million runs. Each request goes to both in turn, so that other load on the
 * machine affects both alike. Rows are those that D1 counts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeUpload } from '../test/factory.ts';
import { databaseFile, migrate, startService, type Service } from '../tools/local-service.ts';
import { percentile, report } from '../tools/report.ts';
import { ANY_TIME, jsonRequest, sendTo, withTicket } from '../tools/tickets.ts';
import { BOARD, fill, idOf } from './fill.ts';

const ROUNDS = 400;
const WARM_UP = 40;
const UPLOADS = 400;
const CLIENTS = 8;
const SIZES = { '1e3': 1_000, '1e6': 1_000_000 } as const;
type Size = keyof typeof SIZES;
const VARS = { METER_D1: '1', RUNS_PER_DAY: '1000000000', BURST_SHIELD: 'off', ...ANY_TIME };

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
  pathOf: (round: number) => string,
): Promise<Record<Size, Answer[]>> {
  const answers: Record<Size, Answer[]> = { '1e3': [], '1e6': [] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const order: Size[] = round % 2 === 0 ? ['1e3', '1e6'] : ['1e6', '1e3'];
    for (const size of order) {
      const answer = await ask(services[size].origin + pathOf(Math.abs(round)));
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

/** A trusted run of a new machine on a new device: everything an upload can write. */
async function upload(service: Service, n: number): Promise<Answer> {
  const made = makeUpload({ declared: { device: `New ${n}` }, rig_id: (RIG + String(n)).slice(-16), seed: n });
  const own = await withTicket(sendTo(service.origin), made);
  const init = jsonRequest('PUT', JSON.stringify(own));
  return ask(`${service.origin}/api/v1/runs/${own.ticket.run_id}`, init, 201);
}

async function uploads(service: Service): Promise<{ answers: Answer[]; perSecond: number }> {
  const answers: Answer[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < UPLOADS) answers.push(await upload(service, next++));
    }),
  );
  return { answers, perSecond: (UPLOADS * 1000) / (performance.now() - start) };
}

const folder = mkdtempSync(join(tmpdir(), 'opfsmark-bench-'));
try {
  for (const [size, runs] of Object.entries(SIZES)) {
    const start = performance.now();
    migrate(join(folder, size));
    fill(databaseFile(join(folder, size)), runs);
    console.log(`${runs} runs written in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  const services = {
    '1e3': await startService(join(folder, '1e3'), VARS),
    '1e6': await startService(join(folder, '1e6'), VARS),
  };
  try {
    const permalink = await alternate(services, (round) => `/api/v1/runs/${idOf(round % 500)}`);
    const board = await alternate(services, () => `/api/v1/boards/${BOARD}`);
    const runsOfDevice = await alternate(services, (round) => `/api/v1/runs?device=device-${round % 200}`);
    for (const size of ['1e3', '1e6'] as const) {
      printLatency(`permalink at ${size}`, permalink[size]);
      printLatency(`board at ${size}`, board[size]);
      printLatency(`runs of a device at ${size}`, runsOfDevice[size]);
    }
    const sent = await uploads(services['1e6']);
    printLatency(`upload at 1e6, ${CLIENTS} clients`, sent.answers);
    const rowsWritten = Math.max(...sent.answers.map((answer) => answer.rowsWritten));
    const ratio = p50(board['1e6']) / p50(board['1e3']);
    const [read3, read6] = [maxRead(board['1e3']), maxRead(board['1e6'])];
    const linkRead = maxRead(permalink['1e6']);
    console.log();
    report([
      { id: 'board_p50_1e6_over_1e3', value: ratio, target: '<= 1.2', cases: ROUNDS, reached: ratio <= 1.2 },
      { id: 'rows_read_permalink', value: linkRead, target: '<= 2', cases: ROUNDS, reached: linkRead <= 2 },
      { id: 'rows_read_board_1e3', value: read3, target: '<= 51', cases: ROUNDS, reached: read3 <= 51 },
      {
        id: 'rows_read_board_1e6',
        value: read6,
        target: '<= 51, equal',
        cases: ROUNDS,
        reached: read6 <= 51 && read6 === read3,
      },
      { id: 'rows_written_upload', value: rowsWritten, target: '<= 21', cases: UPLOADS, reached: rowsWritten <= 21 },
      { id: 'uploads_per_second', value: sent.perSecond, cases: UPLOADS },
      { id: 'permalink_p50_ms', value: p50(permalink['1e6']), cases: ROUNDS },
      { id: 'board_p50_ms', value: p50(board['1e6']), cases: ROUNDS },
    ]);
  } finally {
    await Promise.all(Object.values(services).map((service) => service.stop()));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
