import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from './paths.mjs';
import { runOrFail, toolEnv } from './command.mjs';

/** @type {() => typeof import('typescript')} Loaded when it is needed: `npm start` reads this before anything is installed. */
const loadTypeScript = () => createRequire(import.meta.url)('typescript');

/** Reads a wrangler.jsonc of the tree, with its paths made absolute, so that it may be written elsewhere. */
function readConfig(path) {
  const ts = loadTypeScript();
  const source = join(ROOT, path);
  const { config, error } = ts.parseConfigFileTextToJson(source, readFileSync(source, 'utf8'));
  if (error) throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
  const absolute = (relativePath) => resolve(dirname(source), relativePath);
  return {
    ...config,
    $schema: undefined,
    main: absolute(config.main),
    ...(config.assets ? { assets: { ...config.assets, directory: absolute(config.assets.directory) } } : {}),
    ...(config.d1_databases
      ? { d1_databases: config.d1_databases.map((db) => ({ ...db, migrations_dir: absolute(db.migrations_dir) })) }
      : {}),
  };
}

/** Writes a configuration for wrangler; returns its path. */
export function writeConfig(path, config) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
  return path;
}

export const WEB_CONFIG = 'web/wrangler.jsonc';
const API_CONFIG = 'worker-api/wrangler.jsonc';

/** Wrangler without network, questions, banners, or anything written outside the state folder. */
export function wranglerEnv(stateDir) {
  return toolEnv({
    CI: '1',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_WRITE_LOGS: 'false',
    // Two sites on one machine must not find each other's Workers.
    WRANGLER_REGISTRY_PATH: join(stateDir, 'registry'),
  });
}

/** Brings the local database up to the newest migration. */
export function migrate(stateDir) {
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '-c', API_CONFIG, '--persist-to', stateDir];
  return runOrFail('wrangler', args, `The database in ${stateDir} could not be brought up to date: see above.`, {
    env: wranglerEnv(stateDir),
  });
}

const CORE_INFO = join(ROOT, 'wasm-core/dist/core-info.mjs');

/** SHA-256 of the core that was built here; its runs may rank like those of released cores. */
export function coreSha256() {
  const hash = /WASM_SHA256 = '([0-9a-f]{64})'/.exec(readFileSync(CORE_INFO, 'utf8'))?.[1];
  if (hash === undefined) throw new Error(`${CORE_INFO} names no core`);
  return hash;
}

/** Taken from the environment of a local service: see worker-api/src/base/env.ts. All but the first three are for tests. */
const LOCAL_VARS = [
  'TRUST_POLICY',
  'ADMIN_TOKEN_SHA256',
  'CONTACT',
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
  const localVars = LOCAL_VARS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const vars = { ...config.vars, TRUST_POLICY: 'open', CORE_SHA256: coreSha256(), ...Object.fromEntries(localVars) };
  return writeConfig(join(stateDir, 'service/wrangler.json'), { ...config, vars });
}

/** Rate limits of one account share their counts where their numbers are the same. */
const STAGING_NAMESPACE = 1000;

/**
 * The two configurations of a deployment. Nothing of an account stands in a file of the tree: ids and the domain are given.
 *
 * @param {{ staging: boolean, databaseId: string, domain?: string, contact?: string, coreSha256: string }} deployment `staging`: Workers,
 * database and buckets of their own, named with "-staging" at their end
 */
export function deploymentConfigs({ staging, databaseId, domain, contact = '', coreSha256 }) {
  const stagedName = (name) => (staging ? `${name}-staging` : name);
  const [api, web] = [readConfig(API_CONFIG), readConfig(WEB_CONFIG)];
  return {
    api: {
      ...api,
      name: stagedName(api.name),
      d1_databases: api.d1_databases.map((db) => ({
        ...db,
        database_name: stagedName(db.database_name),
        database_id: databaseId,
      })),
      r2_buckets: api.r2_buckets.map((bucket) => ({ ...bucket, bucket_name: stagedName(bucket.bucket_name) })),
      ratelimits: api.ratelimits.map((limit) => ({
        ...limit,
        namespace_id: `${Number(limit.namespace_id) + (staging ? STAGING_NAMESPACE : 0)}`,
      })),
      vars: { ...api.vars, TRUST_POLICY: 'guarded', BEHIND_CLOUDFLARE: '1', CORE_SHA256: coreSha256, CONTACT: contact },
    },
    web: {
      ...web,
      name: stagedName(web.name),
      services: web.services.map((binding) => ({ ...binding, service: stagedName(binding.service) })),
      ...(domain ? { routes: [{ pattern: domain, custom_domain: true }], workers_dev: false } : {}),
    },
  };
}
