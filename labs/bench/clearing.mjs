/**
 * Clearing with all memory free: how long a page takes until the system has forgotten its files, against two native threads
 * that read a hole of as many bytes, in turns and from rest. See docs/METHODOLOGY.md, "Forgetting".
 */
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { GIB, MIB, rowsNamed } from '@opfsmark/schema/documents';
import { FORGET } from '@opfsmark/schema/families/matrix/forget';
import { say } from '../../scripts/lib/say.mjs';
import { planOfRows, runOnDrive } from './drive-run.mjs';
import { ratioOf } from './experiments.mjs';
import { readOnceNs } from './native.mjs';

const NATIVE = 'two native threads';
export const CLEARING_ROW = 'clearing_all_memory';
const ROW = { id: CLEARING_ROW, what: 'clearing, all memory free', of: 'wasm', against: NATIVE, ceiling: 1.3 };
/** With less to fill, starting and sampling are what is measured. */
const MIN_FREE_BYTES = 16 * GIB;
/** Larger than the hot file, so that its size tells it apart. */
const PART_BYTES = 160 * MIB;
const IN_MEMORY_MAX = 0.01;
/** A virtual machine has given free memory back to its host by then: what comes sooner finds it ten times as fast. */
const REST_MS = 60_000;

/** What the page read, and how long it took; says how much of its files mincore found in memory afterwards. */
async function clearInPage(folder, port) {
  const plan = planOfRows(rowsNamed('RND4K Q1T1', 'SEQ1M Q1T1'), { partBytes: PART_BYTES, limitS: 1 });
  const { record, inMemory } = await runOnDrive({ folder, plan, port, allMemory: true });
  const { ended, elapsed_ns, bytes_read } = record.result.forget;
  return { ended, elapsedNs: elapsed_ns, bytes: bytes_read, inMemory: Math.max(...inMemory) };
}

async function readNatively(folder, bytes) {
  mkdirSync(folder, { recursive: true });
  const hole = join(folder, `hole-${process.pid}`);
  const remove = () => rmSync(hole, { force: true });
  process.once('exit', remove);
  try {
    writeFileSync(hole, '');
    truncateSync(hole, bytes);
    return await readOnceNs(hole, bytes, FORGET.blockBytes);
  } finally {
    remove();
    process.removeListener('exit', remove);
  }
}

/** Seconds per GiB of both sides, the native one first in every second repeat. */
export async function measureClearing(folder, { repeats, port }) {
  if (freemem() < MIN_FREE_BYTES) {
    say(`Left out, because less than ${MIN_FREE_BYTES / GIB} GiB of memory are free: ${CLEARING_ROW}`);
    return { rows: [], checks: [] };
  }
  const perGib = new Map([
    ['wasm', []],
    [NATIVE, []],
  ]);
  const inMemory = [];
  let bytes = MIN_FREE_BYTES;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const sides = [
      async () => {
        const cleared = await clearInPage(folder, port);
        bytes = cleared.bytes;
        inMemory.push(cleared.inMemory);
        perGib.get('wasm').push(cleared.elapsedNs / cleared.bytes);
        const [seconds, gib] = [cleared.elapsedNs / 1e9, bytes / GIB];
        const kept = `${(100 * cleared.inMemory).toFixed(2)} %`;
        say(`  page: ${cleared.ended} after ${gib.toFixed(2)} GiB in ${seconds.toFixed(2)} s, ${kept} in memory`);
      },
      async () => {
        const elapsedNs = await readNatively(folder, bytes);
        perGib.get(NATIVE).push(elapsedNs / bytes);
        say(`  ${NATIVE}: ${(bytes / GIB).toFixed(2)} GiB in ${(elapsedNs / 1e9).toFixed(2)} s`);
      },
    ];
    for (const side of repeat % 2 === 0 ? sides : sides.toReversed()) {
      await setTimeout(REST_MS);
      await side();
    }
  }
  const worst = Math.max(...inMemory);
  if (worst > IN_MEMORY_MAX) say(`  more than ${100 * IN_MEMORY_MAX} % stayed in memory: not held`);
  const checks = [{ id: 'clearing_in_memory', worst, judged: 'worst', limit: IN_MEMORY_MAX }];
  return { rows: [{ ...ROW, ratio: ratioOf(perGib, 'wasm', NATIVE) }], checks };
}
