import { closeSync, fdatasyncSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNoSimulatedDrive, withDriveImage, withSimulatedDrive } from '../drives/index.mjs';

const BYTES = 64 * 1024;
const obstacle = await whyNoSimulatedDrive();
if (obstacle !== null) console.log(`skipped: ${obstacle}`);

const shareOf = (text, letter) => (text.split(letter).length - 1) / BYTES;

/** Opened anew each time: what was read before is not asked for again. */
function withImage(image, use) {
  const file = openSync(image, 'r+');
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Shares of what the drive holds after a power cut: as it was flushed (a), as it was overwritten (b) before a flush that was
 * not kept, and what came after that flush (c). On the drive itself: on a file system whoever syncs meanwhile, any program
 * of the machine, would flush, too.
 */
function cutPower(order, keptPercent) {
  return withDriveImage({ bytes: 8 * 2 ** 20, power: true }, async (drive) => {
    const write = (letter) => (file) => {
      writeSync(file, Buffer.alloc(BYTES, letter), 0, BYTES, letter === 'c' ? BYTES : 0);
      fdatasyncSync(file);
    };
    withImage(drive.image, write('a'));
    drive.order(order);
    withImage(drive.image, write('b'));
    withImage(drive.image, write('c'));
    drive.order(`on ${keptPercent} 3`);
    const content = Buffer.alloc(2 * BYTES);
    withImage(drive.image, (file) => readSync(file, content, 0, content.length, 0));
    const text = content.toString('latin1');
    return { a: shareOf(text, 'a'), b: shareOf(text, 'b'), c: shareOf(text, 'c') };
  });
}

test.skipIf(obstacle !== null)('a power cut leaves what was flushed, and nothing else', async () => {
  expect(await cutPower('off', 100)).toEqual({ a: 1, b: 0, c: 0 });
  expect(await cutPower('fade', 0)).toEqual({ a: 1, b: 0, c: 0 });
});

test.skipIf(obstacle !== null)(
  'of what was being written back it leaves a part, in sectors, and nothing from after the flush',
  async () => {
    const { a, b, c } = await cutPower('fade', 50);
    expect({ sum: a + b, c }).toEqual({ sum: 1, c: 0 });
    expect(a).toBeGreaterThan(0);
    expect(b).toBeGreaterThan(0);
    expect((a * BYTES) % 4096).toBe(0);
  },
);

test.skipIf(obstacle !== null)('a file that was flushed is there when the power is back', async () => {
  const text = await withSimulatedDrive({ bytes: 512 * 2 ** 20, power: true }, async (folder, power) => {
    const path = join(folder, 'flushed');
    const file = openSync(path, 'w');
    writeSync(file, Buffer.alloc(BYTES, 'a'));
    fdatasyncSync(file);
    closeSync(file);
    power.turnOff({ writingBack: true });
    await power.turnOn({ keptPercent: 50, seed: 3 });
    return readFileSync(path, 'latin1');
  });
  expect(shareOf(text, 'a')).toBe(1);
});
