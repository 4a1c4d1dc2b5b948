import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '4.32.5';
const EXAMPLES = 40;

interface FuzzReport {
  readonly cases: number;
  readonly serverErrors: number;
  readonly violations: number;
}

/** Asynchronous, because the service that it asks runs in this process. */
function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: 1 << 28 }, (_, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
}

/** Ignored by git, and kept for the next run. */
const VENV = fileURLToPath(new URL(`../.schemathesis/${VERSION}`, import.meta.url));

/** Installs this version from PyPI into its own folder, and returns its path. */
async function install(): Promise<string> {
  const program = join(VENV, 'bin/schemathesis');
  if (existsSync(program)) return program;
  console.log(`  installing schemathesis ${VERSION} from PyPI`);
  const outputs = [
    await run('python3', ['-m', 'venv', VENV]),
    await run(join(VENV, 'bin/pip'), ['install', '--quiet', `schemathesis==${VERSION}`]),
  ];
  if (spawnSync(program, ['--version']).status === 0) return program;
  throw new Error(`schemathesis could not be installed; it takes python3 with venv, and PyPI: ${outputs.join('\n')}`);
}

interface Check {
  readonly name: string;
  readonly status: string;
}

/** Fuzzes every operation of the OpenAPI document and checks all answers against it. */
export async function fuzz(origin: string, folder: string): Promise<FuzzReport> {
  const report = join(folder, 'schemathesis.ndjson');
  // A schema cannot say everything about a run, a cursor or a cut, so a valid request may be answered 400, 410 or 422.
  const config = join(folder, 'schemathesis.toml');
  writeFileSync(
    config,
    `[checks.positive_data_acceptance]\nexpected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 410, 422, 429]\n`,
  );
  const output = await run(await install(), [
    ...[
      '--config-file',
      config,
      'run',
      `${origin}/api/v1/openapi.json`,
      '--url',
      origin,
      '--checks',
      'all',
      '--seed',
      '1',
    ],
    ...['--max-examples', String(EXAMPLES), '--report', 'ndjson', '--report-ndjson-path', report, '--no-color'],
  ]);
  console.log(output.split('\n').slice(-90).join('\n'));
  const events = readFileSync(report, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const failures = new Map<string, number>();
  let cases = 0;
  for (const event of events) {
    for (const checks of checksOf(JSON.parse(event))) {
      cases++;
      for (const { name, status } of checks) {
        if (status === 'failure') failures.set(name, (failures.get(name) ?? 0) + 1);
      }
    }
  }
  for (const [name, n] of failures) console.log(`  ${name}: ${n}`);
  const serverErrors = failures.get('not_a_server_error') ?? 0;
  return { cases, serverErrors, violations: [...failures.values()].reduce((sum, n) => sum + n, 0) - serverErrors };
}

/** The checks of every case in an event: `recorder.checks` maps a case to its list. */
function checksOf(event: unknown): Check[][] {
  const scenario = (event as { ScenarioFinished?: { recorder: { checks: Record<string, Check[]> } } }).ScenarioFinished;
  return Object.values(scenario?.recorder.checks ?? {});
}
