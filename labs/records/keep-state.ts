/**
 * Makes the state of a server as this version keeps it, with some real results, a group, a report and a checkup, and writes it to
 * fixtures/states: every later version must open it and answer from it. Run it once for each new migration, before that is released.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { newRunId } from '@opfsmark/schema/documents';
import { WHOLE_CHECKUP } from '@opfsmark/schema/test-support/checkup';
import { openState, readMigrations, readServiceConfig, startService } from '../../worker-api/node/service.ts';
import { ANY_TIME, jsonRequest, withTicket } from '../../worker-api/test/tickets.ts';

const ROOT = join(import.meta.dirname, '../..');
const RECORDS = [
  'chromium-quick',
  'firefox-quick',
  'node-quick',
  'chromium-family-app-storage',
  'chromium-family-stutter',
];
const ORIGIN = 'http://localhost';
const SHA256 = 'a'.repeat(64);

const migrations = readMigrations(join(ROOT, 'schema/migrations'));
const folder = mkdtempSync(join(tmpdir(), 'opfsmark-keep-'));
const state = openState(folder, migrations);
const config = readServiceConfig(join(ROOT, 'worker-api/wrangler.jsonc'));
const service = await startService(state, { ...config, vars: { ...config.vars, ...ANY_TIME, TRUST_POLICY: 'open' } });
const send = async (path: string, init: RequestInit) => {
  const response = await service.fetch(new Request(ORIGIN + path, init));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
};

const ids: string[] = [];
for (const name of RECORDS) {
  const record = JSON.parse(readFileSync(join(ROOT, `fixtures/records/${name}.json`), 'utf8')) as never;
  const declared = { device: `Kept ${name}`, filesystem: 'ext4', drive: 'Kept 990' } as const;
  const upload = { record, declared, deletion_sha256: SHA256 };
  const ticketed = name === 'node-quick' ? upload : await withTicket(send, upload as never);
  const id = 'ticket' in ticketed ? (ticketed.ticket as { run_id: string }).run_id : newRunId();
  await send(`/api/v1/runs/${id}`, jsonRequest('PUT', JSON.stringify(ticketed)));
  ids.push(id);
}
await send('/api/v1/groups', jsonRequest('POST', JSON.stringify({ name: 'Kept class', deletion_sha256: SHA256 })));
await send(
  `/api/v1/runs/${ids[0] ?? ''}/reports`,
  jsonRequest('POST', JSON.stringify({ reason: 'other', detail: 'Kept.' })),
);
const checkup = { checkup: WHOLE_CHECKUP, deletion_sha256: SHA256 };
await send(`/api/v1/checkups/${newRunId()}`, jsonRequest('PUT', JSON.stringify(checkup)));
// Keys of no service.
state.database.exec(`UPDATE meta SET value = '${'5a'.repeat(32)}' WHERE key LIKE '%key/%'; VACUUM`);
state.objects.exec('VACUUM');
await service.close();

const target = join(ROOT, 'fixtures/states', (migrations.at(-1)?.name ?? '').replace('.sql', ''));
mkdirSync(target, { recursive: true });
for (const name of readdirSync(folder).filter((file) => /^(?:database|objects)\.sqlite$/.test(file))) {
  writeFileSync(join(target, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
}
writeFileSync(join(target, 'runs.json'), `${JSON.stringify(ids, null, 2)}\n`);
rmSync(folder, { recursive: true });
console.log(`${target}: ${ids.length} results`);
