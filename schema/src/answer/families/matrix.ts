import { rowSlug, type JobResult } from '../../documents/index.ts';
import { verdictInRecord, type FamilyRecord } from '../../families/index.ts';
import { bytesPerSecond, intervalOf, iops, passesOf, type CacheVerdict } from '../../figures/index.ts';
import {
  isMeasured,
  type Answer,
  type Mark,
  type MarkId,
  type MissingReason,
  type Note,
  type Proof,
  type Ruler,
  type Sentence,
} from '../answer.ts';
import { markOf, MB, missing, notesOf, whyMissing } from '../build.ts';
import { smallReadSentence } from '../small-read.ts';
import { largeRowOf, smallRowOf } from './matrix-rows.ts';

type MatrixRecord = FamilyRecord<'matrix'>;

interface ReadJob {
  readonly job: JobResult;
  readonly verdict: CacheVerdict | null;
}

/** From the drive before all; what nothing is known of stands behind what is known to be partly the drive's. */
const ORDER = ['drive', 'mixed', 'unknown', 'cached'] as const;
const rankOf = ({ verdict }: ReadJob) => ORDER.indexOf(verdict?.verdict ?? 'unknown');

/** The finished reads of each row, the one nearest to the drive first. */
function readsByRow(record: MatrixRecord): ReadJob[][] {
  const jobs = record.result.jobs
    .filter(({ direction, status }) => direction === 'read' && status === 'done')
    .map((job) => ({ job, verdict: verdictInRecord(record, job) }));
  const rows = new Set(jobs.map(({ job }) => rowSlug(job.row)));
  return [...rows].map((row) =>
    jobs.filter(({ job }) => rowSlug(job.row) === row).toSorted((a, b) => rankOf(a) - rankOf(b)),
  );
}

class MatrixAnswer {
  readonly #record: MatrixRecord;
  readonly #reads: readonly ReadJob[][];
  readonly #notes: readonly Note[];

  constructor(record: MatrixRecord) {
    this.#record = record;
    this.#reads = readsByRow(record);
    this.#notes = notesOf(record);
  }

  answer(): Answer {
    const { plan } = this.#record;
    const small = smallRowOf(plan.rows);
    const large = largeRowOf(plan.rows);
    const rulers: Ruler[] = [
      { id: 'opens', marks: [this.#readMark('small_read', small)] },
      { id: 'moves', marks: [this.#readMark('large_read', large), this.#writeMark('large_write', large)] },
      { id: 'saves', marks: [this.#writeMark('save', small)] },
    ];
    return {
      family: 'matrix',
      sentence: this.#sentence(rulers.flatMap(({ marks }) => marks)),
      rulers,
      proof: this.#proof(),
      memory: this.#memory(),
      notes: this.#allNotes(),
    };
  }

  #readMark(id: MarkId, slug: string | null): Mark {
    const read = this.#reads.find(([best]) => best && rowSlug(best.job.row) === slug)?.[0];
    const rate = read && (id === 'small_read' ? iops(read.job) : bytesPerSecond(read.job));
    if (!read || !rate) return missing(id, this.#whyNot(slug, 'read'));
    const { verdict } = read;
    const share = verdict?.share_from_memory ?? null;
    if (verdict?.verdict === 'cached')
      return missing(id, this.#notes.includes('memory_backed') ? 'memory_backed' : 'from_memory');
    if (verdict === null || verdict.verdict === 'unknown') return missing(id, 'unknown_source');
    const per = id === 'small_read' ? 1 : MB;
    return markOf(id, intervalOf(rate.values), { from: verdict.verdict, per, share_from_memory: share });
  }

  #writeMark(id: MarkId, slug: string | null): Mark {
    const job = this.#record.result.jobs.find(
      ({ row, direction, status }) => direction === 'write' && status === 'done' && rowSlug(row) === slug,
    );
    const rate = job && (id === 'save' ? iops(job, 'flush_each') : bytesPerSecond(job));
    if (!rate) return missing(id, this.#whyNot(slug, 'write'));
    const reason = this.#notes.find((note) => note === 'memory_backed' || note === 'flush_does_nothing');
    if (reason) return missing(id, reason);
    return markOf(id, intervalOf(rate.values), { from: 'drive', per: id === 'save' ? 1 : MB });
  }

  #whyNot(slug: string | null, direction: 'read' | 'write'): MissingReason {
    const { plan, result } = this.#record;
    const isPlanned = plan.directions.includes(direction) && plan.rows.some((row) => rowSlug(row) === slug);
    if (!isPlanned) return 'not_in_plan';
    const hasFailed = result.jobs.some(
      (job) => job.direction === direction && job.status === 'failed' && rowSlug(job.row) === slug,
    );
    return hasFailed ? 'failed' : whyMissing(this.#record);
  }

  /** The first rule that holds: nothing that memory answered is ever in it. */
  #sentence(marks: readonly Mark[]): Sentence {
    const proven = (id: MarkId) => marks.filter(isMeasured).find((mark) => mark.id === id && mark.from === 'drive');
    const read = proven('small_read');
    if (read) return smallReadSentence(read.value);
    const save = proven('save');
    if (save) return { kind: 'saves', per_s: save.value };
    const write = proven('large_write');
    if (write) return { kind: 'large_write', mb_per_s: write.value };
    const large = proven('large_read');
    if (large) return { kind: 'large_read', mb_per_s: large.value };
    const { status, result } = this.#record;
    const hasResult = result.jobs.some((job) => job.status === 'done');
    if (hasResult) return { kind: 'memory' };
    return { kind: 'nothing', why: status === 'stopped' ? 'stopped' : 'failed' };
  }

  #proof(): Proof {
    const best = this.#reads.flatMap(([read]) => read?.verdict ?? []);
    if (best.length === 0) return { kind: this.#notes.includes('memory_backed') ? 'memory' : 'flushed' };
    const of = (verdict: CacheVerdict['verdict']) => best.filter((one) => one.verdict === verdict);
    const proven = of('drive').length;
    if (proven === best.length) return { kind: 'drive', tests: proven };
    if (proven > 0) return { kind: 'some', tests: best.length, proven };
    const shares = of('mixed').map((one) => one.share_from_memory ?? 1);
    if (shares.length > 0) return { kind: 'mixed', share_from_memory: Math.max(...shares) };
    return { kind: of('cached').length > 0 ? 'memory' : 'unknown' };
  }

  #memory(): Answer['memory'] {
    const cached = this.#reads
      .flat()
      .filter(({ verdict }) => verdict?.verdict === 'cached')
      .flatMap(({ job }) => bytesPerSecond(job) ?? []);
    const fastest = Math.max(...cached.map((rate) => rate.median));
    return cached.length === 0 ? null : { mb_per_s: fastest / MB };
  }

  #allNotes(): Note[] {
    const { status, result } = this.#record;
    const hasFailed = status === 'done' && result.jobs.some((job) => job.status === 'failed');
    const loops = result.jobs.map((job) => passesOf(job, job.direction === 'write' ? 'write_flush' : 'throughput'));
    const isOnce = loops.some((passes) => passes.length > 0) && loops.every((passes) => passes.length <= 1);
    return [...this.#notes, ...(hasFailed ? ['test_failed' as const] : []), ...(isOnce ? ['one_loop' as const] : [])];
  }
}

export function matrixAnswer(record: MatrixRecord): Answer {
  return new MatrixAnswer(record).answer();
}
