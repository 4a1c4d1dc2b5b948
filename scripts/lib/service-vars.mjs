import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const VARS_FILE = join(ROOT, 'worker-api/.dev.vars');
const CORE_INFO = join(ROOT, 'wasm-core/dist/core-info.mjs');

/** SHA-256 of the core that was built here; its runs may rank like those of released cores. */
export function coreSha256() {
  const hash = /WASM_SHA256 = '([0-9a-f]{64})'/.exec(readFileSync(CORE_INFO, 'utf8'))?.[1];
  if (hash === undefined) throw new Error(`${CORE_INFO} names no core`);
  return hash;
}

/** What only tests set: see worker-api/src/base/env.ts. */
const TEST_VARS = [
  'TICKET_ALLOWANCE_MS',
  'REPEATED_RESULTS',
  'RECENT_PER_NETWORK',
  'RANK_MIN_NETWORKS',
  'RANK_MIN_DAYS',
];

/** Tells the local service which core it serves, and what a test asks for. Keeps other lines. */
export function writeServiceVars() {
  const vars = {
    CORE_SHA256: coreSha256(),
    ...Object.fromEntries(TEST_VARS.map((name) => [name, process.env[name]])),
  };
  const before = existsSync(VARS_FILE) ? readFileSync(VARS_FILE, 'utf8').split('\n') : [];
  const kept = before.filter((line) => line !== '' && !Object.keys(vars).includes(line.split('=')[0]));
  const own = Object.entries(vars).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  writeFileSync(VARS_FILE, [...kept, ...own, ''].join('\n'));
}
