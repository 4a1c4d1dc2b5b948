import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SnapshotManifest } from '@opfsmark/schema/api';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import { expect, it } from 'vitest';

const RUN = join(import.meta.dirname, '../../recompute/run.ts');
/** Clears a terminal, names its window, and turns what follows around. */
const OBEYED = '\u001b[2J\u009d0;name\u0007\u202e\n';

it('what a service says of its files is printed as text alone: nobody need trust it', async () => {
  const manifest = SnapshotManifest.parse({
    ...{ format: 1, taken_at: '2026-11-01T00:00:00Z', suite: SUITE_VERSION, license: '', license_url: '' },
    ...{ complete: true, runs: 0, policy: 'open' },
    files: [{ name: `a${OBEYED}b`, kind: 'devices', url: '/file', rows: 0, bytes: 1, sha256: '' }],
  });
  const answers: Readonly<Record<string, string>> = {
    '/api/v1/snapshot': JSON.stringify(manifest),
    '/api/v1/boards': JSON.stringify({ boards: [], places: [] }),
  };
  const server = createServer(({ url = '' }, response) => response.end(answers[url] ?? 'no parquet'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/snapshot`;
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, [RUN, address], (_, stdout) => resolve(stdout));
  });
  server.close();
  expect(out).toContain(String.raw`✗ a\u001b[2J\u009d0;name\u0007\u202e\u000ab: 10 bytes instead of 1`);
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
});
