import { standardPlan } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { MIB } from '@opfsmark/schema/documents';
import { FileReader } from './file-reader.ts';

const PLAN = { ...standardPlan('picked-file'), pairs: 100, slice_bytes: MIB, in_order_bytes: 6 * MIB };

/** A file of which is known what was read, in order, and how much of it at once. */
class SeenFile extends Blob {
  readonly requests: [offset: number, bytes: number][] = [];
  mostAtOnce = 0;
  #openReads = 0;

  override slice(start = 0, end = this.size): Blob {
    this.requests.push([start, end - start]);
    const part = super.slice(start, end);
    const read = part.arrayBuffer.bind(part);
    return Object.assign(part, {
      arrayBuffer: async () => {
        this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#openReads);
        const content = await read();
        this.#openReads--;
        return content;
      },
    });
  }
}
const fileOf = (bytes: number) => new SeenFile([new Uint8Array(bytes)]);

describe('a picked file', () => {
  it('is read in pairs: each block, and at once again', async () => {
    const file = fileOf(2 * MIB);
    const readSizes: number[] = [];
    const { first, again } = await new FileReader(file, PLAN, (bytes) => readSizes.push(bytes)).readPairs();
    expect([first.ops, again.ops]).toEqual([100, 100]);
    expect(readSizes).toHaveLength(200);
    const offsets = file.requests.map(([offset]) => offset);
    expect(offsets.filter((_, index) => index % 2 === 0)).toEqual(offsets.filter((_, index) => index % 2 === 1));
    expect(new Set(offsets).size).toBe(100);
  });

  it('is read in order, one slice at a time and four, each its own part, and the end of it again', async () => {
    const file = fileOf(16 * MIB);
    const reader = new FileReader(file, PLAN, () => undefined);
    const one = await reader.readInOrder(1);
    expect(file.mostAtOnce).toBe(1);
    expect(file.requests.map(([offset]) => offset / MIB)).toEqual([0, 1, 2, 3, 4, 5, 2, 3, 4, 5]);
    expect(one).toMatchObject({ in_flight: 1, first: { ops: 6, bytes: 6 * MIB }, again: { ops: 4 } });
    file.requests.length = 0;
    const four = await reader.readInOrder(4);
    expect(file.mostAtOnce).toBe(4);
    expect(file.requests.map(([offset]) => offset / MIB)).toEqual([8, 9, 10, 11, 12, 13, 10, 11, 12, 13]);
    expect(four).toMatchObject({ in_flight: 4, first: { ops: 6 }, again: { ops: 4 } });
  });

  it('gives what there is of a small one', async () => {
    expect(await new FileReader(fileOf(MIB), PLAN, () => undefined).readInOrder(1)).toBeNull();
    expect((await new FileReader(fileOf(8 * 4096), PLAN, () => undefined).readPairs()).first.ops).toBe(8);
    expect((await new FileReader(fileOf(10), PLAN, () => undefined).readPairs()).first.ops).toBe(0);
  });

  it.each(['NotReadableError', 'NotFoundError'])(
    'that changed since it was picked is named as such: %s',
    async (name) => {
      const file = fileOf(MIB);
      file.slice = () =>
        Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('it changed', name)) });
      const reader = new FileReader(file, PLAN, () => undefined);
      await expect(reader.readPairs()).rejects.toMatchObject({ failure: { code: 'file_changed' } });
    },
  );
});
