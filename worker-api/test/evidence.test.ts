import { metricsOf } from '@opfsmark/schema/boards';
import { bucketOf, decodeHistogram, encodeHistogram, type Pass } from '@opfsmark/schema/documents';
import type { EvidenceReason } from '@opfsmark/schema/evidence';
import {
  contradictions,
  evidenceToRank,
  type FamilyRecord,
  isRecordOf,
  type RunRecord,
} from '@opfsmark/schema/families';
import { ProfileId } from '@opfsmark/schema/families/matrix/plan-schema';
import { verdictInRecord } from '@opfsmark/schema/families/matrix/verdict';
import { describe, expect, it } from 'vitest';
import { makePickedFileUpload, makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import type { UploadOf } from '@opfsmark/schema/test-support/upload';
import { OPERATIONS } from './forger/operations.ts';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { makeUpload } from './runs.ts';

describe('evidence', () => {
  const evidence = (record: RunRecord) => evidenceToRank(record, { declared: {}, cores: [], nowMs: Date.now() });

  it.each(REAL_RECORDS)(
    '%s contradicts itself nowhere and, where it is a standard run, shows all that a rank needs',
    (_, record) => {
      expect(contradictions(record)).toEqual([]);
      expect(evidence(record).filter((reason) => reason !== 'changed_plan')).toEqual([]);
    },
  );

  it('made-up honest runs show all that a rank needs', () => {
    for (let seed = 0; seed < 12; seed++) {
      const { record } = makeUpload({ seed, profile: seed % 2 === 0 ? 'quick' : 'nvme', speed: 0.3 + seed / 12 });
      expect(contradictions(record)).toEqual([]);
      expect(evidence(record)).toEqual([]);
      const pickedRecord = makePickedUpload({ speed: 0.3 + seed / 12 }).record;
      expect(contradictions(pickedRecord)).toEqual([]);
      expect(evidence(pickedRecord)).toEqual([]);
    }
  });

  /** By how much floors are made quicker. */
  const FACTORS = [2.7, 3, 5, 10, 20, 50, 100];

  function reasonsOfForgedFloors(record: RunRecord, factor: number): readonly string[] {
    const forgedRecord = structuredClone(record);
    if (!isRecordOf(forgedRecord, 'matrix')) throw new Error('has no floors');
    OPERATIONS['floors made up']?.forge(forgedRecord, { factor, where: 0, other: record });
    return evidence(forgedRecord);
  }

  describe('floors that were made up are told from the reads from memory of the same run', () => {
    const withFloors = REAL_RECORDS.filter(([, { result }]) => result.family === 'matrix' && result.floors.length > 0);
    it.each(withFloors)('in %s', (_, record) => {
      for (const factor of FACTORS)
        expect(reasonsOfForgedFloors(record, factor), `${factor}`).toContain('floors_differ');
    });

    it.each(ProfileId.options)('in a made-up run of %s, at every speed', (profile) => {
      for (const speed of [0.2, 1, 2]) {
        const { record } = makeUpload({ profile, speed, seed: 1 });
        expect(evidence(record)).toEqual([]);
        for (const factor of [2.7, 20, 100])
          expect(reasonsOfForgedFloors(record, factor), `${factor}`).toContain('floors_differ');
      }
    });
  });

  it('floors quicker than any copy are told without other reads to compare them with', () => {
    const { record } = makeUpload({ profile: 'demo' });
    for (const job of record.result.jobs) for (const pass of job.passes) pass.loop = 0;
    expect(evidence(record)).not.toContain('faster_than_memory');
    expect(reasonsOfForgedFloors(record, 100)).toContain('faster_than_memory');
  });
});

describe('evidence of other engines', () => {
  type Grid = UploadOf<'matrix'>['record'];
  type Picked = UploadOf<'picked-file'>['record'];

  const evidence = (record: Grid | Picked | FamilyRecord<'matrix'> | FamilyRecord<'picked-file'>) =>
    evidenceToRank(record, { declared: {}, cores: [], nowMs: Date.now() });

  function realOf<Id extends 'matrix' | 'picked-file'>(name: string, id: Id) {
    const record = REAL_RECORDS.find(([recordName]) => recordName === name)?.[1];
    if (!record || !isRecordOf(record, id)) throw new Error(`no real record ${name}`);
    return structuredClone(record);
  }

  describe('of reads past the page cache (node-direct)', () => {
    const makeRun = () =>
      makeUpload({
        plan: { cache: 'as-is' },
        speed: 0.3,
        environment: {
          engine: 'node-direct',
          client: { browser: { family: 'node', major: 24 }, os: { family: 'linux', major: null } },
          clock_step_ns: 40,
        },
      }).record;
    const records = [
      ['a made-up run', makeRun],
      ['a real run', () => realOf('node-direct', 'matrix') as Grid],
    ] as const;

    describe.each(records)('%s', (_, make) => {
      it('shows all that a rank needs without floors, and all its reads are those of the drive', () => {
        const record = make();
        expect(record.result.floors).toEqual([]);
        expect(contradictions(record)).toEqual([]);
        expect(evidence(record)).toEqual([]);
        const reads = record.result.jobs.filter(({ direction }) => direction === 'read');
        expect(reads.map((job) => verdictInRecord(record, job)?.verdict)).toEqual(reads.map(() => 'drive'));
        expect(Object.keys(metricsOf(record)).filter((id) => id.endsWith('_read')).length).toBeGreaterThan(0);
      });

      it.each<[name: string, reason: EvidenceReason, forge: (record: Grid) => void]>([
        [
          'in a browser',
          'unknown_environment',
          (record) => Object.assign(record.environment.client.browser, { family: 'chrome' }),
        ],
        [
          'with one file per worker',
          'unknown_environment',
          (record) => Object.assign(record.environment, { layout: 'per-worker' }),
        ],
        [
          'with another flush',
          'unknown_environment',
          (record) => Object.assign(record.environment, { flush_primitive: 'none' }),
        ],
        [
          'under another name, without floors',
          'missing_floors',
          (record) => Object.assign(record.environment, { engine: 'node' }),
        ],
        [
          'with reads said to be from memory',
          'missing_jobs',
          ({ result }) => result.jobs.forEach((job) => job.reads && Object.assign(job, { reads: 'memory' })),
        ],
        [
          'with nothing verified',
          'not_verified',
          ({ result }) => result.jobs.forEach((job) => Object.assign(job, { verified_sectors: 0 })),
        ],
        ['without a fill', 'missing_fill', ({ result }) => delete result.fill],
        ['with one loop copied', 'copied_passes', ({ result }) => copyLoops(result.jobs)],
        ['200 times as fast', 'faster_than_interface', ({ result }) => scaleReads(result.jobs, 200)],
      ])('does not rank %s', (__, reason, forge) => {
        const record = make();
        forge(record);
        expect(evidence(record)).toContain(reason);
      });
    });

    it.each(
      Object.entries(OPERATIONS).filter(([, { isConsistent, isRepeat }]) => isConsistent === undefined && !isRepeat),
    )('a real run: %s does not rank', (name, { forge }) => {
      // It has no floors, and its clock is the system's.
      if (['no floors', 'floors made up', "another browser's clock"].includes(name)) return;
      const other = realOf('chromium-quick', 'matrix');
      for (const factor of [2.7, 3, 20, 100]) {
        const record = realOf('node-direct', 'matrix') as Grid;
        forge(record, { factor, where: 0.1, other });
        expect([...contradictions(record), ...evidence(record)], `${factor}`).not.toEqual([]);
      }
    });
  });

  function copyLoops(jobs: Grid['result']['jobs']): void {
    for (const job of jobs) {
      const [first] = job.passes.filter(({ loop }) => loop === 1);
      const isLater = ({ kind, loop }: Pass) => kind === first?.kind && loop > 1;
      if (first) job.passes = job.passes.map((pass) => (isLater(pass) ? { ...first, loop: pass.loop } : pass));
    }
  }

  function scaleReads(jobs: Grid['result']['jobs'], factor: number): void {
    for (const { passes } of jobs) {
      for (const pass of passes)
        Object.assign(pass, { total_ns: pass.total_ns / factor, elapsed_ns: pass.elapsed_ns / factor });
    }
  }

  describe('of a picked file', () => {
    const records = [
      ['a made-up run', () => makePickedFileUpload().record],
      ['a real run', () => realOf('chromium-family-picked-file', 'picked-file') as Picked],
    ] as const;

    describe.each(records)('%s', (_, make) => {
      it('shows all that a rank needs', () => {
        expect(contradictions(make())).toEqual([]);
        expect(evidence(make())).toEqual([]);
      });

      it.each<[name: string, reason: EvidenceReason, forge: (record: Picked) => void]>([
        ['that was stopped', 'missing_jobs', (record) => void (record.status = 'stopped')],
        ['without its pairs', 'missing_jobs', ({ result }) => delete result.pairs],
        ['without a way of reading in order', 'missing_jobs', ({ result }) => void result.in_order.pop()],
        ['with another number of pairs', 'changed_plan', (record) => void (record.plan = { ...record.plan, pairs: 7 })],
        ['on an unknown core', 'unknown_core', ({ environment }) => void (environment.wasm_sha256 = 'f'.repeat(64))],
        [
          'under Node.js',
          'unknown_environment',
          ({ environment }) => void (environment.client.browser.family = 'node'),
        ],
        ['between two steps of the clock', 'impossible_clock', ({ result }) => moveReads(result, 7_400)],
        [
          'whose calls take no time',
          'faster_than_memory',
          ({ result }) => result.in_order.forEach(({ first }) => void (first.busy_ns = first.ops)),
        ],
        [
          'faster than memory in all',
          'faster_than_memory',
          ({ result }) => result.in_order.forEach(({ first }) => void (first.elapsed_ns = 1)),
        ],
      ])('does not rank %s', (__, reason, forge) => {
        const record = make();
        forge(record);
        expect(evidence(record)).toContain(reason);
      });
    });

    it('does not rank with reads faster than the declared interface', () => {
      const { record } = makePickedFileUpload();
      for (const { first, again } of record.result.in_order) {
        first.elapsed_ns /= 5;
        again.elapsed_ns /= 5;
      }
      const context = { cores: [], nowMs: Date.now() };
      expect(evidenceToRank(record, { ...context, declared: {} })).toEqual([]);
      expect(evidenceToRank(record, { ...context, declared: { interface: 'SATA' } })).toContain(
        'faster_than_interface',
      );
    });

    it('does not rank with the same reads twice', () => {
      const record = realOf('chromium-family-picked-file', 'picked-file') as Picked;
      const { pairs } = record.result;
      if (pairs) pairs.again = structuredClone(pairs.first);
      expect(evidence(record)).toContain('copied_passes');
    });
  });

  /** All reads by one at a time into a bucket where this clock shows nothing. */
  function moveReads({ pairs }: Picked['result'], ns: number): void {
    if (!pairs) return;
    const counts = (decodeHistogram(pairs.first.histogram) ?? []).map(() => 0);
    counts[bucketOf(ns)] = pairs.first.ops;
    pairs.first.histogram = encodeHistogram(counts);
  }
});
