import type { RunUpload } from '@opfsmark/schema/api';
import { RunRecord, type FamilyRecord } from '@opfsmark/schema/families';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { breakDrive, ext4Image, imageObstacle, mount, unmount, withFolder } from '../../ts/node/test/drives.ts';
import { fileProblem } from '../terminal.ts';
import { executed, onceSaid, opfsmark, PROGRAM, real } from './support.ts';

/** Reads from memory only, once. */
const PLAIN = ['--cache', 'as-is', '--write', '0B', '--loops', '1'];
/** Visits each block once and flushes few writes, which is short on any drive. */
const SHORT = [...PLAIN, '--write', '1MiB', '--size', '16MiB', '--limit', '0', '--rows', 'RND4K-Q1T1'];
/** Reading from memory takes a second and a half, however short the plan is. */
const SHORTEST = [...SHORT, '--directions', 'write'];
const LONG = [...PLAIN, '--size', '16MiB', '--limit', '60', '--rows', 'RND4K-Q1T1', '--revisit'];

const obstacle = imageObstacle();
if (obstacle !== null) console.log(`skipped: what needs a filesystem of its own, because ${obstacle}`);

/** The program of util-linux that gives a command a terminal. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
if (!hasTerminal) console.log('skipped: the question at a terminal, because there is no script(1) of util-linux');
const readsAll = process.platform === 'win32' || process.getuid?.() === 0;
if (readsAll) console.log('skipped: a folder that may be written but not read, because this user reads all');

describe('the command line', () => {
  it.runIf(hasTerminal).each([
    ['a no', 'n\n', 1],
    ['Ctrl-C', '\u0003', 130],
    ['the end of its input', '\u0004', 1],
  ])('asks at a terminal before much is written, and writes nothing after %s', async (_, answer, exit) => {
    await withFolder(async (dir) => {
      const command = `${process.execPath} ${PROGRAM} run --dir ${dir} --profile default`;
      const terminal = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
      let output = '';
      terminal.stdout.on('data', (chunk: Buffer) => {
        const isFirst = !output.includes('Go on?');
        output += chunk.toString();
        if (isFirst && output.includes('Go on?')) terminal.stdin.write(answer);
      });
      expect(await new Promise((resolve) => terminal.on('close', resolve))).toBe(exit);
      expect(output).toContain('Writes up to');
      expect(output).toContain('Nothing was written.');
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it('measures, prints a table and plain lines, and writes the record and each form that is asked for', async () => {
    await withFolder(async (dir) => {
      await withFolder(async (outputDir) => {
        const json = join(outputDir, 'record.json');
        const files = ['a.bencher.json', 'a.bigger.json', 'a.prom'].map((name) => join(outputDir, name));
        const saves = files.flatMap((path) => ['--save', path]);
        const { code, out, err } = await executed(['run', '--dir', dir, ...SHORT, '--json', json, ...saves]);
        expect(code).toBe(0);
        expect(out).toMatch(/RND4K Q1 read, memory +[\d,.]+ +[\d,]+/);
        expect(err).toMatch(
          /^Writes up to [\d.]+ MiB to \/.*\.\nfile written: .*\nRND4K Q1 read, memory: [\d,.]+ MB\/s(?: \([a-z ]+\))?\nRND4K Q1 write: [\d,.]+ MB\/s\n$/,
        );
        expect(`${out}${err}`.includes('\u001b')).toBe(false);
        expect(RunRecord.parse(JSON.parse(readFileSync(json, 'utf8'))).status).toBe('done');
        expect(readdirSync(dir)).toEqual([]);
        const [bencher = '', bigger = '', prometheus = ''] = files.map((path) => readFileSync(path, 'utf8'));
        const names = ['Drive: RND4K Q1 write burst, flushed once', 'Drive: RND4K Q1 write, flushed each time'];
        expect(Object.keys(JSON.parse(bencher) as object)).toEqual(expect.arrayContaining(names));
        expect(JSON.parse(bigger)).toEqual(
          expect.arrayContaining([expect.objectContaining({ name: names[0], unit: 'MB/s' })]),
        );
        expect(prometheus).toMatch(/^opfsmark_throughput_bytes_per_second\{family="matrix",profile="[\w-]+",device="/m);
      });
    });
  });

  it('ends on SIGTERM with 143 and leaves nothing behind', async () => {
    await withFolder(async (dir) => {
      const onError = onceSaid('file written', (kill) => kill('SIGTERM'));
      const { code, err } = await opfsmark(['run', '--dir', dir, ...LONG], { onError });
      expect(code).toBe(143);
      expect(err).toMatch(/Stopping: the drive finishes .* Ctrl-C once more ends this at once\./);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it('ends at once on a second Ctrl-C, before it has printed what it measured, and leaves nothing behind', async () => {
    await withFolder(async (dir) => {
      const onError = onceSaid('file written', (kill) => ['SIGINT' as const, 'SIGTERM' as const].forEach(kill));
      const { code, out } = await opfsmark(['run', '--dir', dir, ...LONG], { onError });
      expect([130, 143]).toContain(code);
      expect(out).toBe('');
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it.each([
    ['2 and a sentence where it is asked wrongly', ['run'], 2, /^opfsmark: Say which folder.*\nSee .* run --help\.\n$/],
    ['2 and a sentence where there is no such command', ['rnu'], 2, /Did you mean run\?\nSee (?!.*rnu).* --help\.\n$/],
    [
      '2 and a sentence where a file is none',
      ['publish', '/nowhere'],
      2,
      /^opfsmark: \/nowhere cannot be read: ENOENT/,
    ],
    ['0 and what there is, where it is asked for', ['--help'], 0, /^$/],
    [
      '2 and a sentence before it measures, where a file has no name',
      ['run', '--dir', '.', '--json', ''],
      2,
      /^opfsmark: --json "" names no file\. Name one, or leave --json out\.\n$/,
    ],
    [
      '2 and a sentence before it measures, where what must be a file is to be standard output',
      ['ab', '.', '.', '--history', '-'],
      2,
      /^opfsmark: --history "-" names no file\. Name one, or leave --history out\.\n$/,
    ],
  ])('ends with %s', async (_, words, expected, pattern) => {
    const { code, err } = await executed(words);
    expect(code).toBe(expected);
    expect(err).toMatch(pattern);
  });

  it('ends with 2 and a sentence where there is no folder', async () => {
    const { code, err } = await executed(['run', '--dir', '/nowhere at all']);
    expect(code).toBe(2);
    expect(err).toBe('opfsmark: There is no folder /nowhere at all. Plug its drive in, or name one that exists.\n');
  });

  it('ends with 1 and a sentence where nothing may be written', async () => {
    await withFolder(async (dir) => {
      chmodSync(dir, 0o555);
      // Root may write anywhere but where the system itself makes the files.
      const closed = process.getuid?.() !== 0 ? dir : process.platform === 'linux' ? '/sys' : '/System';
      const { code, err } = await executed(['run', '--dir', closed, ...SHORT]);
      expect(err).toMatch(
        /^opfsmark: Nothing can be written into .*: (?:EACCES|EPERM|EROFS): [a-z -]+\. Choose a folder in which you may write\.\n$/m,
      );
      expect(code).toBe(1);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it.skipIf(readsAll)('writes over a file that may be written, wherever it lies, and over no other', async () => {
    await withFolder((dir) => {
      const path = join(dir, 'kept.json');
      writeFileSync(path, '');
      chmodSync(path, 0o444);
      expect(fileProblem('--json', path)).toBe(
        `--json ${path} cannot be written: EACCES: permission denied. Name another file.`,
      );
      expect(fileProblem('--json', '/dev/null')).toBeNull();
    });
  });

  it.skipIf(readsAll)('ends with 1 and a sentence where a folder may be written but not read', async () => {
    await withFolder(async (dir) => {
      chmodSync(dir, 0o300);
      const { code, err } = await executed(['run', '--dir', dir, ...SHORT]);
      chmodSync(dir, 0o700);
      expect(err).toBe(`opfsmark: ${dir} cannot be looked at: EACCES: permission denied. Choose another folder.\n`);
      expect(code).toBe(1);
    });
  });

  it('keeps what could not be published in a file, which is sent later, and deletes a result by its key', async () => {
    await withService(async (service) => {
      await withFolder(async (dir) => {
        await withFolder(async (workingDir) => {
          const declarationOptions = ['--device', 'Test machine', '--filesystem', 'ZFS'];
          const words = ['run', '--dir', dir, ...SHORTEST, '--publish', service.origin, ...declarationOptions];
          service.refuse = 'Not today';
          const firstTry = await opfsmark(words, { cwd: workingDir });
          expect(firstTry.code).toBe(1);
          expect(firstTry.out).toContain('RND4K Q1 write');
          expect(firstTry.err).toMatch(/may not count[^]*file written/);
          expect(firstTry.err).toContain(`${service.origin} refused it: Not today.`);
          expect(firstTry.err).not.toContain('key');
          const [name = ''] = readdirSync(workingDir);
          const file = join(workingDir, name);
          expect(firstTry.err).toContain(`It is kept in ${file}. Send it later: npm run cli -- publish ${file}`);

          service.refuse = null;
          const secondTry = await executed(['publish', file, '--device', 'لپ\u200cتاپ من']);
          expect(secondTry.err).toContain('Published as "لپ\u200cتاپ من", ZFS: ');
          expect(secondTry.code).toBe(0);
          expect(readdirSync(workingDir)).toEqual([]);
          const [, secondUpload] = service.uploads;
          expect(service.uploads).toHaveLength(2);
          expect(secondUpload).toMatchObject({
            body: { record: { status: 'done' }, declared: { device: 'لپ\u200cتاپ من', filesystem: 'ZFS' } },
          });
          expect(secondUpload?.path).toBe(service.uploads[0]?.path);

          const [, key = '', address = ''] =
            /echo ([\w-]{43}) \| npm run cli -- delete (\S+) -$/m.exec(secondTry.err) ?? [];
          expect(createHash('sha256').update(key).digest('hex')).toBe(secondUpload?.body.deletion_sha256);
          const refusedDelete = await executed(['delete', address, `-${'x'.repeat(42)}`]);
          expect(refusedDelete.err).toContain('This is not the deletion key of ');
          expect(refusedDelete.code).toBe(1);
          const keyless = await opfsmark(['delete', address, '-'], { input: '\n' });
          expect(keyless.err).toContain('opfsmark: Standard input has no deletion key.');
          expect(keyless.code).toBe(2);
          const acceptedDelete = await opfsmark(['delete', address, '-'], { input: `${key} \r\n` });
          expect(acceptedDelete.out).toContain(`was deleted from ${service.origin}.`);
          expect(acceptedDelete.code).toBe(0);
        });
      });
    });
  });

  it.runIf(process.platform === 'linux')(
    'ends with 1 where a result was published and could not be written',
    async () => {
      await withService(async (service) => {
        await withFolder(async (dir) => {
          const { code, err } = await executed([
            ...['run', '--dir', dir, ...SHORTEST, '--json', '/dev/full'],
            ...['--publish', service.origin, '--device', 'Test machine'],
          ]);
          expect(err).toContain('ENOSPC');
          expect(service.uploads).toHaveLength(1);
          expect(code).toBe(1);
        });
      });
    },
  );

  it.skipIf(process.platform === 'win32')(
    'leaves no part of a result where there is no room for all of it, and the file that is sent later as it was',
    async () => {
      await withFolder(async (dir) => {
        const publish = ['publish', real('node-quick'), '--device', 'X', '--service', 'http://127.0.0.1:1'];
        const [kept = ''] = (await opfsmark(publish, { cwd: dir })) && readdirSync(dir);
        const before = readFileSync(join(dir, kept), 'utf8');
        const withoutRoom = (words: readonly string[]) => {
          const script = `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`;
          const env = { ...process.env, TMPDIR: dir };
          return spawnSync('sh', ['-c', script, process.execPath, PROGRAM, ...words], {
            cwd: dir,
            env,
          }).stderr.toString();
        };
        expect(withoutRoom(publish)).toContain('It could not be kept in a file either');
        expect(withoutRoom(['publish', kept, '--device', 'Y'])).toContain('It is kept in ');
        expect(readdirSync(dir)).toEqual([kept]);
        expect(readFileSync(join(dir, kept), 'utf8')).toBe(before);
      });
    },
  );

  it.runIf(process.platform === 'linux')('ends with 1 and a sentence where what it prints does not fit', () => {
    for (const words of [['--help'], ['compare', real('node-quick'), real('node-quick')]]) {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', full, 'pipe'] });
      closeSync(full);
      expect(stderr.toString()).toBe(
        'opfsmark: Standard output could not be written: ENOSPC: no space left on device.\n',
      );
      expect(status).toBe(1);
    }
  });

  it('says where a result is kept before it is sent, because Ctrl-C may end that', async () => {
    // It takes what is sent and never answers.
    const silentServer = createServer().listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    await withFolder(async (dir) => {
      const origin = `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}`;
      const words = ['publish', real('node-quick'), '--device', 'X', '--service', origin];
      const { code, err } = await opfsmark(words, { cwd: dir, onError: onceSaid('kept in', (kill) => kill('SIGINT')) });
      expect(code).toBe(130);
      const [name = ''] = readdirSync(dir);
      expect(err).toBe(`Until ${origin} has it, it is kept in ${join(dir, name)}.\n`);
    });
    silentServer.close();
    silentServer.closeAllConnections();
  });

  it('says that a service is not reached before it measures, prints the record alone where that is asked for, and ends on SIGINT with 130', async () => {
    await withFolder(async (dir) => {
      const words = ['run', '--dir', dir, ...LONG, '--publish', 'http://127.0.0.1:1', '--device', 'X', '--json', '-'];
      const onError = onceSaid('The run goes on', (kill) => kill('SIGINT'));
      const { code, out, err } = await opfsmark(words, { onError });
      expect(code).toBe(130);
      const { environment, status } = RunRecord.parse(JSON.parse(out));
      expect([environment.engine, status]).toEqual(['node', 'stopped']);
      expect(err).toMatch(/^http:\/\/127\.0\.0\.1:1 cannot be reached: bad port\. The run goes on; /);
      expect(readdirSync(dir)).toEqual([]);
    });
  });
});

interface Upload {
  readonly path: string;
  readonly body: RunUpload;
}

interface Service {
  readonly origin: string;
  readonly uploads: Upload[];
  /** Why it stores nothing at the moment. */
  refuse: string | null;
}

/** A service that gives no tickets, and stores what it is sent unless it refuses. */
async function withService(use: (service: Service) => Promise<void>): Promise<void> {
  const service = { origin: '', uploads: [] as Upload[], refuse: null as string | null };
  const answer = (method: string | undefined, path: string, key: string): [number, object] => {
    if (method === 'POST') return [503, problem(503, 'Busy')];
    if (service.refuse !== null) return [422, problem(422, service.refuse)];
    const run_id = path.split('/').at(-1) ?? '';
    if (method === 'PUT') return [201, receipt(run_id)];
    const hash = createHash('sha256').update(key).digest('hex');
    return service.uploads.at(-1)?.body.deletion_sha256 === hash
      ? [204, {}]
      : [403, problem(403, 'The token is wrong')];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path = '', headers } = request;
      if (method === 'PUT')
        service.uploads.push({ path, body: JSON.parse(gunzipSync(Buffer.concat(chunks)).toString()) as RunUpload });
      const [status, body] = answer(method, path, /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await use(service);
  } finally {
    server.close();
  }
}

const problem = (status: number, title: string) => ({ type: 'about:blank', title, status });
const receipt = (run_id: string) => ({
  ...{ run_id, status: 'published', reasons: [], trust: 0, unranked_because: [] },
  links: { self: `/api/v1/runs/${run_id}`, html: `/r/${run_id}` },
});

describe.skipIf(obstacle !== null)('the command line on a drive that fails meanwhile', () => {
  const ROWS = [...PLAIN, '--size', '16MiB', '--limit', '1', '--rows', 'RND4K-Q1T1', '--revisit'];
  const IMAGE_BYTES = 64 * 1024 * 1024;

  /** The record lies beside the drive. */
  async function untilRead(dir: string, act: () => void) {
    const json = join(dirname(dir), 'record.json');
    const onError = onceSaid('RND4K Q1 read, memory:', act);
    const commandEnd = await executed(['run', '--dir', dir, ...ROWS, '--json', json], onError);
    return { ...commandEnd, record: JSON.parse(readFileSync(json, 'utf8')) as FamilyRecord<'matrix'> };
  }

  it('keeps the rows that are done when the drive reports errors, and says what to do', async () => {
    await withFolder(async (dir) => {
      const image = ext4Image(dir, IMAGE_BYTES);
      // Its journal, which the system else writes each five seconds, would fail, and no file could be deleted any more.
      mount(dir, '-o', 'loop,commit=3600', image);
      const { code, out, err, record } = await untilRead(dir, () => breakDrive(dir, image));
      expect(code).toBe(1);
      expect(record).toMatchObject({ status: 'failed', failure: { code: 'write_error' } });
      expect(record.failure?.detail).toContain('EIO');
      expect(record.result.jobs.map(({ direction, status }) => [direction, status])).toEqual([
        ['read', 'done'],
        ['write', 'failed'],
      ]);
      expect(out).toMatch(/RND4K Q1 read, memory +[\d,.]+ +[\d,]+/);
      expect(out).toMatch(/RND4K Q1 write +failed /);
      expect(err).toContain(`opfsmark: The drive of ${dir} refuses writes: save what you need from it first`);
      expect(err).toMatch(/Before that, this run had written [\d.]+ MiB\. \(/);
      expect(readdirSync(dir)).toEqual(['lost+found']);
    });
  });

  it('notices that the drive is gone, and deletes its files all the same', async () => {
    await withFolder(async (dir) => {
      const image = ext4Image(dir, IMAGE_BYTES);
      mount(dir, '-o', 'loop', image);
      const { code, out, err, record } = await untilRead(dir, () => unmount(dir, '--lazy'));
      expect(code).toBe(1);
      expect(record).toMatchObject({ status: 'failed', failure: { code: 'handle_lost' } });
      expect(out).toMatch(/RND4K Q1 read, memory +[\d,.]+ +[\d,]+/);
      expect(err).toContain(`opfsmark: The files in ${dir} are gone: was the drive unmounted or unplugged?`);
      expect(readdirSync(dir)).toEqual([]);
      mount(dir, '-o', 'loop', image);
      expect(readdirSync(dir)).toEqual(['lost+found']);
    });
  });
});
