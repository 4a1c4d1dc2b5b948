import { expect, test, type Page } from '@playwright/test';
import { Permutation, rowShortName, type Floor, type JobResult, type Row } from '@opfsmark/schema/documents';
import { cacheVerdict } from '@opfsmark/schema/figures';
import { findOpfsFile, withBenchPage } from '../../wasm-core/bench/browser.mjs';
import { attachWorkers, fill, startWorkers } from '../../wasm-core/bench/wasm.mjs';
import { mergeFloor, mergePass } from '../../wasm-core/ts/orchestrator/merge.ts';
import type { Kind, Protocol } from '../../wasm-core/ts/protocol.ts';
import { evict, whyNoPageCache, type PageCache } from '../support/lib/page-cache.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const FILE_BYTES = 1024 * MIB;
/** The largest piece in which Linux keeps a file: what is smaller cannot be evicted out of the middle of one. */
const PART_BYTES = 2 * MIB;
const HOT_BYTES = 128 * MIB;
/** Short, because reading makes the file's state another: the system reads ahead where cached parts end. */
const PASS_NS = 0.3e9;
const FLOOR_NS = 0.3e9;
const POINTS = 0.05;
const QUEUES = [1, 8, 32];

/** What the bench page offers: the workers of the core, asked through their protocol. */
declare const bench: { together: (kind: string, bodies: unknown) => Promise<never> };

function together<K extends Kind>(
  page: Page,
  kind: K,
  bodies: Protocol[K]['request'][],
): Promise<Protocol[K]['reply'][]> {
  return page.evaluate<Protocol[K]['reply'][], { kind: string; bodies: unknown }>(
    (ask) => bench.together(ask.kind, ask.bodies),
    { kind, bodies },
  );
}

/** One for each worker. */
function each<T>(workers: number, body: (worker: number) => T): T[] {
  return Array.from({ length: workers }, (_, worker) => body(worker));
}

async function probeFloor(page: Page, row: Row): Promise<Floor> {
  const body = { blockBytes: row.block_bytes, blocks: HOT_BYTES / row.block_bytes, limitNs: FLOOR_NS };
  const bodies = each(row.queues, () => body);
  return mergeFloor(row.block_bytes, await together(page, 'floor', bodies));
}

/** Reads blocks once each, in random order, as a job does; the truth is what of those blocks `cache` held. */
async function readSome(
  page: Page,
  row: Row,
  seed: number,
  cache: PageCache,
): Promise<{ job: JobResult; truth: number }> {
  const workers = row.queues;
  const blockCount = FILE_BYTES / row.block_bytes;
  const replies = await together(
    page,
    'pass',
    each(workers, (first) => ({
      operation: 'read' as const,
      readPercent: 100,
      pattern: row.pattern,
      timing: 'each' as const,
      flush: 'none' as const,
      share: { blockBytes: row.block_bytes, blockCount, first, stride: workers },
      content: { data: 'random' as const, seed: 1, fileId: 0, generation: 0 },
      orderSeed: seed,
      limitNs: PASS_NS,
      revisit: false,
      binNs: 100e6,
    })),
  );
  const order = new Permutation(blockCount, seed);
  const held = replies.flatMap((reply, first) =>
    each(reply.read?.ops ?? 0, (visit) =>
      cache.holds(order.at(first + visit * workers) * row.block_bytes, row.block_bytes),
    ),
  );
  const head = { kind: 'latency', loop: 1, timing: 'each', flush: 'none', limitS: PASS_NS / 1e9 } as const;
  const job: JobResult = {
    row,
    direction: 'read',
    status: 'done',
    workers,
    layout: 'shared',
    passes: [mergePass(head, replies)],
    verified_sectors: 0,
  };
  return { job, truth: held.filter(Boolean).length / held.length };
}

test('the share served from memory is told to 5 points', async () => {
  const why = whyNoPageCache();
  if (why !== null) console.log(`skipped: ${why}`);
  test.skip(why !== null, why ?? '');
  // Fills a file of 1 GiB and builds the bench page.
  test.setTimeout(180_000);

  await withBenchPage(measure, { folder: test.info().outputDir });
});

async function measure({ page, profile }: { page: Page; profile: string }): Promise<void> {
  const workers = Math.max(...QUEUES);
  const { clockStepNs } = (await startWorkers(page, workers)) as { clockStepNs: number };
  await attachWorkers(page, workers);
  await fill(page, FILE_BYTES);
  const file: string = findOpfsFile(profile, FILE_BYTES) ?? '';
  const rows = QUEUES.map((queues): Row => ({ pattern: 'random', block_bytes: 4 * KIB, queues, threads: 1 }));
  const floors: Floor[] = [];
  for (const row of rows) floors.push(await probeFloor(page, row));

  // What a smaller share evicts, a larger one evicts too.
  const parts = new Permutation(FILE_BYTES / PART_BYTES, 1);
  for (const evicted of [0, 0.25, 0.5, 0.75, 1]) {
    for (const row of rows) {
      const chosen = each(evicted * parts.count, (index) => parts.at(index));
      const cache = evict(file, PART_BYTES, chosen);
      expect(cache.share, 'share left in memory').toBeCloseTo(1 - evicted, 1);
      const { job, truth } = await readSome(page, row, 100 * evicted + row.queues, cache);
      const told = cacheVerdict(job, floors, clockStepNs);
      const share = told?.share_from_memory ?? Number.NaN;
      const line = `${rowShortName(row)}, ${100 * evicted} % evicted: ${percent(truth)} from memory, told ${percent(share)}`;
      console.log(`${line} (${told?.verdict ?? 'nothing'})`);
      expect.soft(Math.abs(share - truth), line).toBeLessThanOrEqual(POINTS);
    }
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
