/**
 * Proves what the service promises, with the real Worker on a real local database: `npm run proof -w labs [-- --json FILE]`.
 * `--quick` does a tenth of the long parts, `--only a,b` only some parts: kill, storm, faults, fuzz, listed, forged, forger,
 * price_list, room, deletion, recompute, privacy.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LONG_ENV } from '../../scripts/lib/test/long-tests.mjs';
import { MAX_STORED_BYTES } from '../../worker-api/src/base/limits.ts';
import { migrate } from '../lib/local-service.ts';
import { report, type Row } from './report.ts';
import { startRuntime } from '../lib/runtime.ts';
import { WRITING_SHARES } from '../../worker-api/src/base/budgets.ts';
import { attackersDay } from './attackers-day.ts';
import { killLoop, retryStorm } from './failures.ts';
import { forgedRanks, forgedRuns, freezeService, heldRuns } from './forger.ts';
import { listRuns } from './listed.ts';
import { recomputedRanks } from './recompute.ts';
import { fuzz } from './schemathesis.ts';
import { deletionTraces, privacyGrep } from './traces.ts';
import { countDrift } from './upload.ts';

/** The reach of an attack, or its least cost; `null` where nothing that was tried suffices. */
interface Price extends Readonly<Record<string, unknown>> {
  readonly attack: string;
  readonly isReached: boolean;
}

const TOKEN = 'proof-token';
const VARS = { ADMIN_TOKEN_SHA256: createHash('sha256').update(TOKEN).digest('hex') };
const PARTS = [
  'kill',
  'storm',
  'faults',
  'listed',
  'forged',
  'forger',
  'price_list',
  'room',
  'deletion',
  'recompute',
  'privacy',
  'fuzz',
] as const;
/** The stored document at its largest, and the longest texts of its row. */
const MAX_BYTES_PER_PUT = MAX_STORED_BYTES + 8192;
/** Nobody who has published looks for a result in vain for longer. */
const MAX_LISTED_S = 5;
/** A full group reads 381, a page of an export 301. */
const MAX_ROWS_PER_READ = 400;
/** As wrangler.jsonc says. */
const MAX_BYTES_PER_PROVIDER_DAY = 5e6;
const isQuick = process.argv.includes('--quick');
const chosenParts = /^--only[=\n](.+)$/m.exec(process.argv.join('\n'))?.[1]?.split(',') ?? [...PARTS];
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const times = (n: number) => (isQuick ? Math.ceil(n / 10) : n);

const folder = mkdtempSync(join(tmpdir(), 'opfsmark-proof-'));
const rows: Row[] = [];
const expectZero = (id: string, value: number, cases: number) =>
  rows.push({ id, value, target: '0', cases, reached: value === 0 && cases > 0 });
const expectShare = (id: string, right: number, cases: number, minimum: number) => {
  const value = (100 * right) / cases;
  rows.push({ id, value, target: `>= ${minimum}`, cases, reached: value >= minimum });
};

function newState(name: string): string {
  const state = join(folder, name);
  migrate(state);
  return state;
}

let driftedCohorts = 0;
let countedRuns = 0;
async function addDrift(origin: string, runs: number): Promise<void> {
  driftedCohorts += await countDrift(origin, TOKEN);
  countedRuns += runs;
}

/** Runs a test in workerd, where time can be moved, and returns what it counted. */
function runTest(file: string, label: string): unknown {
  const cwd = fileURLToPath(new URL('../../worker-api', import.meta.url));
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const env = { ...process.env, ...LONG_ENV };
  const result = spawnSync(process.execPath, [vitest, 'run', `test/${file}.long.test.ts`], {
    cwd,
    env,
    encoding: 'utf8',
  });
  const json = new RegExp(`PROOF ${label} (\\{.*\\})`).exec(result.stdout)?.[1];
  if (json === undefined) throw new Error(`no count of ${label}: ${result.stdout}${result.stderr}`);
  return JSON.parse(json);
}

async function prove(part: (typeof PARTS)[number]): Promise<void> {
  console.log(`${part} ...`);
  switch (part) {
    case 'kill': {
      const state = newState('kill');
      const { kills, acknowledged, lost, torn } = await killLoop(state, times(200), VARS);
      console.log(`  ${acknowledged} uploads acknowledged before ${kills} kills, ${lost} lost, ${torn} torn`);
      expectZero('lost_after_kill', lost + torn, kills);
      const runtime = await startRuntime(state, VARS);
      await addDrift(runtime.origin, acknowledged);
      await runtime.stop();
      return;
    }
    case 'storm': {
      const runtime = await startRuntime(newState('storm'), VARS);
      const { uploads, duplicates, serverErrors } = await retryStorm(runtime.origin, times(10_000));
      expectZero('duplicates', duplicates, uploads);
      if (serverErrors > 0) console.log(`  ${serverErrors} answers of 500 and above`);
      await addDrift(runtime.origin, uploads);
      await runtime.stop();
      return;
    }
    case 'faults': {
      const { cases, right } = runTest('faults', 'faults') as { cases: number; right: number };
      expectShare('faults_right_percent', right, cases, 100);
      return;
    }
    case 'listed': {
      const { runs, seconds, isSorted } = await listRuns(newState('listed'), 25);
      const isReached = isSorted && seconds <= MAX_LISTED_S;
      rows.push({
        id: 'listed_within_s',
        value: seconds,
        target: `<= ${MAX_LISTED_S}, sorted`,
        cases: runs,
        reached: isReached,
      });
      return;
    }
    case 'forged': {
      const runtime = await startRuntime(newState('forged'), VARS);
      const { forged, keptOff, real, realRefused } = await forgedRuns(runtime.origin);
      expectShare('forged_kept_off_percent', keptOff, forged, 99);
      expectZero('real_refused', realRefused, real);
      await runtime.stop();
      return;
    }
    case 'forger': {
      const { forgeries, ranked, rankable, serverErrors, reads } = await forgedRanks(
        newState('forger'),
        times(1000),
        times(200),
      );
      console.log(`  ${rankable} of ${forgeries} show all that a rank needs, ${serverErrors} answers of 500 and above`);
      expectZero('consistent_forgeries_ranked', ranked + serverErrors, forgeries);
      const { honest, held } = await heldRuns(newState('honest'));
      expectZero('honest_held', held, honest);
      const freeze = await freezeService(newState('freeze'), 100);
      expectZero('freeze_seconds', freeze.seconds + freeze.serverErrors, freeze.bodies);
      const isReached = freeze.maxBytes > 0 && freeze.maxBytes <= MAX_BYTES_PER_PUT;
      rows.push({
        id: 'bytes_max_per_put',
        value: freeze.maxBytes,
        target: `<= ${MAX_BYTES_PER_PUT}`,
        cases: freeze.bodies,
        reached: isReached,
      });
      const { maxRows, addresses } = reads;
      rows.push({
        id: 'rows_max_per_read',
        value: maxRows,
        target: `<= ${MAX_ROWS_PER_READ}`,
        cases: addresses,
        reached: addresses > 0 && maxRows <= MAX_ROWS_PER_READ,
      });
      return;
    }
    case 'price_list': {
      const prices = ['price-list', 'price-list-limits'].flatMap(
        (file) => (runTest(file, 'price_list') as { prices: Price[] }).prices,
      );
      for (const { attack, isReached, ...cost } of prices) {
        const text = Object.entries(cost).map(([name, n]) => `${name} ${n === null ? 'never' : Number(n)}`);
        console.log(`  ${attack}: ${text.join(', ')}${isReached ? '' : ' (below its goal)'}`);
      }
      expectZero('price_list', prices.filter(({ isReached }) => !isReached).length, prices.length);
      return;
    }
    case 'room': {
      const maxBytes = MAX_BYTES_PER_PROVIDER_DAY / (isQuick ? 10 : 1);
      const {
        bytes,
        chargedBytes,
        documentBytes,
        rows: writtenRows,
        written,
      } = await attackersDay(newState('room'), 100, maxBytes);
      for (const [way, { requests, rows: rowsOfWay }] of written)
        console.log(`  ${way}: ${requests}, ${rowsOfWay} rows`);
      console.log(`  ${writtenRows} rows, ${documentBytes} bytes of documents, ${chargedBytes} bytes charged`);
      rows.push({
        id: 'bytes_per_provider_day',
        value: bytes,
        target: `<= ${maxBytes}`,
        cases: sum([...written.values()].map(({ requests }) => requests)),
        reached: written.size === Object.keys(WRITING_SHARES).length && bytes <= maxBytes && bytes <= chargedBytes,
      });
      return;
    }
    case 'deletion': {
      const { runs, traces, ghosts } = await deletionTraces(newState('deletion'), VARS, TOKEN, times(50));
      expectZero('deletion_traces', traces, runs);
      expectZero('ghost_cohorts', ghosts, runs);
      return;
    }
    case 'recompute': {
      const runs = times(400);
      const { cells, differing, drift } = await recomputedRanks(newState('recompute'), VARS, TOKEN, runs);
      expectZero('recomputed_cells_differing', differing, cells);
      driftedCohorts += drift;
      countedRuns += runs;
      return;
    }
    case 'privacy': {
      const { hits, bytes, files } = await privacyGrep(newState('privacy'), VARS);
      console.log(`  ${files} files and all public pages, ${bytes} bytes`);
      expectZero('privacy_hits', hits, files);
      return;
    }
    case 'fuzz': {
      const runtime = await startRuntime(newState('fuzz'), VARS);
      const { cases, serverErrors, violations } = await fuzz(runtime.origin, folder);
      expectZero('server_errors', serverErrors, cases);
      expectZero('schema_violations', violations, cases);
      await runtime.stop();
      return;
    }
  }
}

try {
  for (const part of PARTS) if (chosenParts.includes(part)) await prove(part);
  if (countedRuns > 0) expectZero('drift_cohorts', driftedCohorts, countedRuns);
  console.log();
  report(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(rows.every(({ reached }) => reached !== false) ? 0 : 1);
