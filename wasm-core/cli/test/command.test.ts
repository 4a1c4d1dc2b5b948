import { RunRecord } from '@opfsmark/schema/families';
import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { breakDrive, ext4Image, mount, mountObstacle, unmount, withFolder } from '../../ts/node/test/drives.ts';

const PROGRAM = fileURLToPath(new URL('../opfsmark.mjs', import.meta.url));
/** Reads from memory only, once. */
const PLAIN = ['--cache', 'as-is', '--write', '0B', '--loops', '1'];
/** Visits each block once and flushes few writes, which is short on any drive. */
const SHORT = [...PLAIN, '--write', '1MiB', '--size', '16MiB', '--limit', '0', '--rows', 'RND4K-Q1T1'];
/** Reading from memory takes a second and a half, however short the plan is. */
const SHORTEST = [...SHORT, '--directions', 'write'];
/** The user that has no files, by the number it has on Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const LONG = [...PLAIN, '--size', '16MiB', '--limit', '60', '--rows', 'RND4K-Q1T1', '--revisit'];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `onError`: told all that the program has said beside its result, whenever there is more of it. */
function opfsmark(
  words: readonly string[],
  onError: (text: string, kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
  as: { readonly uid?: number; readonly gid?: number } = {},
) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'], ...as });
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

const obstacle = mountObstacle();
if (obstacle !== null) console.log(`skipped: what needs a filesystem of its own, because ${obstacle}`);

describe('the command line', () => {
  it('measures, prints a table and plain lines, and writes the record', async () => {
    await withFolder(async (dir) => {
      await withFolder(async (elsewhere) => {
        const json = join(elsewhere, 'record.json');
        const { code, out, err } = await opfsmark(['run', '--dir', dir, ...SHORT, '--json', json]);
        expect(code).toBe(0);
        expect(out).toMatch(/RND4K Q1 read, memory +[\d,.]+ +[\d,]+/);
        expect(err).toMatch(
          /^file written: .*\nRND4K Q1 read, memory: [\d,.]+ MB\/s(?: \([a-z ]+\))?\nRND4K Q1 write: [\d,.]+ MB\/s\n$/,
        );
        expect(`${out}${err}`.includes('\u001b')).toBe(false);
        expect(RunRecord.parse(JSON.parse(readFileSync(json, 'utf8'))).status).toBe('done');
        expect(readdirSync(dir)).toEqual([]);
      });
    });
  });

  it('prints the record alone where that is asked for', async () => {
    await withFolder(async (dir) => {
      const { code, out } = await opfsmark(['run', '--dir', dir, ...SHORTEST, '--json', '-']);
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

  it('ends with 1 and a sentence where nothing may be written', async () => {
    await withFolder(async (dir) => {
      chmodSync(dir, 0o555);
      // Root may write anywhere.
      const as = process.getuid?.() === 0 ? NOBODY : {};
      const { code, err } = await opfsmark(['run', '--dir', dir, ...SHORT], undefined, as);
      expect(err).toMatch(/^opfsmark: Nothing can be written into .*: EACCES: permission denied\.\n$/);
      expect(code).toBe(1);
      expect(readdirSync(dir)).toEqual([]);
    });
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
        const { code, out, err } = await opfsmark([
          'run',
          '--dir',
          dir,
          ...SHORTEST,
          '--publish',
          service,
          ...declared,
        ]);
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

/** Acts once, when the program has said something that holds `word`. */
const onceSaid = (word: string, act: () => void) => {
  let done = false;
  return (text: string) => {
    if (done || !text.includes(word)) return;
    done = true;
    act();
  };
};

describe.skipIf(obstacle !== null)('the command line on a drive that fails meanwhile', () => {
  const ROWS = [...PLAIN, '--size', '16MiB', '--limit', '1', '--rows', 'RND4K-Q1T1', '--revisit'];
  const IMAGE_BYTES = 64 * 1024 * 1024;

  it('keeps the rows that are done when the drive reports errors, and says what to do', async () => {
    await withFolder(async (dir) => {
      const image = ext4Image(dir, IMAGE_BYTES);
      mount(dir, '-o', 'loop', image);
      const { code, out, err } = await opfsmark(
        ['run', '--dir', dir, ...ROWS],
        onceSaid('RND4K Q1 read, memory:', () => breakDrive(dir, image)),
      );
      expect(code).toBe(1);
      expect(out).toMatch(/RND4K Q1 read, memory +[\d,.]+ +[\d,]+/);
      expect(out).toMatch(/RND4K Q1 write +failed: /);
      expect(err).toContain(`opfsmark: The drive of ${dir} reported an error: was it unplugged?`);
      expect(readdirSync(dir)).toEqual(['lost+found']);
    });
  });

  it('notices that the drive is gone, and deletes its files all the same', async () => {
    await withFolder(async (dir) => {
      const image = ext4Image(dir, IMAGE_BYTES);
      mount(dir, '-o', 'loop', image);
      const { code, out, err } = await opfsmark(
        ['run', '--dir', dir, ...ROWS],
        onceSaid('RND4K Q1 read, memory:', () => unmount(dir, '--lazy')),
      );
      expect(code).toBe(1);
      expect(out).toMatch(/RND4K Q1 read, memory +[\d,.]+ +[\d,]+/);
      expect(err).toContain(`opfsmark: The files in ${dir} are gone: was the drive unmounted or unplugged?`);
      expect(readdirSync(dir)).toEqual([]);
      mount(dir, '-o', 'loop', image);
      expect(readdirSync(dir)).toEqual(['lost+found']);
    });
  });

  it('says how much is free where the file does not fit', async () => {
    await withFolder(async (dir) => {
      mount(dir, '-t', 'tmpfs', '-o', 'size=24m', 'none');
      writeFileSync(join(dir, 'other'), new Uint8Array(6 * 1024 * 1024));
      const { code, err } = await opfsmark(['run', '--dir', dir, ...SHORT, '--size', '20MiB']);
      expect(code).toBe(1);
      expect(err).toMatch(/^opfsmark: .* MiB free, and this plan needs 21 MiB\. Choose a smaller --size\.\n$/);
      expect(readdirSync(dir)).toEqual(['other']);
    });
  });
});

describe('what a killed run leaves', () => {
  it('is deleted by the next, which says so', async () => {
    await withFolder(async (dir) => {
      const first = await opfsmark(['run', '--dir', dir, ...LONG], (text, kill) => {
        if (text.includes('file written')) kill('SIGKILL');
      });
      expect(first.code).toBe(null);
      const [left = ''] = readdirSync(dir);
      expect(left).toMatch(/^\.opfsmark-/);
      const { code, err } = await opfsmark(['run', '--dir', dir, ...SHORTEST]);
      expect(code).toBe(0);
      const said = {
        deleted: 'Deleted, left behind by a run that was killed',
        named: 'Left by a run whose end is not known',
      };
      const isTold = process.platform === 'linux';
      expect(err).toContain(isTold ? said.deleted : said.named);
      expect(err).toContain(join(dir, left));
      expect(readdirSync(dir)).toEqual(isTold ? [] : [left]);
    });
  });
});
