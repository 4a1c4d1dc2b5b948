import { join } from 'node:path';
import { readServiceConfig } from '../../worker-api/node/service.ts';
import { coreSha256 } from './core-info.mjs';
import { ROOT } from './paths.mjs';

/** Taken from the environment of a local service: see worker-api/src/base/env.ts. All but the first three are for tests. */
const LOCAL_VARS = [
  'TRUST_POLICY',
  'ADMIN_TOKEN_SHA256',
  'CONTACT',
  'TICKET_ALLOWANCE_MS',
  'REPEATED_RESULTS',
  'RUNS_PER_GROUP',
  'MAX_DATABASE_BYTES',
  'MAX_DATABASE_BYTES_PER_DAY',
  'MAX_PROVIDER_BYTES_PER_DAY',
  'MAX_DOCUMENT_BYTES',
  'MAX_DOCUMENTS',
];

/** The configuration of a local service: the Worker's own variables, the core it serves, and what the environment says. */
export function serviceConfig() {
  const config = readServiceConfig(join(ROOT, 'worker-api/wrangler.jsonc'));
  const localVars = LOCAL_VARS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const vars = { ...config.vars, TRUST_POLICY: 'open', CORE_SHA256: coreSha256(), ...Object.fromEntries(localVars) };
  return { ...config, vars };
}
