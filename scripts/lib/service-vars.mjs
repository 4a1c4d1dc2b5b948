import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { ROOT } from './paths.mjs';
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
  'ADMIN_TOKEN_SHA256',
  'TICKET_ALLOWANCE_MS',
  'REPEATED_RESULTS',
  'RECENT_PER_NETWORK',
  'RANK_MIN_NETWORKS',
  'RANK_MIN_DAYS',
];

/**
 * The configuration of a local service, with the core it serves and what a test asks for, in the folder of its data; returns
 * its path. `wrangler dev` takes variables for the first of two Workers only, and a file of them in the tree would change
 * every other service and test that is started there.
 */
export function writeServiceConfig(stateDir) {
  const source = join(ROOT, API_CONFIG);
  const { config, error } = ts.parseConfigFileTextToJson(source, readFileSync(source, 'utf8'));
  if (error) throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
  const given = LOCAL_VARS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const absolute = (path) => resolve(dirname(source), path);
  const local = {
    ...config,
    $schema: undefined,
    main: absolute(config.main),
    d1_databases: config.d1_databases.map((database) => ({
      ...database,
      migrations_dir: absolute(database.migrations_dir),
    })),
    vars: { ...config.vars, CORE_SHA256: coreSha256(), ...Object.fromEntries(given) },
  };
  const path = join(stateDir, 'service/wrangler.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(local, null, 2)}\n`);
  return path;
}
