import { withRates, type MeasuredRates, type Step } from '@opfsmark/schema/schedule';
import { describe, expect, it } from 'vitest';
import { Forecast, LiveMeter, placeOf, ProgressMeter } from '../page/progress.ts';
import { Control } from '../protocol/control.ts';

const step = (id: string, pace: string, seconds: number): Step => ({ id, pace, work: seconds, usualPerS: 1 });
const [A1, A2, B] = [step('a1', 'a', 2), step('a2', 'a', 2), step('b', 'b', 4)] as const;

describe('the forecast', () => {
  const forecastAt = (nowMs: number, rates: MeasuredRates = {}) =>
    new Forecast([A1, A2, B, step('a3', 'a', 2)], rates, nowMs);

  it('begins with the whole schedule, at the rates that were seen before', () => {
    expect(forecastAt(123).at(123)).toMatchObject({ fraction: 0, secondsLeft: 10 });
    const rates = withRates({}, [{ pace: 'a', work: 1, seconds: 3 }]);
    expect(forecastAt(0, rates).at(0).secondsLeft).toBe(6 + 6 + 4 + 6);
  });

  it('goes on within a step, and waits at its end', () => {
    const forecast = forecastAt(1000);
    forecast.enter(A1, 1000);
    expect(forecast.at(2000)).toMatchObject({ fraction: 0.1, secondsLeft: 9 });
    forecast.enter(A1, 2000);
    expect(forecast.at(5000).secondsLeft).toBe(8);
  });

  it('expects of a step what one of its pace took', () => {
    const forecast = forecastAt(0);
    forecast.enter(A1, 0);
    forecast.enter(A2, 500);
    expect(forecast.at(500)).toMatchObject({ fraction: 0.5 / 5.5, secondsLeft: 0.5 + 4 + 0.5 });
    expect(forecast.timed).toEqual([{ pace: 'a', work: 2, seconds: 0.5 }]);
  });

  it('learns within a step from the work that is done, and expects the same of what is like it', () => {
    const forecast = forecastAt(0);
    forecast.enter(A1, 0);
    const secondsLeft = (nowMs: number, done: number) => forecast.at(nowMs, done).secondsLeft;
    // As fast as expected: as before.
    expect(secondsLeft(1000, 1)).toBe(1 + 2 + 4 + 2);
    // Four times as slow. The more is done, the more of that is believed; at its end it is what it took.
    expect(secondsLeft(2000, 0.5)).toBe(0.75 * 3.5 + 3.5 + 4 + 3.5);
    expect(secondsLeft(4000, 1)).toBe(0.5 * 5 + 5 + 4 + 5);
    expect(secondsLeft(8000, 2)).toBe(0 + 8 + 4 + 8);
  });

  it('never expects a step to go on beyond its limit, nor to end before its least time', () => {
    const timedStep = { ...step('timed', 't', 1000), limitS: 10, minS: 5 };
    const forecast = new Forecast([timedStep], {}, 0);
    forecast.enter(timedStep, 0);
    expect(forecast.at(4000, 1).secondsLeft).toBe(6);
    expect(forecast.at(4000, 1000).secondsLeft).toBe(1);
  });

  it('drops what was skipped and takes in what was added', () => {
    const forecast = forecastAt(0);
    forecast.enter(A1, 0);
    forecast.enter(B, 2000);
    expect(forecast.at(2000).secondsLeft).toBe(4 + 2);
    forecast.enter(step('extra', 'x', 3), 6000);
    expect(forecast.at(6000).secondsLeft).toBe(3 + 2);
  });

  it('replaces what is ahead by what is known better, and keeps the step under way', () => {
    const forecast = forecastAt(0);
    forecast.enter(A1, 0);
    forecast.replace([A1, step('c', 'c', 7)]);
    expect(forecast.at(1000).secondsLeft).toBe(1 + 7);
  });

  it('learns nothing from a step that was cut off', () => {
    const forecast = forecastAt(0);
    forecast.enter(A1, 0);
    forecast.abandon();
    forecast.enter(A2, 60_000);
    expect(forecast.timed).toEqual([]);
    expect(forecast.at(60_000).secondsLeft).toBe(2 + 4 + 2);
  });

  it('has a bound, which comes down as the run learns', () => {
    const timedStep: Step = { ...step('t', 't', 2), limitS: 10 };
    const forecast = new Forecast([A1, A2, timedStep], {}, 0);
    expect(forecast.at(0).secondsLeftMax).toBe(6 + 6 + 10);
    forecast.enter(A1, 0);
    // Done as fast as expected, half of what it may take at most is over.
    expect(forecast.at(1000, 1).secondsLeftMax).toBeCloseTo(1 + 0.5 * 4 + 3.2 + 10);
    forecast.enter(A2, 2000);
    expect(forecast.at(2000).secondsLeftMax).toBeCloseTo(3.2 + 10);
    forecast.enter(timedStep, 4000);
    expect(forecast.at(13_000).secondsLeftMax).toBe(1);
  });

  it('expects of work that nobody can foresee as much as the last time, and once more is done, a tenth more', () => {
    const unforeseenStep: Step = { ...step('u', 'u', 10), limitS: 30, isUnforeseen: true };
    const first = new Forecast([unforeseenStep], {}, 0);
    first.enter(unforeseenStep, 0);
    expect(first.at(5000, 5)).toMatchObject({ secondsLeft: 5, secondsLeftMax: 25 });
    expect(first.at(20_000, 20).secondsLeft).toBeCloseTo(2, 0);
    const next = new Forecast([unforeseenStep], withRates({}, [{ pace: 'u', work: 20, seconds: 20 }]), 0);
    next.enter(unforeseenStep, 0);
    expect(next.at(0)).toMatchObject({ secondsLeft: 20, secondsLeftMax: 30 });
    expect(next.at(10_000, 10)).toMatchObject({ secondsLeft: 10, secondsLeftMax: 15 });
    // Twice as fast as the last time: half of the work is done, and the other half is expected to be quicker.
    expect(next.at(5000, 10).secondsLeft).toBe(7.5);
  });

  it('never goes back', () => {
    const forecast = forecastAt(0);
    forecast.enter(A1, 0);
    const fractionBefore = forecast.at(1999).fraction;
    forecast.enter(A2, 60_000);
    expect(forecast.at(60_000).fraction).toBeGreaterThanOrEqual(fractionBefore);
    expect(forecast.at(60_000).secondsLeft).toBe(60 + 4 + 60);
  });
});

describe('a step of which a worker says how much of its work is done', () => {
  const [firstStep, secondStep] = ['first', 'second'].map((id): Step => ({ ...step(id, id, 8), counts: 'work' }));

  it('is expected to take what that says, of its own work alone', () => {
    let nowMs = 0;
    const control = new Control();
    const clock = { nowMs: () => nowMs, runAfter: () => () => undefined, runEvery: () => () => undefined };
    const meter = new ProgressMeter(clock, firstStep && secondStep ? [firstStep, secondStep] : [], {});
    const leftAt = (ms: number) => {
      nowMs = ms;
      return meter.read(control).secondsLeft;
    };
    meter.enter(placeOf('measuring'), control, firstStep);
    expect(leftAt(2000)).toBe(6 + 8);
    // Half as fast as expected, told by two workers.
    control.publish(0, 'work', 1);
    control.publish(1, 'work', 1);
    expect(leftAt(4000)).toBe(0.75 * (0.75 * 8 + 4) + 8);
    control.publish(1, 'work', 7);
    expect(leftAt(8000)).toBe(0 + 8);
    meter.enter(placeOf('measuring'), control, secondStep);
    expect(leftAt(9000)).toBe(7);
    control.publish(0, 'work', 5);
    expect(leftAt(12_000)).toBe(0.5 * (0.5 * 8 + 4));
  });
});

describe('the time for which nothing was done', () => {
  it('is that since a step began or any work was seen, and none of a rest or of work that nobody counts', () => {
    let nowMs = 0;
    const control = new Control();
    const clock = { nowMs: () => nowMs, runAfter: () => () => undefined, runEvery: () => () => undefined };
    const meter = new ProgressMeter(clock, [], {});
    const stillAt = (ms: number) => {
      nowMs = ms;
      return meter.read(control).stillSeconds;
    };
    expect(stillAt(12_000)).toBe(12);
    meter.enter(placeOf('filling'), control, { ...A1, counts: 'bytes' });
    expect(stillAt(15_000)).toBe(3);
    control.publish(0, 'writeBytes', 4096);
    expect(stillAt(16_000)).toBe(0);
    expect(stillAt(20_000)).toBe(4);
    meter.enter(placeOf('resting'), control);
    expect(stillAt(50_000)).toBe(0);
    meter.enter(placeOf('measuring'), control, { ...A2, counts: 'calls' });
    expect(stillAt(61_000)).toBe(11);
    meter.enter(placeOf('measuring'), control, B);
    expect(stillAt(80_000)).toBe(0);
    // Every call of a row is counted.
    meter.enter({ ...placeOf('measuring'), job: { index: 0, row: 0, direction: 'read' } }, control);
    expect(stillAt(92_000)).toBe(12);
    meter.enter({ ...placeOf('verifying'), job: { index: 0, row: 0, direction: 'read' } }, control);
    expect(stillAt(120_000)).toBe(0);
  });
});

describe('the live meter', () => {
  it('tells rates, waits and calls in flight since the last look', () => {
    const control = new Control();
    const meter = new LiveMeter(0);
    control.publish(0, 'readOps', 100);
    control.publish(0, 'readBytes', 409_600);
    control.publish(0, 'busyReadNs', 50e6);
    control.publish(1, 'readOps', 100);
    control.publish(1, 'readBytes', 409_600);
    control.publish(1, 'busyReadNs', 50e6);
    expect(meter.read(control, 100)).toEqual({
      readOpsPerS: 2000,
      writeOpsPerS: 0,
      readBytesPerS: 8_192_000,
      writeBytesPerS: 0,
      awaitNs: 500_000,
      queue: 1,
      utilPercent: 100,
    });
    expect(meter.read(control, 200)).toMatchObject({ readOpsPerS: 0, awaitNs: 0, utilPercent: 0 });
  });

  it('begins anew with a pass', () => {
    const control = new Control();
    const meter = new LiveMeter(0);
    control.publish(0, 'writeOps', 1000);
    meter.read(control, 100);
    control.arm(1);
    control.publish(0, 'writeOps', 10);
    expect(meter.read(control, 200)?.writeOpsPerS).toBe(100);
  });
});
