import { clockQuantumNs } from '../../evidence/environments.ts';
import { limitsOfInterface } from '../../evidence/interfaces.ts';
import { isMultiple, isSideOfClock } from '../../evidence/latencies.ts';
import { FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import { decodeSeries, sum } from '../../documents/stats.ts';
import type { RankedChecks, RecordOf } from '../family.ts';
import { checkBlocks, checkTimed, PART_SLACK, TIME_SLACK, WALL_SLACK_NS } from '../expectations.ts';
import { changesOnly } from '../plan-for.ts';
import { sustainedPlan } from './plan.ts';
import { cliffFrom, roundsMax, STEADY_ROUNDS, steadyFrom } from './rounds.ts';
import { SustainedPlan, SustainedResult } from './schema.ts';

/** No round of writes with its flush is quicker, through any engine. */
const MAX_FLUSHED_BYTES_PER_S = 20e9;

type SustainedRecord = RecordOf<SustainedPlan, SustainedResult>;

/** In so many rounds or more, half do not take the same time, neither with their flush nor without. */
const MIN_ROUNDS = 8;
const MAX_SAME_SHARE = 0.5;
/** The share of the time limit that rounds fill without the longest one, in which the machine may have slept. */
const MIN_LIMIT_SHARE = 0.5;
/** Nothing lies between two calls of a worker but a look at the clock. */
const MIN_BUSY_SHARE = 0.9;
const NS_PER_US = 1e3;

export const sustainedChecks: RankedChecks<SustainedPlan, SustainedResult> = {
  plan: SustainedPlan,
  result: SustainedResult,
  impossible({ result, plan, wall_ms }, { expectThat, expectOfRecord }) {
    const elapsedUs = decodeSeries(result.elapsed_us);
    const totalUs = decodeSeries(result.total_us);
    expectThat(elapsedUs.length === totalUs.length, '/total_us', 'has another number of rounds than elapsed_us');
    expectThat(totalUs.length <= roundsMax(plan), '/total_us', 'more rounds than the budget is for');
    expectThat(
      totalUs.every((us, round) => us > 0 && us >= (elapsedUs[round] ?? 0)),
      '/total_us',
      'a round is shorter than its writes',
    );
    const fillNs = result.fill ? result.fill.elapsed_ns + result.fill.flush_ns : 0;
    expectOfRecord(
      sum(totalUs) * 1e3 + fillNs <= wall_ms * 1e6 * PART_SLACK + WALL_SLACK_NS,
      '/wall_ms',
      'is less than the fill and the rounds took together',
    );
    expectThat(result.workers <= plan.queues, '/workers', 'more than planned');
    const { write } = result;
    expectThat(write !== undefined || totalUs.length === 0, '/write', 'is missing');
    if (write) {
      checkBlocks(write, FILL_BLOCK_BYTES, '/write', expectThat);
      checkTimed(write, '/write', expectThat);
      expectThat(write.bytes === totalUs.length * plan.round_bytes, '/write/bytes', 'is not rounds x round');
      expectThat(
        write.busy_ns <= sum(elapsedUs) * 1e3 * result.workers * TIME_SLACK,
        '/write/busy_ns',
        'is more time than the workers had',
      );
    }
    const rates = totalUs.map((us) => plan.round_bytes / us);
    const isCliff = cliffFrom(totalUs) !== null;
    if (result.ended === 'cliff') expectThat(isCliff, '/ended', 'the last rounds are no slower than those before');
    if (result.ended === 'steady') {
      expectThat(steadyFrom(rates.slice(-STEADY_ROUNDS)) === 0, '/ended', 'the last rounds are not steady');
    }
  },
  unshown(record, declaredInterface) {
    const { plan, result, environment } = record;
    // The figure of a longer one is another.
    if (plan.profile !== 'quick') return undefined;
    const quantumNs = clockQuantumNs(environment);
    const totals = decodeSeries(result.total_us);
    const isFaster = (bytesPerS: number) => totals.some((us) => plan.round_bytes * 1e6 > bytesPerS * us);
    return {
      changed_plan: !changesOnly(sustainedPlan, plan, []),
      missing_jobs: record.status !== 'done' || totals.length === 0,
      short_passes: isShort(record),
      missing_fill: result.fill === undefined || result.fill.bytes < plan.file_bytes,
      copied_passes: hasCopies(record),
      impossible_clock: quantumNs !== null && isOffTheClock(record, quantumNs),
      idle_worker: isIdle(record),
      faster_than_memory: isFaster(MAX_FLUSHED_BYTES_PER_S),
      faster_than_interface: isFaster(limitsOfInterface(declaredInterface).maxBytesPerS),
    };
  },
};

/** It ends at its limit, when its budget is written, or at a cliff, which the rounds themselves show. */
function isShort({ plan, result }: SustainedRecord): boolean {
  const totals = decodeSeries(result.total_us);
  switch (result.ended) {
    case 'budget':
      return totals.length < roundsMax(plan);
    case 'limit':
      return sum(totals) - Math.max(...totals) < MIN_LIMIT_SHARE * plan.limit_s * 1e6;
    case 'cliff':
      return false;
    default:
      return true;
  }
}

function hasCopies({ result: { elapsed_us, total_us } }: SustainedRecord): boolean {
  const elapsedUs = decodeSeries(elapsed_us);
  const times = decodeSeries(total_us).map((us, round) => `${us} ${elapsedUs[round]}`);
  const counts = new Map<string, number>();
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
  return times.length >= MIN_ROUNDS && Math.max(...counts.values()) > MAX_SAME_SHARE * times.length;
}

function isIdle({ result: { elapsed_us, workers, write } }: SustainedRecord): boolean {
  const elapsedNs = sum(decodeSeries(elapsed_us)) * NS_PER_US;
  return workers === 1 && (write?.busy_ns ?? 0) < MIN_BUSY_SHARE * elapsedNs;
}

function isOffTheClock({ result: { elapsed_us, total_us, write } }: SustainedRecord, quantumNs: number): boolean {
  const times = [...decodeSeries(elapsed_us), ...decodeSeries(total_us)];
  return (
    !times.every((us) => isMultiple(us * NS_PER_US, quantumNs)) ||
    (write !== undefined && !isSideOfClock(write, quantumNs))
  );
}
