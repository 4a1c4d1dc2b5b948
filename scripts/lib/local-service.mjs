import { join } from 'node:path';
import { readServiceConfig } from '../../worker-api/node/service.ts';
import { coreSha256 } from './core-info.mjs';
import { ROOT } from './paths.mjs';
import { readSettings } from './settings.mjs';

/** The configuration of a local service: the Worker's own variables, the core it serves, and what the environment says. */
export function serviceConfig() {
  const config = readServiceConfig(join(ROOT, 'worker-api/wrangler.jsonc'));
  const vars = { ...config.vars, TRUST_POLICY: 'open', CORE_SHA256: coreSha256(), ...readSettings(process.env) };
  return { ...config, vars };
}
