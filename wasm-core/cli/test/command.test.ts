import { RunRecord } from '@opfsmark/schema';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';

const PROGRAM = fileURLToPath(new URL('../opfsmark.mjs', import.meta.url));
const SHORT = ['--size', '16MiB', '--limit', '1', '--rows', 'RND4K-Q1T1'];
const LONG = ['--size', '16MiB', '--limit', '60', '--rows', 'RND4K-Q1T1', '--revisit'];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `onError`: told all that the program has said beside its result, whenever there is more of it. */
function opfsmark(
  words: readonly string[],
  onError: (text: string, kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
      onError(err, (signal) => child.kill(signal));
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

describe('the command line', () => {
  it('measures, prints a table and plain lines, and writes the record', async () => {
    await withFolder(async (dir) => {
      await withFolder(async (elsewhere) => {
        const json = join(elsewhere, 'record.json');
        const { code, out, err } = await opfsmark(['run', '--dir', dir, ...SHORT, '--json', json]);
        expect(code).toBe(0);
        expect(out).toMatch(/RND4K Q1 read +[\d,.]+ +[\d,]+/);
        expect(err).toMatch(/^file written: .*\nRND4K Q1 read: [\d,.]+ MB\/s\nRND4K Q1 write: [\d,.]+ MB\/s\n$/);
        expect(`${out}${err}`.includes('\u001b')).toBe(false);
        expect(RunRecord.parse(JSON.parse(readFileSync(json, 'utf8'))).status).toBe('done');
        expect(readdirSync(dir)).toEqual([]);
      });
    });
  });

  it('prints the record alone where that is asked for', async () => {
    await withFolder(async (dir) => {
      const { code, out } = await opfsmark(['run', '--dir', dir, ...SHORT, '--json', '-']);
      expect(code).toBe(0);
      expect(RunRecord.parse(JSON.parse(out)).environment.engine).toBe('node');
    });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends on %s with %i and leaves nothing behind', async (signal, expected) => {
    await withFolder(async (dir) => {
      let sent = false;
      const { code } = await opfsmark(['run', '--dir', dir, ...LONG], (text, kill) => {
        if (!sent && text.includes('file written')) kill(signal);
        sent ||= text.includes('file written');
      });
      expect(code).toBe(expected);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it.each([
    ['2 and a sentence where it is asked wrongly', ['run'], 2, /^opfsmark: Say which folder/],
    [
      '2 and a sentence where there is no folder',
      ['run', '--dir', '/nowhere at all'],
      2,
      /^opfsmark: There is no folder \/nowhere at all\.\n$/,
    ],
    ['0 and what there is, where it is asked for', ['--help'], 0, /^$/],
  ])('ends with %s', async (_, words, expected, said) => {
    const { code, err } = await opfsmark(words);
    expect(code).toBe(expected);
    expect(err).toMatch(said);
  });

  it('publishes what it has measured, and says where a service refuses it', async () => {
    const uploads: unknown[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'PUT') uploads.push(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString()));
        response.writeHead(request.method === 'PUT' ? 422 : 503, { 'content-type': 'application/problem+json' });
        response.end(JSON.stringify({ type: 'about:blank', title: 'Not today.', status: 422 }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const declared = ['--device', 'Test machine', '--filesystem', 'ZFS'];
      await withFolder(async (dir) => {
        const { code, out, err } = await opfsmark(['run', '--dir', dir, ...SHORT, '--publish', service, ...declared]);
        expect(code).toBe(1);
        expect(out).toContain('RND4K Q1 write');
        expect(err).toContain(`${service} refused it: Not today.`);
        expect(err).toContain('will not be ranked');
      });
      expect(uploads).toMatchObject([
        { record: { status: 'done' }, declared: { device: 'Test machine', filesystem: 'ZFS' } },
      ]);
    } finally {
      server.close();
    }
  });
});
