import { expect, it } from 'vitest';
import { Control } from './control.ts';

it('gives every worker the time at which the first of them left the barrier', () => {
  const page = new Control();
  page.arm(3);
  const workers = [1, 2, 3].map(() => new Control(page.buffer));
  const beganMs = workers.map((worker, index) => worker.beganTogetherMs(1_000 + 250 * index));
  expect(beganMs).toEqual([1_000, 1_000, 1_000]);
});

it('takes the earlier time of two workers whose clocks were read in the other order', () => {
  const control = new Control();
  control.arm(2);
  control.beganTogetherMs(1_000.5);
  expect(control.beganTogetherMs(1_000)).toBe(1_000);
});

it('begins each pass anew', () => {
  const control = new Control();
  control.arm(1);
  control.beganTogetherMs(1_000);
  control.arm(1);
  expect(control.beganTogetherMs(5_000)).toBe(5_000);
});

it('gives each visit of a common share to one worker, and begins again with the next pass', () => {
  const page = new Control();
  page.arm(2);
  const [a, b] = [new Control(page.buffer), new Control(page.buffer)];
  expect([a.claim(), b.claim(), b.claim(), a.claim()]).toEqual([0, 1, 2, 3]);
  page.arm(2);
  expect(b.claim()).toBe(0);
});

it('sleeps for the time it is given, and not at all once the page says stop', () => {
  const control = new Control();
  control.arm(1);
  const beganMs = performance.now();
  control.sleep(5);
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(4);
  control.stop();
  // Would never end.
  control.sleep(Infinity);
});

it('gives the lock to one worker at a time, and keeps nobody waiting after a stop', () => {
  const page = new Control();
  page.arm(2);
  const [a, b] = [new Control(page.buffer), new Control(page.buffer)];
  a.lock();
  a.unlock();
  b.lock();
  page.stop();
  // Would never end.
  a.lock();
});
