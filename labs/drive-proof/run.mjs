/**
 * Proves what the engine says about reads from the drive, against mincore and O_DIRECT: `npm run proof:drive -w labs`, as root on
 * Linux. `-- forgets kept` proves these parts alone.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCore } from '../../scripts/lib/build.mjs';
import { needChromium } from '../../scripts/lib/browsers.mjs';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { whyNoMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { buildNative } from '../bench/native.mjs';
import { whyNoSimulatedDrive } from '../drives/index.mjs';
import { proveDrift } from './drift.mjs';
import { proveForgets, proveFullDrive, proveHolesCost, proveKept, proveKilled, proveNoSpace } from './forgetting.mjs';
import { proveMixtures, proveScore } from './figures.mjs';
import { proveIdbEngine, proveSameStore, proveTwoTabs } from './stores.mjs';

const PARTS = {
  forgets: proveForgets,
  kept: proveKept,
  'no-space': proveNoSpace,
  killed: proveKilled,
  'holes-cost': proveHolesCost,
  'full-drive': proveFullDrive,
  mixtures: proveMixtures,
  score: proveScore,
  drift: proveDrift,
  'same-store': proveSameStore,
  'idb-engine': proveIdbEngine,
  'two-tabs': proveTwoTabs,
};

await main(async () => {
  const partNames = process.argv.slice(2);
  const unknownPart = partNames.find((part) => !(part in PARTS));
  if (unknownPart !== undefined)
    throw new PlainError(`proof: there is no part ${unknownPart}; there are ${Object.keys(PARTS).join(', ')}`);
  const why = whyNoMemoryLimit() ?? (await whyNoSimulatedDrive());
  if (why !== null) return say(`Skipped, because ${why}.`);
  await needChromium();
  await buildCore();
  await buildNative();
  const failures = [];
  /** Says what was found, and remembers what does not hold. */
  const expect = (what, holds) => {
    say(`  ${holds ? 'holds' : 'FAILS'}  ${what}`);
    if (!holds) failures.push(what);
  };
  const folder = join(fileURLToPath(new URL('..', import.meta.url)), 'build');
  for (const part of partNames.length > 0 ? partNames : Object.keys(PARTS)) {
    say(part);
    await PARTS[part](expect, folder);
  }
  if (failures.length > 0) throw new PlainError(`proof: ${failures.length} did not hold`);
});
