import type { RunRecord } from '@opfsmark/schema/families';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** A record of a real run: see worker-api/proof/real. */
export function realRecord(name: string): RunRecord {
  return JSON.parse(readFileSync(join(ROOT, `worker-api/proof/real/chromium-${name}.json`), 'utf8')) as RunRecord;
}
