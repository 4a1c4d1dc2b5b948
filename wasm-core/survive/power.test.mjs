import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNoSimulatedDrive, withSimulatedDrive } from '../bench/simulated-drive/index.mjs';

const BYTES = 64 * 1024;
const obstacle = await whyNoSimulatedDrive();
if (obstacle !== null) console.log(`skipped: ${obstacle}`);

/** Shares of a file's bytes after a power cut: as it was flushed, and as it was overwritten afterwards without a flush. */
function cutPower(choice) {
  return withSimulatedDrive({ bytes: 512 * 2 ** 20, power: true }, async (folder, power) => {
    const file = openSync(join(folder, 'flushed'), 'w');
    writeSync(file, Buffer.alloc(BYTES, 'a'));
    fdatasyncSync(file);
    writeSync(file, Buffer.alloc(BYTES, 'b'), 0, BYTES, 0);
    closeSync(file);
    writeFileSync(join(folder, 'unflushed'), 'c');
    power.turnOff(choice);
    await power.turnOn({ keptPercent: choice.writingBack ? 50 : 0, seed: 3 });
    const text = readFileSync(join(folder, 'flushed'), 'latin1');
    const share = (letter) => text.split(letter).length - 1;
    return { a: share('a') / BYTES, b: share('b') / BYTES, isOtherThere: existsSync(join(folder, 'unflushed')) };
  });
}

test.skipIf(obstacle !== null)('a power cut leaves what was flushed, and nothing else', async () => {
  expect(await cutPower({ writingBack: false })).toEqual({ a: 1, b: 0, isOtherThere: false });
});

test.skipIf(obstacle !== null)('a power cut while the system writes back leaves a part of it, in sectors', async () => {
  const { a, b } = await cutPower({ writingBack: true });
  expect(a + b).toBe(1);
  expect(a).toBeGreaterThan(0);
  expect(b).toBeGreaterThan(0);
  expect((a * BYTES) % 4096).toBe(0);
});
