import { type MeasuredRates, type TimedStep, withRates } from '@opfsmark/schema/schedule';

const RATES_KEY = 'opfsmark.rates';

function isTimedStep(value: unknown): value is TimedStep {
  if (typeof value !== 'object' || value === null) return false;
  const { work, seconds, limitS }: Partial<Record<string, unknown>> = value;
  const isAmount = (amount: unknown) => typeof amount === 'number' && amount >= 0;
  return isAmount(work) && isAmount(seconds) && (limitS === undefined || isAmount(limitS));
}

/** The rates of runs in this browser so far; none where it keeps nothing, or was written by something else. */
export function readRates(store: Pick<Storage, 'getItem'>): MeasuredRates {
  try {
    const savedRates: unknown = JSON.parse(store.getItem(RATES_KEY) ?? '{}');
    if (typeof savedRates !== 'object' || savedRates === null) return {};
    return Object.fromEntries(
      Object.entries(savedRates).filter((entry): entry is [string, TimedStep] => isTimedStep(entry[1])),
    );
  } catch {
    return {};
  }
}

/** A browser that keeps nothing estimates by an ordinary computer. */
export function keepRates(steps: readonly TimedStep[], store: Pick<Storage, 'getItem' | 'setItem'>): MeasuredRates {
  const rates = withRates(readRates(store), steps);
  try {
    store.setItem(RATES_KEY, JSON.stringify(rates));
  } catch {
    // Site data is blocked, or its room is used up.
  }
  return rates;
}

const FORGET_KEY = 'opfsmark.forget';
const TOO_MUCH = 'limit_bytes';

/** Whether the last forgetting in this browser read all that it may and still left the file in memory. */
export function hadTooMuchMemory(store: Pick<Storage, 'getItem'>): boolean {
  try {
    return store.getItem(FORGET_KEY) === TOO_MUCH;
  } catch {
    return false;
  }
}

/** Keeps how a forgetting ended. A browser that keeps nothing does not ask. */
export function keepForgetEnd(outcome: string, store: Pick<Storage, 'setItem'>): void {
  try {
    store.setItem(FORGET_KEY, outcome);
  } catch {
    // Site data is blocked, or its room is used up.
  }
}
