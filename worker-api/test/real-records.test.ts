import { env } from 'cloudflare:workers';
import { isMeasured } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { headlineText, sentenceText } from '@opfsmark/schema/answer/words';
import { OEmbed, type RunReceipt, ShieldsBadge } from '@opfsmark/schema/api';
import { boardLayoutOf, METRIC_IDS, metricsOf } from '@opfsmark/schema/boards';
import { bucketValueNs, rowSlug, sum } from '@opfsmark/schema/documents';
import {
  FAMILY_IDS,
  type Flag,
  figuresOf,
  flagsOf,
  isRecordOf,
  type RunRecord,
  familyOf,
  type FamilyId,
} from '@opfsmark/schema/families';
import { jobsOf } from '@opfsmark/schema/families/matrix/jobs';
import { passBytesWrittenMax, passesOfJob, rowOf } from '@opfsmark/schema/families/matrix/schedule';
import { ProfileId } from '@opfsmark/schema/families/matrix/plan-schema';
import { depthOf, depthShort, isWriteToMemory, latencyCounts, leadingFigure } from '@opfsmark/schema/figures';
import { FORMS, reportOf } from '@opfsmark/schema/report';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it } from 'vitest';
import { ogSvg } from '../src/pictures/card.ts';
import { LOCALES } from '../src/pictures/words.ts';
import { readRun } from '../src/views/run-view.ts';
import { ask, publish } from './client.ts';
import { startEmpty } from './empty.ts';
import { makeUpload } from './runs.ts';

const receipts = new Map<RunRecord, Promise<RunReceipt>>();

function publishOnce(record: RunRecord): Promise<RunReceipt> {
  const declared = { device: 'A real machine', filesystem: 'ext4' } as const;
  const receipt = receipts.get(record) ?? publish({ record, declared, deletion_sha256: DELETION_SHA256 });
  receipts.set(record, receipt);
  return receipt;
}

describe('real records', () => {
  beforeAll(startEmpty);

  /** The boards that a record stands on, where it was measured with the parameters of a profile. */
  const LAYOUTS: Readonly<Record<string, string>> = {
    'chromium-quick': 'shared',
    'firefox-quick': 'per-worker',
    'node-quick': 'node',
    'node-direct': 'node-direct',
    'chromium-family-picked-folder': 'picked-folder',
    'chromium-family-picked-file': 'picked-file',
    'chromium-family-app-storage': 'app-storage',
    'chromium-family-sustained': 'sustained',
  };

  /** Records of a sparse file, none of which is on a drive: nothing of it may be ranked as one. */
  const OF_MEMORY: ReadonlySet<string> = new Set(['chromium-family-picked-file']);

  it('there are records of every profile, every family, Firefox and the command line', () => {
    const names = REAL_RECORDS.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(LAYOUTS)));
    const coveredIds = new Set(REAL_RECORDS.flatMap(([, { family, plan }]) => [family, plan.profile]));
    expect([...coveredIds]).toEqual(expect.arrayContaining([...ProfileId.options, ...FAMILY_IDS]));
    const engines = new Set(REAL_RECORDS.map(([, { environment }]) => environment.engine));
    expect([...engines].toSorted()).toEqual(['node', 'node-direct', 'opfs-sync', 'picked-file', 'picked-folder']);
  });

  describe.each(REAL_RECORDS)('%s', (name, record) => {
    it('is taken and published', async () => {
      expect(await publishOnce(record)).toMatchObject({ status: 'published', reasons: [] });
    });

    it("obeys Little's law: its latencies, call by call, add up to the depth that is published, and that is flagged", () => {
      if (!isRecordOf(record, 'matrix')) return;
      const flags = flagsOf(familyOf<FamilyId>(record.family), record).filter(
        ({ code }) => code === 'queue_depth_not_reached',
      );
      for (const [index, job] of record.result.jobs.entries()) {
        const timedPasses = job.passes.filter(
          ({ timing, loop, elapsed_ns }) => timing === 'each' && loop > 0 && elapsed_ns > 0,
        );
        for (const pass of timedPasses) {
          const counts = (['read', 'write'] as const).map((side) => latencyCounts([pass], side));
          const inCallsNs = sum(counts.flatMap((side) => side.map((calls, bucket) => calls * bucketValueNs(bucket))));
          const calls = sum(counts.flat());
          const depth = depthOf(pass) ?? 0;
          // A bucket is known to 1/64, and what is shorter than the first one's end to half of that.
          const slack = depth / 64 + (calls * bucketValueNs(0)) / pass.elapsed_ns;
          expect(Math.abs(inCallsNs / pass.elapsed_ns - depth)).toBeLessThanOrEqual(slack + 1e-9);
          expect(depth).toBeLessThanOrEqual(1.001 * job.workers);
        }
        const { reached }: Flag['evidence'] = flags.find((flag) => flag.job === index)?.evidence ?? {};
        expect(reached ?? null).toBe(depthShort(job, leadingFigure(job)));
      }
    });

    it('stands on the boards of its kind, and on no other', () => {
      expect(boardLayoutOf(record) ?? undefined).toBe(LAYOUTS[name]);
      const metrics = metricsOf(record);
      const isRanked = LAYOUTS[name] !== undefined && !OF_MEMORY.has(name);
      expect(METRIC_IDS.some((id) => metrics[id] !== undefined)).toBe(isRanked);
      expect(figuresOf(record).length).toBeGreaterThan(0);
    });
  });

  it("a mix whose reads memory answered is partly from memory, and never called the drive's", () => {
    const mixes = REAL_RECORDS.flatMap(([, record]) => figuresOf(record)).filter(({ id }) => id.endsWith(' mix'));
    const sources = new Set(mixes.map(({ origin }) => origin));
    expect(sources).toContain('mixed');
    expect(sources).not.toContain('drive');
  });
});

describe('what memory answered', () => {
  const textOf = async (path: string) => (await ask(path)).text();

  const FROM_MEMORY = 'from memory';

  /** The marks on the rulers that are a speed of reading, of all calls of its test. */
  const wholeReads = (record: RunRecord) =>
    answerOf(record)
      .rulers.flatMap(({ marks }) => marks)
      .filter(isMeasured)
      .filter(({ id, drive_share }) => id.endsWith('_read') && drive_share === null);

  /** Real ones, and one of a private window: there memory took the writes, too. */
  const RECORDS: readonly (readonly [string, RunRecord])[] = [
    ...REAL_RECORDS,
    ['a private window', makeUpload({ keptInMemory: true }).record],
  ];

  /** Values of reads that memory answered, and none that another figure shows as well. */
  function memoryValues(record: RunRecord): string[] {
    const { figures, format } = reportOf(record);
    const texts = figures.map(({ quantity }) => ({ text: format.text(quantity), mark: format.mark(quantity) }));
    const ofDrive = new Set(texts.filter(({ mark }) => mark === '').map(({ text }) => text));
    return texts.filter(({ text, mark }) => mark !== '' && !ofDrive.has(text)).map(({ text }) => text);
  }

  describe.each(RECORDS)('of %s nothing that memory answered or took stands unmarked in', (_, record) => {
    const { family } = record;
    const values = memoryValues(record);
    let run_id = '';
    beforeAll(async () => void ({ run_id } = await publishOnce(record)));

    it('the rulers', () => {
      const ofDrive = figuresOf(record).filter(({ origin }) => origin === 'drive');
      for (const { id, value } of family === 'matrix' ? wholeReads(record) : []) {
        const bytesPerS = id === 'small_read' ? value * 4096 : value * 1e6;
        expect(ofDrive.map((figure) => Math.round((figure.value / bytesPerS) * 100))).toContain(100);
      }
    });

    it('badge and oEmbed', async () => {
      const page = encodeURIComponent(`https://opfsmark.test/r/${run_id}`);
      const { title, html } = OEmbed.parse(JSON.parse(await textOf(`/oembed?url=${page}`)));
      const { message } = ShieldsBadge.parse(JSON.parse(await textOf(`/badge/${run_id}.json`)));
      for (const text of [title, html, message, await textOf(`/badge/${run_id}.svg`)]) {
        if (values.some((value) => text.includes(value))) expect(text).toContain(FROM_MEMORY);
      }
      expect(title).toContain(message);
      const sentence = sentenceText(answerOf(record), LOCALES.en.words, LOCALES.en.numbers, 'visitor');
      const numbers = message.match(/\d[\d,.]*/g) ?? [];
      for (const number of numbers) expect(sentence).toContain(number);
      const headline = headlineText(answerOf(record), LOCALES.en.words, LOCALES.en.numbers);
      expect(numbers.length > 0 || message.endsWith(sentence) || message.endsWith(headline)).toBe(true);
    });

    it.each(['en', 'ja'] as const)('the picture in %s', async (language) => {
      const svg = ogSvg(await readRun(env.DB, env.DOCUMENTS, run_id), language);
      const { words, numbers } = LOCALES[language];
      const { memory } = answerOf(record);
      const strip = /<g class="memory">.*?<\/g>/s.exec(svg)?.[0] ?? '';
      expect(strip === '').toBe(memory === null);
      if (memory !== null) {
        // Hatched, with a dashed circle, and in words.
        expect(strip).toMatch(/fill="url\(#hatch\)".*stroke-dasharray/s);
        expect(strip).toContain(words.memoryMeans);
        expect(strip).toContain(numbers.speed(memory.mb_per_s));
      }
      const rest = svg.replace(strip, '');
      expect(rest.match(/<text/g)?.length).toBeGreaterThan(5);
      for (const value of values) expect(rest).not.toContain(value);
      if (memory !== null) expect(rest).not.toContain(numbers.speed(memory.mb_per_s));
    });
  });

  it('of a private window every figure is memory, writes as well', () => {
    const figures = figuresOf(makeUpload({ keptInMemory: true }).record);
    expect(figures.filter(isWriteToMemory).length).toBeGreaterThan(0);
    expect(figures.every(({ origin }) => origin === 'memory')).toBe(true);
    const report = reportOf(makeUpload({ keptInMemory: true }).record);
    for (const form of [FORMS.text, FORMS.markdown]) expect(form.write(report)).toContain('kept in memory');
  });
});

/** The bytes that a run writes are announced before it begins, and no real run wrote more. */
describe('bytes announced', () => {
  const GRIDS = REAL_RECORDS.flatMap(([name, record]) =>
    isRecordOf(record, 'matrix') ? [[name, record] as const] : [],
  );

  it.each(GRIDS)('no pass of %s writes more than was announced for it', (_, { plan, result }) => {
    for (const job of result.jobs.filter(({ direction }) => direction !== 'read')) {
      const head = jobsOf(plan).find(
        (plannedJob) => plannedJob.direction === job.direction && rowSlug(rowOf(plan, plannedJob)) === rowSlug(job.row),
      );
      if (!head) throw new Error('a job that is not in the plan');
      const plannedPasses = passesOfJob(plan, head);
      for (const pass of job.passes) {
        const plannedPass = plannedPasses.find(({ kind, loop }) => kind === pass.kind && loop === pass.loop);
        if (!plannedPass) throw new Error('a pass that is not in the plan');
        expect(pass.write?.bytes ?? 0).toBeLessThanOrEqual(passBytesWrittenMax(plan, head, plannedPass));
      }
    }
  });

  it('among them are mixes, of which more is written than their share', () => {
    const mixes = GRIDS.flatMap(([, { plan, result }]) =>
      result.jobs.filter(({ direction }) => direction === 'mix').map((job) => ({ plan, job })),
    );
    const isAbove = mixes.some(({ plan, job: { passes } }) =>
      passes.some(({ read, write }) => {
        const bytes = (read?.bytes ?? 0) + (write?.bytes ?? 0);
        return (write?.bytes ?? 0) > bytes * (1 - plan.mix_read_percent / 100);
      }),
    );
    expect(isAbove).toBe(true);
  });
});
