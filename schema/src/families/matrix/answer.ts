import { type JobResult, KIB, MIB, type Row, rowShortName, rowSlug, workersOf } from '../../documents/index.ts';
import {
  bytesPerSecond,
  type CacheVerdict,
  driftOf,
  iops,
  isTie,
  leadingFigure,
  passesOf,
  stepOf,
} from '../../figures/index.ts';
import {
  type Answer,
  isMeasured,
  type Mark,
  type MarkId,
  type MeasuredMark,
  type MissingMark,
  type MissingReason,
  type Note,
  type Proof,
  type Ruler,
  type Sentence,
  type VerdictId,
} from '../answer.ts';
import { gradeOpen, gradeStore, stoodStillFor, writeVerdict } from '../verdict.ts';
import { burstBytes } from './flushes.ts';
import { driveFigure, driveRate, driveReads, verdictInRecord } from './verdict.ts';
import { flagsOf } from '../record-for.ts';
import { hasParts, isByTime } from './jobs.ts';
import { isProven, worstSentence } from './sentence.ts';
import { longestStallOf } from './stalls.ts';
import { matrixFamily } from './family.ts';
import type { MatrixRecord } from './schema.ts';
import {
  afterFailures,
  endOf,
  FLUSHED,
  markOf,
  MB,
  missing,
  notesOf,
  once,
  SYSTEM,
  whyMissing,
  withoutEnd,
} from '../answer-parts.ts';

/** The row that stands for opening files and for saving: 4 KiB at random places, one call at a time. */
export function smallRowOf(rows: readonly Row[]): string | null {
  const row = rows.find(
    ({ pattern, block_bytes, queues, threads }) =>
      pattern === 'random' && block_bytes === 4 * KIB && queues * threads === 1,
  );
  return row ? rowSlug(row) : null;
}

/** The rows that may stand for moving large files: sequential, in large blocks, with the most calls at once first. */
export function largeRowsOf(rows: readonly Row[]): Row[] {
  const largeRows = rows.filter(({ pattern, block_bytes }) => pattern === 'sequential' && block_bytes >= MIB);
  return largeRows.toSorted((a, b) => workersOf(b) - workersOf(a));
}

interface MarkOfRow {
  readonly row: Row;
  readonly mark: Mark;
}

/** The fastest of several rows stands on the ruler, with its name; where none was measured, the first row says why. */
function fastestMark(marks: readonly MarkOfRow[]): Mark | undefined {
  const measuredMarks = marks.flatMap(({ row, mark }) => (isMeasured(mark) ? [{ row, mark }] : []));
  const [first, ...others] = measuredMarks.toSorted((a, b) => b.mark.value - a.mark.value);
  if (!first || marks.length === 1) return marks[0]?.mark;
  const { row, mark } = first;
  const slowerMark = others.find((other) => workersOf(other.row) > workersOf(row) && !isTie(other.mark, mark));
  return { ...mark, row, ...(slowerMark && { slower: { row: slowerMark.row, value: slowerMark.mark.value } }) };
}

/** Large calls by their speed, small reads by their time, small writes by how many are saved. */
function verdictOfRow(job: JobResult, mbPerS: number, isBurst: boolean): VerdictId | null {
  if (job.row.pattern === 'sequential') return writeVerdict(mbPerS, isBurst && job.direction !== 'read');
  const perS = iops(job, leadingFigure(job))?.median;
  if (!perS) return null;
  return job.direction === 'read' ? `open_${gradeOpen(1e9 / perS)}` : `store_${gradeStore(perS)}`;
}

interface ReadJob {
  readonly job: JobResult;
  readonly verdict: CacheVerdict | null;
}

/** The finished read of each row that may speak for the drive. */
function readsOfDrive(record: MatrixRecord): ReadJob[] {
  return driveReads(record)
    .filter(({ status }) => status === 'done')
    .map((job) => ({ job, verdict: verdictInRecord(record, job) }));
}

/** The rate of a read of which memory answered a part is not the drive's. */
function partlyMissing(id: MarkId, { share_from_memory }: CacheVerdict): MissingMark {
  const mark = missing(id, 'from_memory');
  return share_from_memory === null ? mark : { ...mark, share_from_memory };
}

class MatrixAnswer {
  readonly #record: MatrixRecord;
  readonly #reads: readonly ReadJob[];
  readonly #notes: readonly Note[];

  constructor(record: MatrixRecord) {
    this.#record = record;
    this.#reads = readsOfDrive(record);
    this.#notes = notesOf(record, flagsOf(matrixFamily, record));
  }

  rulers(): Ruler[] {
    const { plan } = this.#record;
    const smallSlug = smallRowOf(plan.rows);
    const write = this.#isBurst() ? 'large_write' : 'long_write';
    return [
      { id: 'opens', marks: [this.#readMark('small_read', smallSlug)] },
      {
        id: 'moves',
        marks: [
          this.#largeMark('large_read', (slug) => this.#readMark('large_read', slug)),
          this.#largeMark(write, (slug) => this.#writeMark(write, slug)),
        ],
      },
      { id: 'saves', marks: [this.#writeMark('save', smallSlug)] },
    ];
  }

  answer(): Answer {
    const rulers = this.rulers();
    const step = this.#changeBy(stepOf);
    // Of a change elsewhere the halves show a part.
    const drift = step === null ? this.#changeBy(driftOf) : null;
    const stallNs = this.#longestStallNs();
    const sentence = this.#sentence(rulers.flatMap(({ marks }) => marks));
    // What is long enough to be seen stands with the verdict.
    const isNoted = stallNs > 0 && stoodStillFor({ sentence, stall_ns: stallNs }) === 0;
    return {
      family: 'matrix',
      sentence,
      rulers,
      proof: this.#proof(),
      memory: this.#memory(),
      notes: [...this.#allNotes(sentence), ...(isNoted ? ['stalls' as const] : [])],
      ...(drift !== null && { drift }),
      ...(step !== null && { step }),
      ...(stallNs > 0 && { stall_ns: stallNs }),
    };
  }

  #longestStallNs(): number {
    const { jobs, fill } = this.#record.result;
    return longestStallOf({ jobs: jobs.filter((job) => this.#isDoneOnDrive(job)), fill });
  }

  /** By time the rows of one direction take turns; where both changed, what changed more. */
  #changeBy(changeOf: (jobs: readonly JobResult[]) => number | null): number | null {
    const { plan, result } = this.#record;
    if (!isByTime(plan)) return null;
    const changes = plan.directions.flatMap((direction) => {
      const ofDrive = result.jobs.filter((job) => job.direction === direction && this.#waitsForDrive(job));
      return changeOf(ofDrive) ?? [];
    });
    return changes.toSorted((a, b) => Math.abs(Math.log(b)) - Math.abs(Math.log(a)))[0] ?? null;
  }

  /** A finished test whose calls waited for the drive. */
  #isDoneOnDrive(job: JobResult): boolean {
    return job.status === 'done' && job.direction !== 'mix' && this.#waitsForDrive(job);
  }

  #largeMark(id: MarkId, markOfRow: (slug: string) => Mark): Mark {
    const marks = largeRowsOf(this.#record.plan.rows).map((row) => ({ row, mark: markOfRow(rowSlug(row)) }));
    return fastestMark(marks) ?? missing(id, 'not_in_plan');
  }

  #readMark(id: MarkId, slug: string | null): Mark {
    const readJob = this.#reads.find(({ job }) => rowSlug(job.row) === slug);
    const rateOf = id === 'small_read' ? (of: JobResult) => iops(of) : (of: JobResult) => bytesPerSecond(of);
    const rate = readJob && driveRate(this.#record, readJob.job, rateOf);
    if (!readJob || !rate) return missing(id, this.#whyNot(slug, 'read'));
    const { job, verdict } = readJob;
    switch (verdict?.verdict) {
      case 'drive':
        return id === 'small_read'
          ? markOf(id, rate.interval, { from: 'drive', stalls: rate.stalls })
          : markOf(id, rate.interval, { from: 'drive', per: MB });
      case 'mixed':
        return (id === 'small_read' ? this.#partMark(job) : null) ?? partlyMissing(id, verdict);
      case 'memory':
        if (this.#notes.includes('memory_backed')) return missing(id, 'memory_backed');
        return missing(id, this.#plansMemory() ? 'planned_memory' : 'from_memory');
      default:
        return missing(id, 'unknown_source');
    }
  }

  /** How long those calls took that waited for the drive; a rate of theirs cannot be told from that of all. */
  #partMark(job: JobResult): Mark | null {
    const figure = driveFigure(this.#record, job);
    if (figure.kind !== 'part') return null;
    const { p50_ns, share } = figure.part;
    return markOf('small_read', once(1e9 / p50_ns), { from: 'mixed', drive_share: share });
  }

  #writeMark(id: MarkId, slug: string | null): Mark {
    const job = this.#record.result.jobs.find(
      ({ row, direction, status }) => direction === 'write' && status === 'done' && rowSlug(row) === slug,
    );
    const rate = job && (id === 'save' ? iops(job, 'flush_each') : bytesPerSecond(job));
    if (!rate) return missing(id, this.#whyNot(slug, 'write'));
    const reason = this.#whyUnflushed();
    if (reason) return missing(id, reason);
    return markOf(id, rate.interval, { from: 'drive', per: id === 'save' ? 1 : MB, stalls: rate.stalls });
  }

  #isBurst(): boolean {
    return burstBytes(this.#record.plan) !== null;
  }

  /** Why nothing that was written speaks for the drive. */
  #whyUnflushed(): 'memory_backed' | 'flush_does_nothing' | undefined {
    return this.#notes.find((note) => note === 'memory_backed' || note === 'flush_does_nothing');
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

  /** The mark that makes people wait, else the first rule that holds: nothing that memory answered is ever in it. */
  #sentence(marks: readonly Mark[]): Sentence {
    return worstSentence(marks) ?? this.#rowSentence() ?? this.#sentenceWithoutDrive();
  }

  /** The first finished test of the drive, of a plan that has no row for a ruler. */
  #rowSentence(): Sentence | null {
    for (const job of this.#record.result.jobs) {
      const rate = job.status === 'done' ? bytesPerSecond(job, leadingFigure(job)) : null;
      if (!rate || !this.#waitsForDrive(job)) continue;
      const mb_per_s = rate.median / MB;
      const verdict = verdictOfRow(job, mb_per_s, this.#isBurst());
      return { kind: `row_${job.direction}`, row: rowShortName(job.row), mb_per_s, verdict };
    }
    return null;
  }

  #waitsForDrive(job: JobResult): boolean {
    const isRead = job.direction === 'write' || this.#isOfDrive(job);
    const isWritten = job.direction === 'read' || !this.#whyUnflushed();
    return isRead && isWritten;
  }

  #isOfDrive(job: JobResult): boolean {
    if (job.direction === 'read') return driveFigure(this.#record, job).kind === 'whole';
    return verdictInRecord(this.#record, job)?.verdict === 'drive';
  }

  #sentenceWithoutDrive(): Sentence {
    const { result } = this.#record;
    const doneJobs = result.jobs.filter((job) => job.status === 'done');
    const ended: Sentence = { kind: 'nothing', why: endOf(this.#record) };
    if (doneJobs.length === 0) return ended;
    if (this.#notes.includes('memory_backed')) return { kind: 'memory' };
    const verdicts = this.#readVerdicts(doneJobs).map(({ verdict }) => verdict);
    if (verdicts.length === 0) return this.#whyUnflushed() ? { kind: 'nothing', why: 'flush_does_nothing' } : ended;
    if (verdicts.every((verdict) => verdict === 'memory')) return { kind: 'memory' };
    return verdicts.includes('unknown') ? { kind: 'unknown_read' } : { kind: 'nothing', why: 'mixed' };
  }

  /** Where flushes do nothing, a mix tells as little of the drive as a write does. */
  #readVerdict(job: JobResult): CacheVerdict | null {
    const verdict = verdictInRecord(this.#record, job);
    return verdict?.why === 'unflushed' ? null : verdict;
  }

  /** Of what read. Before the first read of the drive, what was to be read from memory tells nothing of the drive. */
  #readVerdicts(doneJobs: readonly JobResult[]): CacheVerdict[] {
    const isTooEarly = this.#reads.length === 0 && hasParts(this.#record.plan);
    const jobs = doneJobs.filter(
      ({ direction, reads }) => direction !== 'write' && !(isTooEarly && reads === 'memory'),
    );
    return jobs.flatMap((job) => this.#readVerdict(job) ?? []);
  }

  #proof(): Proof | null {
    const doneJobs = this.#record.result.jobs.filter(({ status }) => status === 'done');
    const reads = this.#reads.flatMap(({ verdict }) => verdict ?? []);
    const verdicts = reads.length > 0 ? reads : this.#readVerdicts(doneJobs);
    if (verdicts.length === 0) {
      const isWritten = doneJobs.some(({ direction }) => direction !== 'read');
      return isWritten || this.#notes.includes('memory_backed') ? this.#writeProof() : null;
    }
    const of = (verdict: CacheVerdict['verdict']) => verdicts.filter((one) => one.verdict === verdict);
    const provenCount = of('drive').length;
    if (provenCount === verdicts.length) return { kind: 'drive', tests: provenCount };
    if (provenCount > 0) return { kind: 'some', tests: verdicts.length, proven: provenCount };
    const [mixed, cached] = [of('mixed'), of('memory')];
    if (mixed.length > 0) {
      const shares = [...mixed, ...cached].map((one) => one.share_from_memory ?? 1);
      return { kind: 'mixed', share_from_memory: Math.max(...shares) };
    }
    if (cached.length === 0) return { kind: 'unknown' };
    return { kind: this.#plansMemory() ? 'planned_memory' : 'memory' };
  }

  /** Whether no read was to come from the drive. Files in memory are a finding, whatever was planned. */
  #plansMemory(): boolean {
    return !hasParts(this.#record.plan) && !this.#notes.includes('memory_backed');
  }

  #writeProof(): Proof {
    const reason = this.#whyUnflushed();
    if (reason) return reason === 'memory_backed' ? { kind: 'memory' } : SYSTEM;
    return FLUSHED;
  }

  #memory(): Answer['memory'] {
    const cachedRates = this.#record.result.jobs
      .filter(({ direction, status }) => direction === 'read' && status === 'done')
      .filter((job) => verdictInRecord(this.#record, job)?.verdict === 'memory')
      .flatMap((job) => bytesPerSecond(job) ?? []);
    const maxRate = Math.max(...cachedRates.map((rate) => rate.median));
    return cachedRates.length === 0 ? null : { mb_per_s: maxRate / MB };
  }

  #allNotes(sentence: Sentence): Note[] {
    const { status, result } = this.#record;
    const saysEnd = sentence.kind === 'nothing' && sentence.why === endOf(this.#record);
    // What cleared too little did no harm where the reads came from the drive all the same.
    const isCleared = this.#proof()?.kind === 'drive';
    const notes = this.#notes.filter((note) => note !== 'no_space_to_clear' || !isCleared);
    if (saysEnd) return withoutEnd(notes);
    const hasFailed = status === 'done' && result.jobs.some((job) => job.status === 'failed');
    const loops = result.jobs.map((job) => passesOf(job, job.direction === 'write' ? 'write_flush' : 'throughput'));
    const isOnce = loops.some((passes) => passes.length > 0) && loops.every((passes) => passes.length <= 1);
    return [...notes, ...(hasFailed ? ['test_failed' as const] : []), ...(isOnce ? ['one_loop' as const] : [])];
  }
}

export function answer(record: MatrixRecord): Answer {
  const failures = record.result.jobs.map(({ failure }) => failure);
  return afterFailures(new MatrixAnswer(record).answer(), failures);
}

/** The figures that the verdict on a drive is made of; `null` where one of them is not known, or not the drive's. */
export function verdictMarks(record: MatrixRecord): readonly MeasuredMark[] | null {
  const allMarks = new MatrixAnswer(record).rulers().flatMap(({ marks }) => marks);
  const marks = allMarks.filter(isProven);
  return marks.length < allMarks.length ? null : marks;
}
