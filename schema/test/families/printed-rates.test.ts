/** Every rate that anything prints, and the mark that it has where memory had a part in it. */
import english from '../../src/answer/words/en.ts';
import { describe, expect, it } from 'vitest';
import { MIB } from '../../src/documents/index.ts';
import { FAMILY_IDS, type FamilyId } from '../../src/families/ids.ts';
import { figuresOf, standardPlan, writtenOrigin, type FamilyRecord } from '../../src/families/families.ts';
import { originInRecord } from '../../src/families/matrix/verdict.ts';
import type { RunRecord } from '../../src/families/checks.ts';
import { type Figure, figureMark, fillBytesPerSecond } from '../../src/figures/index.ts';
import { familyRecord, NONE, row } from '../../test-support/family-records.ts';
import { writeJob } from '../../test-support/matrix-records.ts';
import {
  asIs,
  histogramOf,
  makeFloor,
  makeJob,
  makePass,
  makeRecord,
  timedSide,
  type MatrixRecord,
} from '../../test-support/record.ts';

const SITUATIONS = ['tmpfs', 'a stick of 6 MB/s', 'a private window'] as const;
type Situation = (typeof SITUATIONS)[number];

const BYTES = 64 * MIB;
/** The time that a flush of so much takes: none, or that of the stick. */
const flushNs = (situation: Situation) => (situation === 'a stick of 6 MB/s' ? (BYTES * 1e9) / 6e6 : 0);
const fillOf = (situation: Situation) => ({ bytes: BYTES, elapsed_ns: 20e6, flush_ns: flushNs(situation) });

/** A write of 64 MiB that memory takes at once, and then its flush. */
const writtenPass = (situation: Situation, kind: 'throughput' | 'flush_each' = 'throughput') => {
  const flush_ns = flushNs(situation);
  return makePass({ kind, flush_ns, elapsed_ns: 20e6, total_ns: 20e6 + flush_ns, write: timedSide(300, 64, MIB) });
};

function matrixRecord(situation: Situation): RunRecord {
  const record = makeRecord({ plan: asIs('default') });
  const head = makeJob(record.plan, 0, [5e8]);
  const read = makePass({ read: timedSide(2_000, 1000, MIB) });
  const write = [writtenPass(situation), writtenPass(situation, 'flush_each')];
  // In a private window every call is answered by another process.
  const hot_read = timedSide(situation === 'a private window' ? 80_000 : 2_000, 1000, 4096);
  const { reads: _, ...plain } = head;
  const result: MatrixRecord['result'] = {
    family: 'matrix',
    fill: fillOf(situation),
    floors: [makeFloor({ hot_read })],
    jobs: [
      { ...head, direction: 'read', passes: [read] },
      { ...plain, direction: 'write', passes: write },
      { ...plain, direction: 'mix', passes: [{ ...read, write: timedSide(300, 64, MIB) }] },
    ],
  };
  return { ...record, result };
}

function sweepRecord(id: 'block-sweep' | 'queue-sweep', situation: Situation): RunRecord {
  const job = { ...writeJob(row(4096, 1), 1e9, 1), passes: [writtenPass(situation)] };
  const read = { ...job, direction: 'read' as const, passes: [makePass({ read: timedSide(2_000, 1000, 4096) })] };
  const result = { family: id, layout: 'shared', fill: fillOf(situation), jobs: [job, read] };
  return { ...familyRecord(id), result } as RunRecord;
}

function databaseRecord(situation: Situation): RunRecord {
  const sync = { calls: 1, bytes: 0, ns: flushNs(situation) };
  const phase = (id: 'bulk' | 'single' | 'reads') => ({
    ...{ id, rows: 100, elapsed_ns: 1e9 + sync.ns, read: NONE, other: NONE, sync },
    ...{ write: { calls: 64, bytes: BYTES, ns: 1e6 }, histogram: histogramOf(1e6, 100) },
  });
  const record = familyRecord('database');
  const result = { ...record.result, phases: [phase('bulk'), phase('single'), phase('reads')] };
  return { ...record, result } as RunRecord;
}

const series = (us: number) => Array.from({ length: 8 }, () => us).join(' ');

const RECORDS: Readonly<Record<FamilyId, (situation: Situation) => RunRecord>> = {
  matrix: matrixRecord,
  stutter: (situation) => {
    const record = familyRecord('stutter') as FamilyRecord<'stutter'>;
    return { ...record, result: { ...record.result, fill: fillOf(situation) } };
  },
  'small-files': () => familyRecord('small-files'),
  'block-sweep': (situation) => sweepRecord('block-sweep', situation),
  'queue-sweep': (situation) => sweepRecord('queue-sweep', situation),
  durability: (situation) => {
    const pass = writtenPass(situation);
    const each = writtenPass(situation, 'flush_each');
    const result = { family: 'durability', layout: 'shared', fill: fillOf(situation) } as const;
    return familyRecord('durability', { result: { ...result, none: [pass], end: [pass], each: [each] } });
  },
  'latency-under-load': (situation) => {
    const record = familyRecord('latency-under-load') as FamilyRecord<'latency-under-load'>;
    return { ...record, result: { ...record.result, fill: fillOf(situation) } };
  },
  sustained: (situation) => {
    const record = familyRecord('sustained') as FamilyRecord<'sustained'>;
    const times = { elapsed_us: series(20_000), total_us: series(20_000 + flushNs(situation) / 1e3) };
    return { ...record, result: { ...record.result, ...times } };
  },
  database: databaseRecord,
  'app-storage': () => familyRecord('app-storage'),
  'picked-folder': () => familyRecord('picked-folder'),
  'picked-file': () => familyRecord('picked-file'),
};

type Mark = string | null;
function markText(figure: Figure): Mark {
  const mark = figureMark(figure);
  return mark && english.origins[mark];
}
const FREE: readonly Mark[] = ['flush did nothing', null, 'flush did nothing'];
const SAVED: readonly Mark[] = ['flush did nothing', null, 'kept in memory'];
const MAYBE: readonly Mark[] = ['source unknown', 'source unknown', 'source unknown'];
const MEMORY: readonly Mark[] = ['from memory', 'from memory', 'from memory'];
const UNFLUSHED: readonly Mark[] = ['not flushed', 'not flushed', 'not flushed'];
/** No flush is in these families, so that nothing tells: the answer says "drive, filesystem and browser together". */
const UNTOLD: readonly Mark[] = [null, null, null];

/** By the ids of figures; the marks in the order of the situations. */
const PRINTED: Readonly<Record<FamilyId, readonly (readonly [RegExp, readonly Mark[]])[]>> = {
  matrix: [
    [/ read$/, ['source unknown', 'source unknown', 'from memory']],
    [/ write$/, SAVED],
    [/ flush_each$/, SAVED],
    [/ mix$/, ['flush did nothing', 'source unknown', 'from memory']],
  ],
  stutter: [[/^(?:longest|stalls|stall share|mean)$/, FREE]],
  'small-files': [[/ create$/, UNTOLD]],
  'block-sweep': [
    [/ write$/, FREE],
    [/ read$/, MAYBE],
  ],
  'queue-sweep': [
    [/ write$/, FREE],
    [/ read$/, MAYBE],
  ],
  durability: [
    [/^none$/, UNFLUSHED],
    [/^(?:end|each)$/, FREE],
  ],
  'latency-under-load': [
    [/^capacity$/, FREE],
    [/^load \d+ p[\d.]+$/, FREE],
  ],
  sustained: [[/^(?:at-last|at-first|kept)$/, FREE]],
  database: [
    [/^(?:bulk|single)$/, FREE],
    [/^reads$/, MEMORY],
  ],
  'app-storage': [
    [/ (?:read|scan|blob-read|open)$/, MEMORY],
    [/ (?:put|put-batch|update|delete|blob-write)$/, UNTOLD],
  ],
  'picked-folder': [[/^write$/, UNTOLD]],
  'picked-file': [[/^drive-time$/, UNTOLD]],
};

describe.each(FAMILY_IDS)('what is printed of %s', (id) => {
  it.each(SITUATIONS)('on %s', (situation) => {
    const record = RECORDS[id](situation);
    const figures = figuresOf(record);
    expect(figures.length).toBeGreaterThan(0);
    for (const [ids] of PRINTED[id])
      expect(
        figures.map((figure) => figure.id).filter((figureId) => ids.test(figureId)),
        `${ids}`,
      ).not.toEqual([]);
    for (const figure of figures) {
      const [, marks] = PRINTED[id].find(([ids]) => ids.test(figure.id)) ?? [];
      expect([figure.id, markText(figure)]).toEqual([figure.id, marks?.[SITUATIONS.indexOf(situation)]]);
    }
  });

  it('what it filled and wrote has the mark of its flushes', () => {
    const marks = SITUATIONS.map((situation) => writtenOrigin(RECORDS[id](situation)));
    const tells = !['small-files', 'app-storage', 'picked-folder', 'picked-file'].includes(id);
    const isGrid = id === 'matrix';
    expect(marks).toEqual(tells ? ['unflushed', null, isGrid ? 'memory' : 'unflushed'] : [null, null, null]);
  });
});

it('a write that ended before a flush is memory’s on any drive', () => {
  const marks = SITUATIONS.map((situation) => {
    const record = matrixRecord(situation) as FamilyRecord<'matrix'>;
    const job = record.result.jobs.find(({ direction }) => direction === 'write');
    return job && originInRecord(record, job, 'buffered');
  });
  expect(marks).toEqual(['unflushed', 'buffered', 'memory']);
});

it('writes that a plan never flushes are memory’s on any drive', () => {
  const stutter = RECORDS.stutter('a stick of 6 MB/s');
  const off = RECORDS.database('a stick of 6 MB/s');
  const plans = [
    { ...stutter, plan: { ...standardPlan('stutter'), flush: 'none' } },
    { ...off, plan: { ...standardPlan('database'), synchronous: 'off' } },
  ] as RunRecord[];
  for (const record of plans) {
    const marks = figuresOf(record)
      .filter(({ id }) => id !== 'reads')
      .map(markText);
    expect(new Set(marks)).toEqual(new Set(['not flushed']));
  }
});

it('the rate at which a file was filled includes its flush', () => {
  expect(fillBytesPerSecond(fillOf('a stick of 6 MB/s'))).toBeCloseTo(6e6, -5);
});
