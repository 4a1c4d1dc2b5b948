import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnapshotManifest } from '@opfsmark/schema/api';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import { expect, it } from 'vitest';

const RUN = join(import.meta.dirname, '../../recompute/run.ts');
/** Clears a terminal, names its window, and turns what follows around. */
const OBEYED = '\u001b[2J\u009d0;name\u0007\u202e\n';

const MANIFEST = {
  ...{ format: 1, taken_at: '2026-11-01T00:00:00Z', suite: SUITE_VERSION, license: '', license_url: '' },
  ...{ complete: true, runs: 0, policy: 'open' },
};
const BOARDS = JSON.stringify({ boards: [], places: [] });

/** What is printed, beside a service that answers so. */
async function printed(answers: Readonly<Record<string, string>>, words: readonly string[], calledIn: string) {
  const server = createServer(({ url = '' }, response) => response.end(answers[url] ?? 'no parquet'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = [RUN, ...words.map((word) => word.replace('ORIGIN', origin))];
  const env = { ...process.env, INIT_CWD: calledIn };
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { env }, (_, stdout) => resolve(stdout));
  });
  server.close();
  return out;
}

it('a snapshot in a folder is found from where npm was called, which runs a script elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-recompute-'));
  mkdirSync(join(folder, 'kept'));
  writeFileSync(join(folder, 'kept/manifest.json'), JSON.stringify(SnapshotManifest.parse({ ...MANIFEST, files: [] })));
  const out = await printed({ '/api/v1/boards': BOARDS }, ['kept', 'ORIGIN'], folder);
  rmSync(folder, { recursive: true });
  expect(out).toContain('0 runs in 0 files');
  expect(out).toContain('0 boards, 0 cells compared, 0 differ');
});

it('what a service says of its files is printed as text alone: nobody need trust it', async () => {
  const manifest = SnapshotManifest.parse({
    ...MANIFEST,
    files: [{ name: `a${OBEYED}b`, kind: 'devices', url: '/file', rows: 0, bytes: 1, sha256: '' }],
  });
  const answers: Readonly<Record<string, string>> = {
    '/api/v1/snapshot': JSON.stringify(manifest),
    '/api/v1/boards': BOARDS,
  };
  const out = await printed(answers, ['ORIGIN/api/v1/snapshot'], tmpdir());
  expect(out).toContain(String.raw`✗ a\u001b[2J\u009d0;name\u0007\u202e\u000ab: 10 bytes instead of 1`);
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
});
