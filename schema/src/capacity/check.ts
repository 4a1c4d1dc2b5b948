import { BLOCK_BYTES, BlockContent, type BlockFinding } from './blocks.ts';
import type { RandomRates } from './classes.ts';
import type { BlockState, CapacityFile, Journal, SlowCall } from './journal.ts';
import { probeParts, samplePlaces } from './places.ts';
import { capacityVerdict, isRead, longestOf, MIN_TESTED_BYTES } from './verdict.ts';

/** How many blocks of a file are written, and how many after them only take their room on the drive. */
export interface FileParts {
  readonly written: number;
  readonly reserved: number;
}

export interface Written extends FileParts {
  readonly ended: 'whole' | 'full' | 'refused';
  readonly ms: number;
}

/** A folder on the drive that is tested, as this computer reaches it. */
export interface CapacityDrive {
  /** Its reads go past memory. Elsewhere pairs of reads tell which of the two answered. */
  readonly readsDrive: boolean;
  /** A file can take room that is not written. Elsewhere that is written as well. */
  readonly canReserve: boolean;
  /** Bytes that can still be written, for the progress; `null` where nobody says. */
  freeBytes(): number | null;
  /** Writes a file and flushes it; whole blocks are kept. Throws `DriveGone`. */
  writeFile(name: string, parts: FileParts, fill: (block: Uint8Array, index: number) => void): Promise<Written>;
  /** Throws `DriveGone`, and anything else where this place cannot be read. The bytes are valid until the third call from then on. */
  read(name: string, block: number): Promise<{ readonly bytes: Uint8Array; readonly ms: number }>;
  /** Reads, then writes 4 KiB at random places in these files, which then hold nothing of the test. Throws `DriveGone`. */
  randomRates?(files: readonly CapacityFile[], signal: AbortSignal): Promise<RandomRates>;
  /** Clears what was written from memory, as far as that is possible here. */
  forget(signal: AbortSignal): Promise<void>;
}

/** The drive is not there any more: the test goes on when it is back. */
export class DriveGone extends Error {
  override readonly name = 'DriveGone';
}

export interface CapacityProgress {
  readonly phase: Journal['phase'] | 'forget';
  readonly doneBlocks: number;
  /** 0 where nobody knows. */
  readonly totalBlocks: number;
}

export interface CapacityWatch {
  readonly signal: AbortSignal;
  /** How late a timer came since this was asked last. */
  takeLagMs(): number;
  onProgress(progress: CapacityProgress): void;
  /** Keeps the journal where it outlasts the drive, the tab and the process. */
  save(journal: Journal): Promise<void> | void;
}

const SMALL_FILE = { blocks: 64, untilBlocks: 4096 } as const;
const LARGE_FILE_BLOCKS = 512;
const MAX_REFUSALS = 3;
/** Reads of so many blocks are held against reading some of them once more, which memory answers; on a busy computer against all. */
const GROUP = { blocks: 16, again: 4, factor: 2, minSlowerShare: 0.75, minPairs: 8 } as const;
/** What memory answered is read again; more than once where it is the smaller part, as on a busy computer. */
const READ_PASSES = { any: 2, few: 4, fewShare: 0.5 } as const;
/** So that the drive never waits for the next call. */
const READ_AHEAD_BLOCKS = 2;
/** Journals are written after so many blocks. */
const SAVE_BLOCKS = 256;
/** Application classes are measured within so much. */
const RANDOM_BLOCKS = 256;
const SLOW = { ms: 100, medians: 3, window: 64, againPlaces: 48, againRounds: 2, attempts: 3 } as const;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function stateOf({ overwritten, lost, changed, intact }: BlockFinding): BlockState {
  if (overwritten + lost + changed === 0 && intact > 0) return 'i';
  if (overwritten >= lost && overwritten >= changed) return 'o';
  return lost >= changed ? 'l' : 'c';
}

interface Reading {
  /** `null`: it cannot be read. */
  readonly bytes: Uint8Array | null;
  readonly ms: number;
}

/** Thrown when it was asked to stop; the journal says where. */
export class CapacityStopped extends Error {
  override readonly name = 'CapacityStopped';
}

/** One test, from its beginning or from where its journal ends. */
class CapacityCheck {
  readonly #drive: CapacityDrive;
  readonly #journal: Journal;
  readonly #watch: CapacityWatch;
  readonly #content: BlockContent;
  readonly #lastMs: number[] = [];
  #unsaved = 0;

  constructor(drive: CapacityDrive, journal: Journal, watch: CapacityWatch) {
    this.#drive = drive;
    this.#journal = journal;
    this.#watch = watch;
    this.#content = new BlockContent(journal.seed);
  }

  async run(): Promise<void> {
    const { phase, isQuick } = this.#journal;
    if (phase === 'fill') await this.#fill();
    await this.#save();
    if (this.#journal.phase === 'sample') await this.#sample();
    if (this.#journal.phase === 'read') await this.#readAll();
    if (this.#journal.phase === 'again') await this.#readSlowAgain();
    if (this.#journal.phase === 'random') await this.#measureRandom();
    // Where memory answered, a later run reads these places once more.
    if (isQuick || !this.#journal.states.includes('w')) this.#journal.phase = 'done';
    await this.#save();
  }

  #throwIfStopped(): void {
    if (this.#watch.signal.aborted) throw new CapacityStopped();
  }

  async #save(): Promise<void> {
    this.#unsaved = 0;
    await this.#watch.save(this.#journal);
  }

  async #fill(): Promise<void> {
    const journal = this.#journal;
    let largest = LARGE_FILE_BLOCKS;
    let refusals = 0;
    while (journal.filled === 'no') {
      this.#throwIfStopped();
      const from = journal.states.length;
      const parts = this.#nextParts(from, largest);
      const wanted = parts.written + parts.reserved;
      if (wanted < 1) {
        journal.filled = 'limit';
        break;
      }
      const name = `data-${journal.files.length}`;
      const { written, reserved, ended, ms } = await this.#write(name, from, parts);
      if (written > 0) {
        journal.files.push({ name, written, reserved, ms });
        for (let block = 0; block < written + reserved; block++) journal.states.push(block < written ? 'w' : 'u');
      }
      if (ended === 'full') {
        // Some ways of writing keep nothing of a file that did not fit as a whole.
        largest = this.#nextLargest(written, wanted);
        if (largest === 0) journal.filled = 'full';
      } else if (ended === 'refused') {
        await this.#throwIfGone();
        journal.writeErrors++;
        if (++refusals >= MAX_REFUSALS) journal.filled = 'refused';
      }
      await this.#save();
    }
    journal.phase = journal.isQuick ? 'sample' : 'read';
  }

  /** After a file that did not fit: 0 where the drive is full. Some file systems limit the size of a file instead. */
  #nextLargest(written: number, wanted: number): number {
    if (written === 0) return wanted === 1 ? 0 : Math.floor(wanted / 2);
    const { length } = this.#journal.states;
    return (this.#endOf(length) ?? length) - length > wanted ? written : 0;
  }

  /** How many blocks there will be at the end; `null` where nobody knows. */
  #endOf(from: number): number | null {
    const free = this.#drive.freeBytes();
    const limit = this.#journal.limitBytes;
    const ends = [
      free === null ? null : from + Math.floor(free / BLOCK_BYTES),
      limit === null ? null : Math.floor(limit / BLOCK_BYTES),
    ].filter((end) => end !== null);
    return ends.length === 0 ? null : Math.min(...ends);
  }

  #nextParts(from: number, largest: number): FileParts {
    const { isQuick, limitBytes, seed } = this.#journal;
    const end = this.#endOf(from);
    if (isQuick && this.#drive.canReserve && end !== null && largest === LARGE_FILE_BLOCKS) {
      const parts = probeParts(from, end, seed);
      if (parts !== null) return parts;
    }
    const left = limitBytes === null ? Infinity : Math.floor(limitBytes / BLOCK_BYTES) - from;
    const usual = from < SMALL_FILE.untilBlocks ? SMALL_FILE.blocks : LARGE_FILE_BLOCKS;
    return { written: Math.min(largest, usual, left), reserved: 0 };
  }

  async #write(name: string, from: number, parts: FileParts): Promise<Written> {
    const totalBlocks = this.#endOf(from) ?? 0;
    return this.#drive.writeFile(name, parts, (block, index) => {
      this.#throwIfStopped();
      this.#content.fill(block, from + index);
      this.#watch.onProgress({ phase: 'fill', doneBlocks: from + index, totalBlocks });
    });
  }

  async #sample(): Promise<void> {
    const journal = this.#journal;
    const { states } = journal;
    if (states.includes('u')) {
      // Where room was reserved, all that was written is probes.
      await this.#readPending(() => true, states.filter((state) => state !== 'u').length);
    } else {
      const places = new Set(samplePlaces(states.length, journal.seed));
      await this.#readPending((block) => places.has(block), places.size);
      await this.#findEnds();
    }
    journal.phase = 'again';
  }

  async #readAll(): Promise<void> {
    await this.#readPending(() => true, this.#journal.states.length);
    this.#journal.phase = 'again';
  }

  /** Where the part that is there begins and ends, by halves. */
  async #findEnds(): Promise<void> {
    const { states } = this.#journal;
    const { kind, periodBytes } = capacityVerdict(this.#journal);
    const kept = longestOf(states, 'im');
    if (kind !== 'fake' || periodBytes !== null || kept === null) return;
    const isGone = (state: BlockState) => !'wimu'.includes(state);
    await this.#halve(
      kept.last,
      states.findIndex((state, block) => block > kept.last && isGone(state)),
    );
    await this.#halve(
      kept.first,
      states.findLastIndex((state, block) => block < kept.first && isGone(state)),
    );
  }

  async #halve(keptBlock: number, goneBlock: number): Promise<void> {
    let [kept, gone] = [keptBlock, goneBlock];
    while (gone >= 0 && Math.abs(gone - kept) > 1) {
      const middle = Math.floor((gone + kept) / 2);
      await this.#readGroup([middle]);
      if (this.#journal.states[middle] === 'i' || this.#journal.states[middle] === 'm') kept = middle;
      else gone = middle;
    }
  }

  /** Reads what nothing is known of yet, in the order of writing; once more what memory answered. */
  async #readPending(isWanted: (block: number) => boolean, totalBlocks: number): Promise<void> {
    const { states } = this.#journal;
    const pendingNow = () =>
      states.flatMap((state, block) => ((state === 'w' || state === 'm') && isWanted(block) ? [block] : []));
    for (let pass = 0; pass < READ_PASSES.few; pass++) {
      const pending = pendingNow();
      const isFew = pending.length <= READ_PASSES.fewShare * totalBlocks;
      if (pending.length === 0 || (pass >= READ_PASSES.any && !isFew)) return;
      await this.#forget(totalBlocks - pending.length, totalBlocks);
      const blocks = this.#drive.readsDrive ? SAVE_BLOCKS : GROUP.blocks;
      for (let at = 0; at < pending.length; at += blocks) {
        await this.#readGroup(pending.slice(at, at + blocks), (done) => {
          const doneBlocks = totalBlocks - pending.length + at + done;
          this.#watch.onProgress({ phase: this.#journal.phase, doneBlocks, totalBlocks });
        });
      }
      if (this.#drive.readsDrive) return;
    }
  }

  async #forget(doneBlocks: number, totalBlocks: number): Promise<void> {
    // Of too little there is no verdict anyway.
    const isTooLittle = this.#journal.states.length * BLOCK_BYTES < MIN_TESTED_BYTES;
    if (this.#drive.readsDrive || isTooLittle) return;
    this.#watch.onProgress({ phase: 'forget', doneBlocks, totalBlocks });
    await this.#drive.forget(this.#watch.signal);
    this.#throwIfStopped();
  }

  #fileOf(block: number): { file: CapacityFile; inFile: number } {
    let from = 0;
    for (const file of this.#journal.files) {
      const blocks = file.written + file.reserved;
      if (block < from + blocks) return { file, inFile: block - from };
      from += blocks;
    }
    throw new RangeError(`block ${block} was not written`);
  }

  async #readOne(block: number): Promise<Reading> {
    const { file, inFile } = this.#fileOf(block);
    const start = performance.now();
    try {
      return await this.#drive.read(file.name, inFile);
    } catch (error) {
      if (error instanceof DriveGone) throw error;
      return { bytes: null, ms: performance.now() - start };
    }
  }

  /** Of a drive the next blocks are read while one is inspected; where times tell it from memory, nothing may lengthen them. */
  async #readGroup(blocks: readonly number[], onRead: (blocks: number) => void = () => undefined): Promise<void> {
    const times: number[] = [];
    const readable: number[] = [];
    const ahead: Promise<Reading>[] = [];
    const depth = this.#drive.readsDrive ? READ_AHEAD_BLOCKS : 0;
    for (const [index, block] of blocks.entries()) {
      const wanted = this.#watch.signal.aborted ? [block] : blocks.slice(index, index + 1 + depth);
      for (const next of wanted.slice(ahead.length)) {
        const reading = this.#readOne(next);
        // A reading that fails while an earlier one is inspected is told of when its turn comes.
        reading.catch(() => undefined);
        ahead.push(reading);
      }
      const { bytes, ms } = (await ahead.shift()) ?? { bytes: null, ms: 0 };
      if (bytes === null) await this.#throwIfGone();
      this.#note(block, bytes, ms);
      if (bytes !== null) {
        times.push(ms);
        readable.push(block);
      }
      onRead(index + 1);
      this.#throwIfStopped();
    }
    if (!this.#drive.readsDrive && readable.length > 0) await this.#judgeOrigin(readable, times);
    this.#unsaved += blocks.length;
    if (this.#unsaved >= SAVE_BLOCKS) await this.#save();
  }

  /** Systems may show the files of a drive that was pulled out for a while: a bad place leaves the others, and a drive that is gone none. */
  async #throwIfGone(): Promise<void> {
    const { states } = this.#journal;
    const good = states.includes('i') ? 'i' : 'w';
    const [first, last] = [states.indexOf(good), states.lastIndexOf(good)];
    if (first < 0 || first === last) return;
    for (const block of [first, last]) if ((await this.#readOne(block)).bytes !== null) return;
    throw new DriveGone('it answers nowhere any more');
  }

  #note(block: number, bytes: Uint8Array | null, ms: number): void {
    const journal = this.#journal;
    const lagMs = Math.max(0, this.#watch.takeLagMs());
    journal.readMs += ms;
    journal.readBlocks++;
    if (bytes === null) {
      journal.states[block] = 'e';
      return;
    }
    const finding = this.#content.inspect(bytes, block);
    journal.states[block] = stateOf(finding);
    const isKnown = journal.distances.some(([place]) => place === block);
    if (finding.distanceCells !== null && !isKnown && journal.distances.length < MAX_DISTANCES) {
      journal.distances.push([block, finding.distanceCells]);
    }
    if (this.#lastMs.length >= 8 && ms > SLOW.ms + SLOW.medians * median(this.#lastMs)) {
      if (!journal.slow.some((call) => call.block === block)) {
        journal.slow.push({ block, ms: Math.round(ms), lagMs: Math.round(lagMs), slowAgain: 0, readAgain: 0 });
      }
    }
    this.#lastMs.push(ms);
    if (this.#lastMs.length > SLOW.window) this.#lastMs.shift();
  }

  /** An answer of memory says nothing good of the drive. */
  async #judgeOrigin(blocks: readonly number[], times: readonly number[]): Promise<void> {
    const again: number[] = [];
    const readAgain = async (some: readonly number[]) => {
      for (const block of some) again.push((await this.#readOne(block)).ms);
    };
    await readAgain(blocks.slice(0, GROUP.again));
    const quick = times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0;
    if (quick > GROUP.factor * median(again)) return;
    if (blocks.length >= GROUP.minPairs) {
      // Of memory the first reading is as often the faster one as the second.
      await readAgain(blocks.slice(GROUP.again));
      const slower = times.filter((ms, index) => ms > GROUP.factor * (again[index] ?? Infinity));
      if (slower.length >= GROUP.minSlowerShare * times.length) return;
    }
    for (const block of blocks) if (this.#journal.states[block] === 'i') this.#journal.states[block] = 'm';
  }

  /** Whether the drive answered: memory is fast everywhere. */
  async #readSlowPlace(index: number, slowMs: number): Promise<boolean> {
    const call = this.#journal.slow[index];
    if (call === undefined) return true;
    const { ms } = await this.#readOne(call.block);
    const isSlow = ms > slowMs;
    if (!isSlow && !this.#drive.readsDrive && ms <= GROUP.factor * (await this.#readOne(call.block)).ms) return false;
    this.#journal.slow[index] = {
      ...call,
      slowAgain: call.slowAgain + (isSlow ? 1 : 0),
      readAgain: call.readAgain + 1,
    } satisfies SlowCall;
    return true;
  }

  /** Of a drive that keeps what it is given, and has room for it. */
  async #measureRandom(): Promise<void> {
    const journal = this.#journal;
    const { kind } = capacityVerdict({ ...journal, phase: 'done' });
    let blocks = 0;
    const files = journal.files.filter(
      ({ written }) => written >= SMALL_FILE.blocks && (blocks += written) <= RANDOM_BLOCKS,
    );
    const isMeasured = (kind === 'true' || kind === 'slow') && blocks >= RANDOM_BLOCKS;
    if (!isMeasured || this.#drive.randomRates === undefined) return;
    this.#watch.onProgress({ phase: 'random', doneBlocks: 0, totalBlocks: 0 });
    try {
      journal.random = await this.#drive.randomRates(files, this.#watch.signal);
    } catch (error) {
      if (error instanceof DriveGone) throw error;
      await this.#throwIfGone();
      journal.writeErrors++;
    }
    this.#throwIfStopped();
  }

  /** The same place again and again is a sick drive. */
  async #readSlowAgain(): Promise<void> {
    const { slow } = this.#journal;
    const usualMs = median(this.#lastMs);
    const step = Math.max(1, slow.length / SLOW.againPlaces);
    const chosen = new Set(
      Array.from({ length: Math.min(slow.length, SLOW.againPlaces) }, (_, n) => Math.floor(n * step)),
    );
    for (let round = 0; round < SLOW.againRounds; round++) {
      let pending = [...chosen].filter((index) => (slow[index]?.readAgain ?? 0) <= round);
      for (let attempt = 0; attempt < SLOW.attempts && pending.length > 0; attempt++) {
        await this.#forget(round, SLOW.againRounds);
        const fromMemory: number[] = [];
        for (const index of pending) {
          this.#throwIfStopped();
          this.#watch.onProgress({ phase: 'again', doneBlocks: index + 1, totalBlocks: slow.length });
          if (!(await this.#readSlowPlace(index, SLOW.ms + SLOW.medians * usualMs))) fromMemory.push(index);
        }
        pending = fromMemory;
      }
    }
    if (this.#drive.readsDrive) await this.#readBesideSlow(SLOW.ms + SLOW.medians * usualMs);
    this.#journal.phase = 'random';
  }

  /** Blocks that were read ahead while the drive was slow had no time of their own: a slow zone goes on until a block is not slow. */
  async #readBesideSlow(slowMs: number): Promise<void> {
    const { slow, states } = this.#journal;
    const zone = slow.filter(({ slowAgain, readAgain }) => readAgain > 0 && slowAgain === readAgain);
    for (let index = 0; index < zone.length && zone.length < SLOW.againPlaces; index++) {
      for (const block of [-1, 1].map((step) => (zone[index]?.block ?? 0) + step)) {
        if (!isRead(states[block]) || slow.some((call) => call.block === block)) continue;
        this.#throwIfStopped();
        const times: number[] = [];
        for (let round = 0; round < SLOW.againRounds; round++) times.push((await this.#readOne(block)).ms);
        if (times.some((ms) => ms <= slowMs)) continue;
        const call = {
          block,
          ms: Math.round(median(times)),
          lagMs: 0,
          slowAgain: times.length,
          readAgain: times.length,
        };
        slow.push(call);
        zone.push(call);
      }
    }
  }
}

/** Enough to know a period by. */
const MAX_DISTANCES = 4096;

/**
 * Fills a drive and reads it back, from where the journal ends, which it brings up to date. Throws `CapacityStopped`, and
 * `DriveGone`: after both it goes on with the same journal.
 */
export const checkCapacity = (drive: CapacityDrive, journal: Journal, watch: CapacityWatch): Promise<void> =>
  new CapacityCheck(drive, journal, watch).run();
