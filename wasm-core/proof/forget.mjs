/** Files that the system has forgotten, cannot forget, or has no room to forget; and a tab that ends meanwhile. */
import { closeSync, openSync, readSync } from 'node:fs';
import { rowsNamed } from '@opfsmark/schema/documents';
import { flagsOf, verdictInRecord } from '@opfsmark/schema/families';
import { latency, latencyPasses } from '@opfsmark/schema/figures';
import { withBenchPage } from '../bench/browser.mjs';
import { bigFilesIn, planOfRows, runOnDrive } from '../bench/drive-run.mjs';
import { directMedianNs } from '../bench/native.mjs';
import { withSimulatedDrive } from '../bench/simulated-drive/index.mjs';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const ROOMY_BYTES = 128 * GIB;
/** Enough for the files of the plan and the profile, and too little for holes. */
const NARROW_BYTES = 3 * GIB;
/** The page's p50 against that of direct reads of the same file. */
const P50_SLACK = 0.15;
const READS_BEFORE = 3;

const percent = (share) => `${(100 * share).toFixed(2)} %`;
const plan = () => planOfRows(rowsNamed('RND4K Q1T1'));

/** Fresh files leave memory, holes cost nothing, and what the page then measures is the drive. */
export async function proveForgets(expect) {
  let directNs = 0;
  const { record, inMemory, holes } = await withSimulatedDrive({ bytes: ROOMY_BYTES }, (folder) =>
    runOnDrive({
      folder,
      plan: plan(),
      beforeReads: async ([part]) => {
        directNs = await directMedianNs(part);
      },
    }),
  );
  const [job] = record.result.jobs;
  const pageNs = latency(latencyPasses(job, 'throughput'), 'read')?.p50_ns ?? 0;
  const { ended, bytes_read, elapsed_ns } = record.result.forget;
  expect(
    `ended as ${ended} after ${(bytes_read / GIB).toFixed(2)} GiB in ${(elapsed_ns / 1e9).toFixed(2)} s`,
    ended === 'forgotten',
  );
  expect(
    `in memory before the reads, by mincore: ${inMemory.map(percent).join(', ')}`,
    inMemory.every((share) => share <= 0.01),
  );
  expect(`${holes.seen} holes with ${holes.blocks} blocks`, holes.seen > 0 && holes.blocks === 0);
  const { verdict } = verdictInRecord(record, job);
  expect(`the verdict is ${verdict}`, verdict === 'drive');
  const apart = Math.abs(pageNs / directNs - 1);
  expect(
    `p50 of the page ${(pageNs / 1e3).toFixed(1)} us, of O_DIRECT on the same file ${(directNs / 1e3).toFixed(1)} us`,
    apart <= P50_SLACK,
  );
}

function readWhole(path) {
  const block = new Uint8Array(MIB);
  const file = openSync(path, 'r');
  for (let at = 0; readSync(file, block, 0, MIB, at) > 0; at += MIB);
  closeSync(file);
}

/** What was read before stays in memory, and the page says that it could not make the system forget it. */
export async function proveKept(expect) {
  const { record, inMemory } = await withSimulatedDrive({ bytes: ROOMY_BYTES }, (folder) =>
    runOnDrive({
      folder,
      plan: plan(),
      beforeHoles: (files) => {
        for (let times = 0; times < READS_BEFORE; times++) files.forEach(readWhole);
      },
    }),
  );
  const [job] = record.result.jobs;
  const { ended, bytes_read } = record.result.forget;
  const { verdict } = verdictInRecord(record, job);
  expect(
    `in memory after ${(bytes_read / GIB).toFixed(1)} GiB of holes: ${inMemory.map(percent).join(', ')}`,
    inMemory.every((share) => share > 0.9),
  );
  expect(`the page says that it could not: ${ended}`, ended !== 'forgotten');
  const flags = flagsOf(record).map(({ code }) => code);
  expect(
    `and flags the run: ${flags.join(', ')}`,
    flags.some((code) => code.startsWith('forget_')),
  );
  expect(`its reads are not called the drive's: ${verdict}`, verdict !== 'drive');
}

/** A site that may not store enough for holes measures all the same, and says so. */
export async function proveNoSpace(expect) {
  const { record } = await withSimulatedDrive({ bytes: NARROW_BYTES }, (folder) =>
    runOnDrive({ folder, plan: plan() }),
  );
  const { ended } = record.result.forget;
  expect(`with too small a quota it ended as ${ended}`, ended === 'no_space');
  expect(`and the run is ${record.status}`, record.status === 'done');
}

/** A tab that dies while holes are read leaves them; the next visit deletes them. */
export async function proveKilled(expect) {
  await withSimulatedDrive({ bytes: ROOMY_BYTES }, (folder) =>
    withBenchPage(
      async ({ page, profile }) => {
        await page.evaluate((asked) => globalThis.bench.start(asked), plan());
        await page.waitForFunction(() => globalThis.bench.seen.phase === 'forgetting');
        const url = page.url();
        const died = page.waitForEvent('crash');
        await page.goto('chrome://crash').catch(() => undefined);
        await died;
        const left = bigFilesIn(profile);
        expect(`a killed tab left ${left.length} files`, left.length > 0);
        const next = await page.context().newPage();
        await next.goto(url);
        await next.evaluate(() => globalThis.bench.visit());
        expect(`the next visit leaves ${bigFilesIn(profile).length}`, bigFilesIn(profile).length === 0);
      },
      { folder, root: 'whole-run' },
    ),
  );
}
