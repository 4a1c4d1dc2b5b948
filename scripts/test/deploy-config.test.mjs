import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { deploymentAsked, deploymentConfigs } from '../lib/deployment.mjs';
import { ROOT } from '../lib/paths.mjs';
import { ALLOCATOR_ENV, NODE_FLAGS } from '../lib/server-process.mjs';

const deployment = {
  databaseId: 'id-of-an-account',
  domain: 'opfsmark.example',
  contact: 'ann@opfsmark.example',
  coreSha256: 'c'.repeat(64),
};

test('a deployment takes the ids of its account from outside, and the rest from the tree', () => {
  const { api, web } = deploymentConfigs({ staging: false, ...deployment });
  expect(api.name).toEqual('opfsmark-api');
  expect(api.d1_databases[0].database_id).toEqual(deployment.databaseId);
  expect([api.vars.CORE_SHA256, api.vars.CONTACT]).toEqual([deployment.coreSha256, deployment.contact]);
  const { TRUST_POLICY, BEHIND_CLOUDFLARE } = api.vars;
  expect([TRUST_POLICY, BEHIND_CLOUDFLARE]).toEqual(['guarded', '1']);
  expect(web.routes).toEqual([{ pattern: deployment.domain, custom_domain: true }]);
});

const D1_DATABASE_ID = '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0';

test.each([
  ['the live site', [], {}, { staging: false, isDryRun: false, databaseId: D1_DATABASE_ID }],
  ['staging', ['--staging'], {}, { staging: true, isDryRun: false }],
  ['a trial of staging', ['--dry-run', '--staging'], {}, { staging: true, isDryRun: true }],
  // As npm has them where the `--` before them was forgotten.
  ['staging', [], { npm_config_staging: 'true' }, { staging: true, isDryRun: false }],
  ['a trial', [], { npm_config_dry_run: 'true' }, { staging: false, isDryRun: true }],
  ['a trial', ['--dry-run'], { D1_DATABASE_ID: '' }, { isDryRun: true, databaseId: 'dry-run' }],
])('deploys %s by the words %j and what npm tells: %j', (_, words, env, asked) => {
  expect(deploymentAsked(words, { D1_DATABASE_ID, ...env })).toMatchObject(asked);
});

test.each([
  ['a word that is misspelt', ['--stagging'], {}, '"--stagging" is no option'],
  ['no database', [], { D1_DATABASE_ID: '' }, 'Set D1_DATABASE_ID'],
  ['the name of a database', [], { D1_DATABASE_ID: 'opfsmark' }, '"opfsmark" is none'],
  ['an address for a domain', [], { DOMAIN: 'https://bench.example.org/' }, 'DOMAIN must be a name alone'],
])('deploys nothing where it is given %s', (_, words, env, sentence) => {
  expect(() => deploymentAsked(words, { D1_DATABASE_ID, ...env })).toThrow(sentence);
});

test('staging shares no Worker, database, bucket or rate limit with the deployment', () => {
  const [live, staging] = [false, true].map((isStaging) => deploymentConfigs({ staging: isStaging, ...deployment }));
  const names = ({ api, web }) => [
    ...[api.name, web.name],
    ...api.d1_databases.map((db) => db.database_name),
    ...api.r2_buckets.map((bucket) => bucket.bucket_name),
    ...api.ratelimits.map((limit) => limit.namespace_id),
  ];
  expect(names(live).filter((name) => names(staging).includes(name))).toEqual([]);
  expect(staging.web.services[0].service).toEqual(staging.api.name);
});

test('neither Worker logs invocations, which hold the headers of requests, and so addresses', () => {
  for (const config of Object.values(deploymentConfigs({ staging: false, ...deployment }))) {
    expect(config.observability).toEqual({ enabled: true, logs: { invocation_logs: false } });
    expect(config.logpush).toEqual(undefined);
  }
});

test('the service has no address of its own: only the site asks it', () => {
  const { api } = deploymentConfigs({ staging: false, ...deployment });
  expect([api.workers_dev, api.preview_urls]).toEqual([false, false]);
});

test('the container starts the server as npm start does', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const variables = Object.entries(ALLOCATOR_ENV).map(([name, value]) => `${name}=${value}`);
  expect(dockerfile).toContain(`\nENV ${variables.join(' ')}\n`);
  expect(dockerfile).toContain(
    `\nCMD ${JSON.stringify(['node', ...NODE_FLAGS, 'scripts/serve.mjs']).replaceAll(',', ', ')}\n`,
  );
});

test('what git ignores comes into no image: secrets of a developer, states, results', () => {
  const linesOf = (file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const patterns = linesOf('.dockerignore');
  const paths = linesOf('.gitignore').flatMap((line) => {
    const name = line.replace(/\/$/, '').replaceAll('*', 'x');
    return [name, `web/${name}`];
  });
  expect(paths).toContain('web/.dev.vars');
  expect(paths.filter((path) => !patterns.some((pattern) => matchesGlob(path, pattern)))).toEqual([]);
});
