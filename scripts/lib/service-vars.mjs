import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { readConfig, writeConfig } from './wrangler-config.mjs';
import { API_CONFIG } from './wrangler.mjs';

const CORE_INFO = join(ROOT, 'wasm-core/dist/core-info.mjs');

/** SHA-256 of the core that was built here; its runs may rank like those of released cores. */
export function coreSha256() {
  const hash = /WASM_SHA256 = '([0-9a-f]{64})'/.exec(readFileSync(CORE_INFO, 'utf8'))?.[1];
  if (hash === undefined) throw new Error(`${CORE_INFO} names no core`);
  return hash;
}

/** Taken from the environment of a local service: see worker-api/src/base/env.ts. All but the token are for tests. */
const LOCAL_VARS = [
  'TRUST_POLICY',
  'ADMIN_TOKEN_SHA256',
  'TICKET_ALLOWANCE_MS',
  'REPEATED_RESULTS',
  'RECENT_PER_NETWORK',
  'RUNS_PER_GROUP',
  'RANK_MIN_PROVIDERS',
  'RANK_WAITING_DAYS',
  'RANK_MIN_SPAN_HOURS',
  'UNUSUAL_FACTOR',
  'BOARD_MONTHS',
  'MAX_DATABASE_BYTES',
];

/**
 * The configuration of a local service, with the core it serves and what a test asks for, in the folder of its data; returns
 * its path. `wrangler dev` takes variables for the first of two Workers only, and a file of them in the tree would change
 * every other service and test that is started there.
 */
export function writeServiceConfig(stateDir) {
  const config = readConfig(API_CONFIG);
  const given = LOCAL_VARS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const vars = { ...config.vars, TRUST_POLICY: 'open', CORE_SHA256: coreSha256(), ...Object.fromEntries(given) };
  return writeConfig(join(stateDir, 'service/wrangler.json'), { ...config, vars });
}
