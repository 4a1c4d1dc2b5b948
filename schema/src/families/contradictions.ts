import { sum } from '../documents/wire.ts';
import { claims } from './claims.ts';
import { MAX_BYTES_PER_S, WALL_SLACK, WALL_SLACK_NS, type Contradiction } from './family.ts';
import type { RunRecord } from './record.ts';
import { iostatParts } from './record-figures.ts';
import { resultSideOf } from './result-table.ts';

/** Engines that only go with one family: what a person picked. */
const PICKED_ENGINES: ReadonlySet<string> = new Set(['picked-folder', 'picked-file']);

/**
 * What in a record contradicts itself, each by an RFC 6901 pointer into the record: the identities of its family, and
 * those that hold for all. An empty list does not make a record true, only possible.
 */
export function contradictions(record: RunRecord): Contradiction[] {
  const { claim, claimOfRecord, found } = claims();
  const { family, environment, result, status, failure, wall_ms } = record;
  found.push(...resultSideOf(family).contradictions(record));
  const layout = 'layout' in result ? result.layout : environment.layout;
  claim(layout === environment.layout, '/layout', 'is not the layout of the environment');
  claimOfRecord((status === 'failed') === (failure !== undefined), '/status', 'does not agree with failure');
  const picked = PICKED_ENGINES.has(environment.engine);
  claimOfRecord(picked === (family === 'picked-folder'), '/environment/engine', `does not go with ${family}`);
  const parts = iostatParts(result);
  for (const { part, row } of parts) {
    claim((row.r_mb_per_s + row.w_mb_per_s) * 1e6 <= MAX_BYTES_PER_S, '', `${part} is faster than memory`);
  }
  const partsNs = sum(parts.map(({ row }) => row.length_s)) * 1e9;
  claimOfRecord(
    partsNs <= wall_ms * 1e6 * WALL_SLACK + WALL_SLACK_NS,
    '/wall_ms',
    'is less than the parts took together',
  );
  return found;
}
