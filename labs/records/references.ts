/**
 * Writes worker-api/src/boards/references.json, the rows that boards show while they have few results, from records of `fixtures`:
 * `npm run references -w labs`. worker-api/test/references.test.ts holds the file to them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { boardLayoutOf, metricsOf, scopeOf } from '@opfsmark/schema/boards';
import { knownVersion } from '@opfsmark/schema/evidence';
import type { RunRecord } from '@opfsmark/schema/families';

/** Those whose files were where a person's would be: no folder or file that a script stood in for. */
const RECORDS = ['chromium-quick', 'firefox-quick', 'node-quick', 'node-direct', 'chromium-family-sustained'];

function referenceOf(name: string) {
  const record = JSON.parse(
    readFileSync(new URL(`../../fixtures/records/${name}.json`, import.meta.url), 'utf8'),
  ) as RunRecord;
  const layout = boardLayoutOf(record);
  if (layout === null) throw new Error(`${name} stands on no board`);
  const { browser, os } = record.environment.client;
  return {
    record: name,
    measured_at: record.started_at,
    scope: scopeOf(record.plan.suite, layout),
    os: os.family,
    browser: browser.family,
    version: knownVersion(record.environment, Date.parse(record.started_at)),
    metrics: metricsOf(record),
  };
}

const FILE = new URL('../../worker-api/src/boards/references.json', import.meta.url);
writeFileSync(FILE, `${JSON.stringify(RECORDS.map(referenceOf), null, 2)}\n`);
