import { join } from 'node:path';
import { runOrFail, toolEnv } from './command.mjs';

export const WEB_CONFIG = 'web/wrangler.jsonc';
export const API_CONFIG = 'worker-api/wrangler.jsonc';

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
