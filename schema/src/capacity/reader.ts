import { median } from '../documents/stats.ts';
import { BLOCK_BYTES, type BlockContent, type BlockFinding } from './blocks.ts';
import type { RandomRates } from './classes.ts';
import { noteDistance, type BlockState, type CapacityFile, type Journal, type SlowCall } from './journal.ts';
import { MIN_TESTED_BYTES } from './verdict.ts';

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

/** Reads of so many blocks are held against reading some of them once more, which memory answers; on a busy computer against all. */
export const GROUP = { blocks: 16, again: 4, factor: 2, minSlowerShare: 0.75, minPairs: 8 } as const;
/** So that the drive never waits for the next call. */
const READ_AHEAD_BLOCKS = 2;
/** Journals are written after so many blocks. */
export const SAVE_BLOCKS = 256;

export const SLOW = { ms: 100, medians: 3, window: 64, againPlaces: 48, againRounds: 2, attempts: 3 } as const;

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

/** Reads blocks of a test, and writes into its journal what was found and whether the drive or memory answered. */
export class BlockReader {
  readonly #drive: CapacityDrive;
  readonly #journal: Journal;
  readonly #watch: CapacityWatch;
  readonly #content: BlockContent;
  readonly #lastMs: number[] = [];
  #unsaved = 0;

  constructor(drive: CapacityDrive, journal: Journal, watch: CapacityWatch, content: BlockContent) {
    this.#drive = drive;
    this.#journal = journal;
    this.#watch = watch;
    this.#content = content;
  }

  throwIfStopped(): void {
    if (this.#watch.signal.aborted) throw new CapacityStopped();
  }

  async save(): Promise<void> {
    this.#unsaved = 0;
    await this.#watch.save(this.#journal);
  }

  /** What a call has to take to be slow; a test that goes on has no calls to hold it against yet. */
  get slowMs(): number {
    return SLOW.ms + SLOW.medians * (this.#lastMs.length > 0 ? median(this.#lastMs) : 0);
  }

  async forget(doneBlocks: number, totalBlocks: number): Promise<void> {
    // Of too little there is no verdict anyway.
    const isTooLittle = this.#journal.states.length * BLOCK_BYTES < MIN_TESTED_BYTES;
    if (this.#drive.readsDrive || isTooLittle) return;
    this.#watch.onProgress({ phase: 'forget', doneBlocks, totalBlocks });
    await this.#drive.forget(this.#watch.signal);
    this.throwIfStopped();
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

  async readOne(block: number): Promise<Reading> {
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
  async readGroup(blocks: readonly number[], onRead: (blocks: number) => void = () => undefined): Promise<void> {
    const times: number[] = [];
    const readable: number[] = [];
    const ahead: Promise<Reading>[] = [];
    const depth = this.#drive.readsDrive ? READ_AHEAD_BLOCKS : 0;
    for (const [index, block] of blocks.entries()) {
      const wanted = this.#watch.signal.aborted ? [block] : blocks.slice(index, index + 1 + depth);
      for (const next of wanted.slice(ahead.length)) {
        const reading = this.readOne(next);
        // A reading that fails while an earlier one is inspected is told of when its turn comes.
        reading.catch(() => undefined);
        ahead.push(reading);
      }
      const { bytes, ms } = (await ahead.shift()) ?? { bytes: null, ms: 0 };
      if (bytes === null) await this.throwIfGone();
      this.#note(block, bytes, ms);
      if (bytes !== null) {
        times.push(ms);
        readable.push(block);
      }
      onRead(index + 1);
      this.throwIfStopped();
    }
    if (!this.#drive.readsDrive && readable.length > 0) await this.#judgeOrigin(readable, times);
    this.#unsaved += blocks.length;
    if (this.#unsaved >= SAVE_BLOCKS) await this.save();
  }

  /** Systems may show the files of a drive that was pulled out for a while: a bad place leaves the others, and a drive that is gone none. */
  async throwIfGone(): Promise<void> {
    const { states } = this.#journal;
    const good = states.includes('i') ? 'i' : 'w';
    const [first, last] = [states.indexOf(good), states.lastIndexOf(good)];
    if (first < 0 || first === last) return;
    for (const block of [first, last]) if ((await this.readOne(block)).bytes !== null) return;
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
    if (finding.distanceCells !== null) noteDistance(journal, block, finding.distanceCells);
    if (this.#lastMs.length >= 8 && ms > this.slowMs) {
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
      for (const block of some) again.push((await this.readOne(block)).ms);
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
  async readSlowPlace(index: number, slowMs: number): Promise<boolean> {
    const call = this.#journal.slow[index];
    if (call === undefined) return true;
    const { ms } = await this.readOne(call.block);
    const isSlow = ms > slowMs;
    if (!isSlow && !this.#drive.readsDrive && ms <= GROUP.factor * (await this.readOne(call.block)).ms) return false;
    this.#journal.slow[index] = {
      ...call,
      slowAgain: call.slowAgain + (isSlow ? 1 : 0),
      readAgain: call.readAgain + 1,
    } satisfies SlowCall;
    return true;
  }
}
