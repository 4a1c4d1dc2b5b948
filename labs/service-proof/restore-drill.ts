/**
 * Tests backup and restore: writes some runs, takes a backup with `wrangler d1 export`, restores it into an empty database without what is
 * counted, copies the bucket of documents, has all counted, and checks that the restored service answers every run, board and cell as before.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, QUIET, WRANGLER } from '../lib/local-service.ts';
import { startRuntime } from '../lib/runtime.ts';
import { countDrift, prepareRun, putRun, rigOf } from './upload.ts';

const RUNS = 12;
const TOKEN = 'drill';
const VARS = { ADMIN_TOKEN_SHA256: createHash('sha256').update(TOKEN).digest('hex') };
const BOARD = '/api/v1/boards/device.seq1m_q8t1_write.shared';

/** A database with its own configuration, because `wrangler d1 export --local` finds one only beside that. */
function newDatabase(name: string): { config: string; state: string } {
  const config = join(folder, name, 'wrangler.json');
  mkdirSync(join(folder, name));
  const d1_databases = [{ binding: 'DB', database_name: 'opfsmark', database_id: 'local-opfsmark' }];
  writeFileSync(config, JSON.stringify({ name: 'drill', compatibility_date: '2026-10-20', d1_databases }));
  return { config, state: join(folder, name, '.wrangler/state') };
}

function d1(config: string, ...args: string[]): void {
  const allArgs = [WRANGLER, 'd1', ...args, '--local', '-c', config];
  const result = spawnSync(process.execPath, allArgs, { env: { ...process.env, ...QUIET }, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`wrangler d1 ${args.join(' ')}: ${result.stdout}${result.stderr}`);
}

async function read(origin: string, ids: readonly string[]): Promise<string[]> {
  const paths = [...ids.map((id) => `/api/v1/runs/${id}`), BOARD, '/api/v1/export.ndjson'];
  // But for when it was counted.
  const textOf = async (path: string) => (await fetch(origin + path)).text();
  return Promise.all(paths.map(async (path) => (await textOf(path)).replace(/"generated_at":"[^"]+",/, '')));
}

/** As worker-api/README.md tells it grep: counted from runs, and too long for one statement where there are many. */
const COUNTED = /^INSERT INTO "(cohort"|list"|meta" .*\('boards',)/;

function leaveOutWhatIsCounted(backup: string, restore: string): void {
  const lines = readFileSync(backup, 'utf8').split('\n');
  const rest = lines.filter((line) => !COUNTED.test(line));
  if (rest.length === lines.length) throw new Error('The backup has nothing that is counted');
  writeFileSync(restore, rest.join('\n'));
}

const folder = mkdtempSync(join(tmpdir(), 'opfsmark-drill-'));
try {
  const [before, after] = [newDatabase('before'), newDatabase('after')];
  const [backup, restore] = [join(folder, 'backup.sql'), join(folder, 'restore.sql')];
  migrate(before.state);
  const service = await startRuntime(before.state, VARS);
  const ids: string[] = [];
  for (let n = 0; n < RUNS; n++) {
    const run = await prepareRun(service.origin, {
      rig_id: rigOf(n),
      declared: { device: `Drill ${n % 3}` },
      seed: n,
    });
    const status = await putRun(service.origin, run);
    if (status !== 201) throw new Error(`upload: ${status}`);
    ids.push(run.runId);
  }
  // A run is counted after its answer: what is backed up has all of them.
  await countDrift(service.origin, TOKEN);
  const textsBefore = await read(service.origin, ids);
  await service.stop();

  d1(before.config, 'export', 'DB', '--output', backup);
  leaveOutWhatIsCounted(backup, restore);
  d1(after.config, 'execute', 'DB', '--file', restore, '--yes');
  cpSync(join(before.state, 'v3/r2'), join(after.state, 'v3/r2'), { recursive: true });
  const restoredService = await startRuntime(after.state, VARS);
  await countDrift(restoredService.origin, TOKEN);
  const textsAfter = await read(restoredService.origin, ids);
  const differingCount = textsBefore.filter((text, i) => text !== textsAfter[i]).length;
  const driftedCohorts = await countDrift(restoredService.origin, TOKEN);
  await restoredService.stop();
  console.log(
    `${statSync(backup).size} bytes of backup; ${textsBefore.length} answers, ${differingCount} differ; ${driftedCohorts} cohorts drifted`,
  );
  process.exitCode = differingCount === 0 && driftedCohorts === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
