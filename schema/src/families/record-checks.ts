import type { Declaration } from '../documents/declaration.ts';
import type { Engine } from '../documents/environment.ts';
import { sum } from '../documents/stats.ts';
import { isKnownEnvironment, KNOWN_CORES } from '../evidence/environments.ts';
import type { EvidenceReason } from '../evidence/reasons.ts';
import type { FigureUnit } from '../figures/figure.ts';
import { checksOf } from './checks.ts';
import { collectClaims, type Claim, type Contradiction } from './claims.ts';
import { checkClock, checkDocument } from './document-claims.ts';
import type { Unshown } from './family.ts';
import { familyOf } from './families.ts';
import { FAMILY_IDS } from './ids.ts';
import { MAX_BYTES_PER_S, PART_SLACK, WALL_SLACK_NS } from './limits.ts';
import type { RunRecord } from './record.ts';
import { figureSideOf } from './figure-table.ts';
import { iostatParts } from './record-figures.ts';

const PICKED_ENGINES: ReadonlySet<Engine | undefined> = new Set(FAMILY_IDS.map((id) => familyOf(id).pickedEngine));

/** No number of a real run is above, by its unit. */
const MAX_FIGURE: Readonly<Record<FigureUnit, number>> = {
  bytes_per_s: MAX_BYTES_PER_S,
  iops: 2e9,
  files_per_s: 1e7,
  rows_per_s: 1e9,
  ns: 1e15,
  calls: 1e12,
  share: 1,
};

/** Every number that people are shown is one, and physically possible. */
function checkDerived(record: RunRecord, claim: Claim): void {
  for (const { id, unit, value, low, high, p99_ns } of figureSideOf(record.family).figures(record)) {
    const isPossible = [value, low, high, p99_ns ?? 0].every((n) => Number.isFinite(n) && n >= 0);
    // An interval reaches beyond the value.
    claim(isPossible && value <= MAX_FIGURE[unit], '', `${id} is no possible number`);
  }
  for (const { part, row } of iostatParts(record.result)) {
    claim(Object.values(row).every(Number.isFinite), '', `${part} is no possible number`);
  }
}

/**
 * What in a record contradicts itself, each by an RFC 6901 pointer into the record: the identities of its family, and
 * those that hold for all. An empty list does not make a record true, only possible.
 */
export function contradictions(record: RunRecord): readonly Contradiction[] {
  const claims = collectClaims();
  const { claim, claimOfRecord, found } = claims;
  const { family, environment, result, status, failure, wall_ms } = record;
  checkClock(environment.clock_step_ns, claimOfRecord);
  checksOf(family).impossible(record, claims);
  checkDocument({ result }, environment.clock_step_ns, claimOfRecord);
  checkDerived(record, claim);
  const layout = 'layout' in result ? result.layout : environment.layout;
  claim(layout === environment.layout, '/layout', 'is not the layout of the environment');
  claimOfRecord((status === 'failed') === (failure !== undefined), '/status', 'does not agree with failure');
  const { engine } = environment;
  const { pickedEngine } = familyOf(family);
  const goesWith = pickedEngine === undefined ? !PICKED_ENGINES.has(engine) : engine === pickedEngine;
  claimOfRecord(goesWith, '/environment/engine', `does not go with ${family}`);
  const parts = iostatParts(result);
  for (const { part, row } of parts) {
    claim((row.r_mb_per_s + row.w_mb_per_s) * 1e6 <= MAX_BYTES_PER_S, '', `${part} is faster than memory`);
  }
  const partsNs = sum(parts.map(({ row }) => row.length_s)) * 1e9;
  claimOfRecord(
    partsNs <= wall_ms * 1e6 * PART_SLACK + WALL_SLACK_NS,
    '/wall_ms',
    'is less than the parts took together',
  );
  return found;
}

/** What a service knows beside the record. */
export interface EvidenceContext {
  readonly declared: Pick<Declaration, 'interface'>;
  /** Cores that count beside `KNOWN_CORES`: the one that this site serves. */
  readonly cores: readonly string[];
  readonly nowMs: number;
}

/**
 * Why a run may not rank: everything that its record fails to show. Empty for a run whose record is as complete as an
 * honest one, which makes it no truer: a rank needs others who measured the same.
 */
export function evidenceToRank(record: RunRecord, { declared, cores, nowMs }: EvidenceContext): EvidenceReason[] {
  const { environment } = record;
  const own = checksOf(record.family).unshown?.(record, declared.interface);
  if (!own) return [];
  const unshown: Unshown = {
    unknown_core: ![...KNOWN_CORES, ...cores].includes(environment.wasm_sha256),
    unknown_environment: !isKnownEnvironment(environment, nowMs),
    stood_still: environment.pauses?.some(({ outcome }) => outcome === 'left_out') ?? false,
    ...own,
  };
  return (Object.keys(unshown) as EvidenceReason[]).filter((reason) => unshown[reason]);
}
