import { describe, expect, it } from 'vitest';
import { Control } from '../protocol/control.ts';
import type { SampleReply } from '../protocol/messages.ts';
import { readHoles, timeSamples } from './storage.ts';

const MIB = 1024 * 1024;
const REQUEST = { fromBytes: MIB, toBytes: 4 * MIB, blockBytes: MIB, limitNs: 60e9 };

/** A file of which no byte was written. */
class SparseHandle implements FileSystemSyncAccessHandle {
  size = 0;
  flushes = 0;
  closed = false;
  readonly reads: number[] = [];
  onRead: () => void = () => undefined;

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
    this.closed = true;
  }
}

describe('reading a hole', () => {
  it('grows the file, flushes, and reads what was added once', () => {
    const handle = new SparseHandle();
    expect(readHoles(handle, REQUEST, new Control(), 0)).toMatchObject({ full: false, bytes: 3 * MIB });
    expect(handle).toMatchObject({ size: 4 * MIB, flushes: 1, reads: [MIB, 2 * MIB, 3 * MIB] });
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
    expect(readHoles(handle, REQUEST, new Control(), 0)).toMatchObject({ full: true, bytes: 0 });
    expect(handle.reads).toEqual([]);
  });

  it('ends after the block under way on a stop', () => {
    const control = new Control();
    control.arm(1);
    const handle = new SparseHandle();
    handle.onRead = () => control.stop();
    expect(readHoles(handle, REQUEST, control, 0)).toMatchObject({ bytes: MIB });
  });

  it('ends at its limit, and shows a sign of life until then', () => {
    const control = new Control();
    expect(readHoles(new SparseHandle(), { ...REQUEST, limitNs: 0 }, control, 0)).toMatchObject({ bytes: 0 });
    readHoles(new SparseHandle(), REQUEST, control, 0);
    expect(control.sum('beats')).toBe(3);
  });

  it('fails where the file is lost', () => {
    const handle = new SparseHandle();
    handle.onRead = () => {
      throw new DOMException('closed', 'InvalidStateError');
    };
    expect(readHoles(handle, REQUEST, new Control(), 0)).toMatchObject({ code: 'handle_lost' });
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

  it('reads each place once, and closes the file, but not the hole', async () => {
    const [hole, handle] = [new SparseHandle(), new SparseHandle()];
    const file = { handle, open: () => MIB, close: () => handle.close() };
    const { ns } = (await timeSamples(hole, file, request)) as SampleReply;
    expect(ns).toEqual(request.samples.map(() => expect.any(Number) as number));
    expect(handle).toMatchObject({ reads: [0, 8192, MIB, MIB + 8192], closed: true });
    expect(hole).toMatchObject({ reads: [4096], closed: false });
  });

  it('fails where the file cannot be opened', async () => {
    const failure = { code: 'not_allowed', detail: 'locked' } as const;
    const locked = { handle: null, open: () => failure, close: () => undefined };
    expect(await timeSamples(new SparseHandle(), locked, request)).toBe(failure);
  });
});
