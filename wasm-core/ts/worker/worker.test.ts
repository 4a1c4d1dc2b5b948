import { afterEach, describe, expect, it, vi } from 'vitest';
import { MIB } from '@opfsmark/schema/documents';
import jobHeader from '../../include/opfsmark/job.h?raw';
import resultHeader from '../../include/opfsmark/result.h?raw';
import { Control } from '../protocol/control.ts';
import { HANDLE_PROBLEMS } from '../protocol/files.ts';
import type { SampleReply } from '../protocol/messages.ts';
import { ABI_VERSION, ERRORS, FIELDS, JOB_BYTES, JobView, OPERATION, SIDE_FIELDS, SIDES } from './abi.ts';
import { memoryOf } from './core.ts';
import { errorNameOf, errorOfJob, failureOf } from './failure.ts';
import { readHoles, Storage, timeSamples, type OwnFile } from './storage.ts';
import { cleanUp } from './tasks.ts';

const number = (text: string) => Number(text.replaceAll("'", ''));

/** The offsets that the compiler has been made to confirm. */
function assertedOffsets(struct: string): Record<string, number> {
  const assertions = jobHeader.matchAll(new RegExp(`offsetof\\(${struct}, ([\\w.]+)\\) == ([\\d']+)`, 'g'));
  return Object.fromEntries([...assertions].map(([, field = '', offset = '']) => [field, number(offset)]));
}

it('mirrors every offset of the job', () => {
  const fields = Object.entries(FIELDS).map(([field, { offset }]) => [field, offset]);
  const sides = Object.entries(SIDES).map(([side, offset]) => [`outcome.${side}`, offset]);
  expect(Object.fromEntries([...fields, ...sides])).toEqual(assertedOffsets('Job'));
});

it('mirrors every offset of a side', () => {
  expect(SIDE_FIELDS).toEqual(assertedOffsets('Side'));
});

it('mirrors version and size', () => {
  expect(number(/sizeof\(Job\) == ([\d']+)/.exec(jobHeader)?.[1] ?? '')).toBe(JOB_BYTES);
  expect(number(/kAbiVersion = (\d+)/.exec(jobHeader)?.[1] ?? '')).toBe(ABI_VERSION);
});

it('finds the memory of the core by whatever name the compiler gave it', () => {
  const sections = { memory: [5, 3, 1, 0, 1], exportedAsX: [7, 5, 1, 1, 0x78, 2, 0] };
  const instanceOf = (...bytes: number[]) =>
    new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes])));
  const memory = memoryOf(instanceOf(...sections.memory, ...sections.exportedAsX));
  expect(memory.buffer.byteLength).toBe(65_536);
  expect(() => memoryOf(instanceOf(...sections.memory))).toThrow('the core exports no memory');
});

it('names the errors of the core in their order', () => {
  const codes = [...resultHeader.matchAll(/^ {2}k(\w+) = (\d+),$/gm)];
  const names = codes.map(([, name = '']) => name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase());
  expect(names).toEqual([...ERRORS]);
  expect(codes.map(([, , value]) => Number(value))).toEqual(ERRORS.map((_, index) => index));
});

it('ends the window of a worker that left the barrier late with that of the first', () => {
  const memory = new ArrayBuffer(JOB_BYTES);
  const job = new JobView(() => memory, 0);
  job.request({ limit_ns: 1e9 });
  job.shortenLimit(0.41e9);
  expect(job.get('request.limit_ns')).toBe(0.59e9);
  job.shortenLimit(2e9);
  expect(job.get('request.limit_ns')).toBe(1);
  job.request({ limit_ns: 0 });
  job.shortenLimit(1e9);
  expect(job.get('request.limit_ns')).toBe(0);
});

it.each([
  ['QuotaExceededError', 'quota_exceeded'],
  ['NoModificationAllowedError', 'not_allowed'],
  ['SecurityError', 'not_allowed'],
  ['NotFoundError', 'handle_lost'],
  ['OperationError', 'io_error'],
  ['TypeError', 'bad_request'],
])('%s is %s', (name, expected) => {
  expect(errorNameOf(new DOMException('told so', name))).toBe(expected);
});

it.each([
  ['The access handle was already closed', 'handle_lost'],
  ['SyncAccessHandle is closed', 'handle_lost'],
  ['AccessHandle is closed', 'handle_lost'],
  ['The database connection is closing.', 'handle_lost'],
  ["Failed to execute 'flush' on 'FileSystemSyncAccessHandle': flush failed", 'io_error'],
  ["Failed to execute 'write' on 'FileSystemSyncAccessHandle': Failed to write to the access handle", 'io_error'],
  ["Failed to execute 'read' on 'FileSystemSyncAccessHandle': Failed to read the content", 'io_error'],
  ['Failed to truncate file', 'io_error'],
  // WebKit, where another handle has the file.
  ['Some AccessHandle is active', 'not_allowed'],
  ['', 'not_allowed'],
])('InvalidStateError is of the handle or the drive only where it says so: "%s"', (message, expected) => {
  expect(errorNameOf(new DOMException(message, 'InvalidStateError'))).toBe(expected);
});

it('tells a file system that became read-only from a file that is open elsewhere', () => {
  const error = (message: string) => errorNameOf(new DOMException(message, 'NoModificationAllowedError'));
  const readOnly =
    'An attempt was made to write to a file or directory which could not be modified due to the state of the underlying filesystem.';
  const openElsewhere =
    'Access Handles cannot be created if there is another open Access Handle or Writable stream associated with the same file.';
  expect(error(readOnly)).toBe('io_error');
  expect(error(openElsewhere)).toBe('not_allowed');
});

it('tells a drive that refuses writes from one that cannot be read, and from a folder that is gone', () => {
  const error = (code: string) => errorNameOf(Object.assign(new Error('told so'), { code }));
  // A file system that gives up on its drive: it can no longer be written.
  expect(errorOfJob(error('EROFS'), OPERATION.write)).toBe('write_error');
  expect(errorOfJob(error('EIO'), OPERATION.write)).toBe('write_error');
  expect(errorOfJob(error('EIO'), OPERATION.read)).toBe('io_error');
  expect(errorOfJob(error('EIO'), OPERATION.mix)).toBe('io_error');
  expect(errorOfJob(error('ENOSPC'), OPERATION.write)).toBe('disk_full');
  // FAT32 at 4 GiB: nothing is wrong with the drive.
  expect(errorOfJob(error('EFBIG'), OPERATION.write)).toBe('disk_full');
  expect(errorOfJob(error('ENODEV'), OPERATION.write)).toBe('handle_lost');
});

it('says what the browser said, and where', () => {
  expect(failureOf('quota_exceeded', 'QuotaExceededError: full', 4096)).toEqual({
    code: 'quota_exceeded',
    detail: 'QuotaExceededError: full',
    offset_bytes: 4096,
  });
});

it('keeps details as short as a record allows', () => {
  expect(failureOf('io_error', 'x'.repeat(1000)).detail).toHaveLength(200);
});

const HOLES = { fromBytes: MIB, blocks: 3, blockBytes: MIB, growBytes: 2 * MIB, flush: true, limitNs: 60e9 };

/** A file of which no byte was written. */
class SparseHandle implements FileSystemSyncAccessHandle {
  size = 0;
  flushes = 0;
  isClosed = false;
  readonly reads: number[] = [];
  onRead: () => unknown = () => undefined;

  truncate(size: number): void {
    this.size = size;
  }
  getSize(): number {
    return this.size;
  }
  flush(): void {
    this.flushes++;
  }
  read(buffer: ArrayBufferLike | ArrayBufferView, { at = 0 }: FileSystemReadWriteOptions = {}): number {
    this.reads.push(at);
    this.onRead();
    return Math.max(0, Math.min(buffer.byteLength, this.size - at));
  }
  write(): number {
    throw new Error('a hole is not written');
  }
  close(): void {
    this.isClosed = true;
  }
}

describe('reading a hole', () => {
  it('grows the file ahead of its reads, and reads each place once', () => {
    const handle = new SparseHandle();
    expect(readHoles(handle, HOLES, new Control(), 0)).toMatchObject({ full: false, bytes: 3 * MIB });
    expect(handle).toMatchObject({ size: 5 * MIB, flushes: 2, reads: [MIB, 2 * MIB, 3 * MIB] });
    expect(
      readHoles(handle, { ...HOLES, fromBytes: 4 * MIB, blocks: 1, flush: false }, new Control(), 0),
    ).toMatchObject({
      growNs: 0,
    });
    expect(handle).toMatchObject({ size: 5 * MIB, flushes: 2, reads: [MIB, 2 * MIB, 3 * MIB, 4 * MIB] });
  });

  it('takes only the blocks that no other worker has taken', () => {
    const control = new Control();
    const [one, other] = [new SparseHandle(), new SparseHandle()];
    one.onRead = () => one.reads.length === 1 && readHoles(other, HOLES, control, 1);
    expect(readHoles(one, HOLES, control, 0)).toMatchObject({ bytes: MIB });
    expect(other.reads).toEqual([MIB, 2 * MIB]);
  });

  it.each([
    ['says so', () => new DOMException('full', 'QuotaExceededError')],
    ['says so under Node.js', () => Object.assign(new Error('full'), { code: 'ENOSPC' })],
    ['says nothing', () => null],
  ])('reads nothing where there is no room and the system %s', (_, errorOf) => {
    const handle = new SparseHandle();
    handle.truncate = () => {
      const error = errorOf();
      if (error) throw error;
    };
    expect(readHoles(handle, HOLES, new Control(), 0)).toMatchObject({ full: true, bytes: 0 });
    expect(handle.reads).toEqual([]);
  });

  it('ends after the block under way on a stop', () => {
    const control = new Control();
    control.arm(1);
    const handle = new SparseHandle();
    handle.onRead = () => control.stop();
    expect(readHoles(handle, HOLES, control, 0)).toMatchObject({ bytes: MIB });
  });

  it('ends at its limit, and shows a sign of life until then', () => {
    const control = new Control();
    expect(readHoles(new SparseHandle(), { ...HOLES, limitNs: 0 }, control, 0)).toMatchObject({ bytes: 0 });
    readHoles(new SparseHandle(), HOLES, control, 0);
    expect(control.sum('work')).toBe(4 * MIB);
  });

  it('fails where the file is lost', () => {
    const handle = new SparseHandle();
    handle.onRead = () => {
      throw new DOMException('closed', 'InvalidStateError');
    };
    expect(readHoles(handle, HOLES, new Control(), 0)).toMatchObject({ code: 'handle_lost' });
  });
});

describe('timing samples', () => {
  const request = {
    file: { fileName: 'part-4', create: false, mode: 'readwrite' },
    blockBytes: 4096,
    samples: [
      { of: 'file', places: [0, 8192] },
      { of: 'hole', places: [4096] },
      { of: 'file', places: [MIB, MIB + 8192] },
    ],
  } as const;

  it('reads each place once, and opens the file for the first alone', async () => {
    const [hole, handle] = [new SparseHandle(), new SparseHandle()];
    const file: OwnFile & { handle: SparseHandle | null } = {
      handle: null,
      open: vi.fn(() => ((file.handle = handle), MIB)),
      close: () => handle.close(),
    };
    const { ns } = (await timeSamples(hole, file, request)) as SampleReply;
    expect(ns).toEqual(request.samples.map(() => expect.any(Number) as number));
    expect(handle).toMatchObject({ reads: [0, 8192, MIB, MIB + 8192], isClosed: false });
    expect(hole).toMatchObject({ reads: [4096], isClosed: false });
    await timeSamples(hole, file, request);
    expect(file.open).toHaveBeenCalledExactlyOnceWith(request.file);
  });

  it('fails where the file cannot be opened', async () => {
    const failure = { code: 'not_allowed', detail: 'locked' } as const;
    const lockedFile = { handle: null, open: () => failure, close: () => undefined };
    expect(await timeSamples(new SparseHandle(), lockedFile, request)).toBe(failure);
  });
});

/** Which handles the core can use; it is found out as they are opened. */
const FILE = { fileName: 'check', create: true, mode: 'readwrite' } as const;

/** A private file system whose one file has this handle; `null`: none can be had. */
function stubFile(handle: object | null): void {
  const file = handle === null ? {} : { createSyncAccessHandle: () => Promise.resolve(handle) };
  const folder = { getFileHandle: () => Promise.resolve(file) };
  const root = { getDirectoryHandle: () => Promise.resolve(folder) };
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(root) } });
}

const handleOf = (changes: object = {}) => ({ read: vi.fn(() => 0), getSize: () => 4096, close: vi.fn(), ...changes });

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a handle that takes an ArrayBuffer is opened, and no byte of the file is read', async () => {
  const handle = handleOf();
  stubFile(handle);
  expect(await new Storage().open(FILE)).toBe(4096);
  expect(handle.read).toHaveBeenCalledExactlyOnceWith(new ArrayBuffer(0), { at: 0 });
});

it('a browser without handles in workers is named as such', async () => {
  stubFile(null);
  expect(await new Storage().open(FILE)).toEqual({ code: 'not_allowed', detail: HANDLE_PROBLEMS.no_sync_handles });
});

it('handles that take views alone, or answer with promises, are named as old ones', async () => {
  const takesViews = (buffer: unknown) => {
    if (!ArrayBuffer.isView(buffer)) throw new TypeError('not a view');
    return 0;
  };
  for (const changes of [{ read: takesViews }, { getSize: () => Promise.resolve(4096) }]) {
    stubFile(handleOf(changes));
    expect(await new Storage().open(FILE)).toMatchObject({
      code: 'not_allowed',
      detail: expect.stringMatching(HANDLE_PROBLEMS.old_sync_handles) as string,
    });
  }
});

it('an error of the drive is no old handle', async () => {
  const fails = () => {
    throw new DOMException('the drive', 'NotReadableError');
  };
  stubFile(handleOf({ read: fails }));
  expect(await new Storage().open(FILE)).toMatchObject({ code: 'io_error' });
});

it('cleaning up does all of it, whatever is thrown', async () => {
  const done: string[] = [];
  await cleanUp(
    () => {
      throw new Error('it cannot be closed');
    },
    () => Promise.reject(new Error('it is held')),
    () => done.push('the last'),
  );
  expect(done).toEqual(['the last']);
});
