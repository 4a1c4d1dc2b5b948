import { FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import { decodeHistogram, totalCount } from '../../documents/histogram.ts';
import { decodeSeries, sum } from '../../documents/wire.ts';
import { claims } from '../claims.ts';
import { defineChecks, WALL_SLACK, WALL_SLACK_NS } from '../family.ts';
import { roundsMax } from './rounds.ts';
import { cliffFrom } from './cliff.ts';
import { SustainedPlan, SustainedResult } from './schema.ts';
import { STEADY_ROUNDS, steadyFrom } from './steady.ts';

export const sustainedChecks = defineChecks<SustainedPlan, SustainedResult>({
  plan: SustainedPlan,
  result: SustainedResult,
  contradictions({ result, plan, wall_ms }) {
    const { claim, claimOfRecord, found } = claims();
    const elapsed = decodeSeries(result.elapsed_us);
    const total = decodeSeries(result.total_us);
    claim(elapsed.length === total.length, '/total_us', 'has another number of rounds than elapsed_us');
    claim(total.length <= roundsMax(plan), '/total_us', 'more rounds than the budget is for');
    claim(
      total.every((us, round) => us > 0 && us >= (elapsed[round] ?? 0)),
      '/total_us',
      'a round is shorter than its writes',
    );
    const fillNs = result.fill ? result.fill.elapsed_ns + result.fill.flush_ns : 0;
    claimOfRecord(
      sum(total) * 1e3 + fillNs <= wall_ms * 1e6 * WALL_SLACK + WALL_SLACK_NS,
      '/wall_ms',
      'is less than the fill and the rounds took together',
    );
    claim(result.workers <= plan.queues, '/workers', 'more than planned');
    const { write } = result;
    claim(write !== undefined || total.length === 0, '/write', 'is missing');
    if (write) {
      claim(write.bytes === write.ops * FILL_BLOCK_BYTES, '/write/bytes', 'is not calls x 1 MiB');
      claim(write.bytes === total.length * plan.round_bytes, '/write/bytes', 'is not rounds x round');
      claim(
        totalCount(decodeHistogram(write.histogram) ?? []) === write.ops,
        '/write/histogram',
        'does not hold all calls',
      );
      claim(
        write.busy_ns <= sum(elapsed) * 1e3 * result.workers * 1.1,
        '/write/busy_ns',
        'is more time than the workers had',
      );
    }
    const rates = total.map((us) => plan.round_bytes / us);
    const isCliff = cliffFrom(total) !== null;
    if (result.ended === 'cliff') claim(isCliff, '/ended', 'the last rounds are no slower than those before');
    if (result.ended === 'steady') {
      claim(steadyFrom(rates.slice(-STEADY_ROUNDS)) === 0, '/ended', 'the last rounds are not steady');
    }
    return found;
  },
});
