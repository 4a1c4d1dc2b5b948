import { MIB } from '@opfsmark/schema/documents';
import { mean, type PublishedTable } from '../table.ts';

/** Milliseconds of a block at so many megabytes per second. */
const msAt = (mbPerS: number) => Number((MIB / mbPerS / 1000).toPrecision(3));

async function openBlocks(name: string, isFlushed: boolean) {
  const folder = await navigator.storage.getDirectory();
  const file = await folder.getFileHandle(name, { create: true });
  const handle = await file.createSyncAccessHandle();
  const block = new Uint8Array(MIB).fill(0xa5);
  return {
    call(_operation: string, index: number) {
      handle.write(block, { at: index * MIB });
      if (isFlushed) handle.flush();
      return Promise.resolve(1);
    },
    async close() {
      handle.close();
      await folder.removeEntry(name);
    },
  };
}

/** Figures of a drive by tools of its system: the page of comparisons has the rest of them. */
export const table: PublishedTable = {
  source: {
    title: 'dd and ddpt: one gibibyte on an NVMe disk, cached, direct and synchronous',
    url: '/compare?case=durability-nvme',
    date: '2018',
    script: '',
    revision: '',
    machine: 'FreeBSD 11.1, ZFS',
  },
  figures: [
    { operation: 'write-block', contender: 'cached', ms: msAt(3444.59) },
    { operation: 'write-block', contender: 'direct', ms: msAt(3470.79) },
    { operation: 'write-block', contender: 'synchronous', ms: msAt(171.66) },
  ],
  mean,
  operations: [{ id: 'write-block', kind: 'write', calls: 64, counted: 20 }],
  contenders: [
    { id: 'cached', package: null, durable: false, open: (name) => openBlocks(name, false) },
    {
      id: 'direct',
      package: null,
      durable: false,
      open: () => Promise.reject(new Error('a page cannot open a file for direct I/O')),
    },
    { id: 'synchronous', package: null, durable: true, open: (name) => openBlocks(name, true) },
  ],
  claims: [
    { operation: 'write-block', slow: 'synchronous', fast: 'cached', published: 3444.59 / 171.66 },
    { operation: 'write-block', slow: 'cached', fast: 'direct', published: 3470.79 / 3444.59 },
  ],
};
