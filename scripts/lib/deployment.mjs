import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from './paths.mjs';
import { PlainError } from './say.mjs';

/** @type {() => typeof import('jsonc-parser')} Loaded when it is needed: `npm run deploy` reads this before anything is installed. */
const loadParser = () => createRequire(import.meta.url)('jsonc-parser');

/** Reads a wrangler.jsonc of the tree, with its paths made absolute, so that it may be written elsewhere. */
function readConfig(path) {
  const { parse, printParseErrorCode } = loadParser();
  const source = join(ROOT, path);
  const errors = [];
  const config = parse(readFileSync(source, 'utf8'), errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new Error(`${source}: ${printParseErrorCode(errors[0].error)}`);
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

const API_CONFIG = 'worker-api/wrangler.jsonc';
const WEB_CONFIG = 'web/wrangler.jsonc';

const OPTIONS = ['staging', 'dry-run'];
const DATABASE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const DOMAIN = /^[\da-z-]+(?:\.[\da-z-]+)+$/i;

/**
 * What is asked for, and of which account; what cannot be meant is said before anything is built. npm keeps options to itself that
 * stand before a `--`, and tells them in the environment alone: without a look there, a trial would be a deployment, and one of
 * staging would put the database of staging under the live site.
 * @param {readonly string[]} words after the name of the script
 * @param {NodeJS.ProcessEnv} env
 */
export function deploymentAsked(words, env) {
  const stray = words.find((word) => !OPTIONS.some((name) => word === `--${name}`));
  if (stray !== undefined) {
    throw new PlainError(
      `"${stray}" is no option of a deployment: there are --staging and --dry-run. Nothing was done.`,
    );
  }
  const [staging, isDryRun] = OPTIONS.map(
    (name) => words.includes(`--${name}`) || env[`npm_config_${name.replace('-', '_')}`] === 'true',
  );
  const databaseId = env.D1_DATABASE_ID || (isDryRun ? 'dry-run' : '');
  if (!isDryRun && !DATABASE_ID.test(databaseId)) {
    throw new PlainError(
      `Set D1_DATABASE_ID to the id that \`npx wrangler d1 create\` printed${databaseId === '' ? '' : `: "${databaseId}" is none`}.`,
    );
  }
  const { DOMAIN: domain = '', CONTACT: contact = '' } = env;
  if (domain !== '' && !DOMAIN.test(domain)) {
    throw new PlainError(`DOMAIN must be a name alone, such as bench.example.org, and is "${domain}".`);
  }
  return { staging, isDryRun, databaseId, domain, contact };
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
