import { BLOCK_BYTES, BlockContent, type BlockFinding } from './blocks.ts';
import type { BlockState, CapacityFile, Journal, SlowCall } from './journal.ts';
import { samplePlaces } from './places.ts';
import { capacityVerdict, longestOf, MIN_TESTED_BYTES } from './verdict.ts';

export interface Written {
  /** Whole blocks that were kept. */
  readonly blocks: number;
  readonly ended: 'whole' | 'full' | 'refused';
  readonly ms: number;
}

/** A folder on the drive that is tested, as this computer reaches it. */
export interface CapacityDrive {
  /** Its reads go past memory. Elsewhere pairs of reads tell which of the two answered. */
  readonly readsDrive: boolean;
  /** What can still be written, for the progress; `null` where nobody says. */
  freeBytes(): number | null;
  /** Writes a file of so many blocks and flushes it. Throws `DriveGone`. */
  writeFile(name: string, blocks: number, fill: (block: Uint8Array, index: number) => void): Promise<Written>;
  /** Throws `DriveGone`, and anything else where this place cannot be read. The bytes are valid until the call after the next. */
  read(name: string, block: number): Promise<{ readonly bytes: Uint8Array; readonly ms: number }>;
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
  onProgress(progress: CapacityProgress): void;
  /** Keeps the journal where it outlasts the drive, the tab and the process. */
  save(journal: Journal): Promise<void> | void;
}

const SMALL_FILE = { blocks: 64, untilBlocks: 4096 } as const;
const LARGE_FILE_BLOCKS = 512;
const MAX_REFUSALS = 3;
/** Reads of so many blocks are held against reading some of them once more, which memory answers. */
const GROUP = { blocks: 16, again: 4, factor: 2 } as const;
const READ_PASSES = 2;
/** Journals are written after so many blocks. */
const SAVE_BLOCKS = 256;
const SLOW = { ms: 100, medians: 3, window: 64, againPlaces: 48, againRounds: 2 } as const;
/** From here on a fill is looked at whenever it has doubled. */
const FIRST_LOOK_BLOCKS = 128;
const LOOK_PLACES = 24;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function stateOf({ overwritten, lost, changed, intact }: BlockFinding): BlockState {
  if (overwritten + lost + changed === 0 && intact > 0) return 'i';
  if (overwritten >= lost && overwritten >= changed) return 'o';
  return lost >= changed ? 'l' : 'c';
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
    const limitBlocks = journal.limitBytes === null ? Infinity : Math.floor(journal.limitBytes / BLOCK_BYTES);
    let largest = LARGE_FILE_BLOCKS;
    let refusals = 0;
    let lookAt = FIRST_LOOK_BLOCKS;
    while (lookAt <= journal.states.length) lookAt *= 2;
    while (journal.filled === 'no') {
      this.#throwIfStopped();
      const from = journal.states.length;
      const wanted = Math.min(
        largest,
        from < SMALL_FILE.untilBlocks ? SMALL_FILE.blocks : LARGE_FILE_BLOCKS,
        limitBlocks - from,
      );
      if (wanted < 1) {
        journal.filled = 'limit';
        break;
      }
      const name = `data-${journal.files.length}`;
      const written = await this.#write(name, from, wanted);
      if (written.blocks > 0) {
        journal.files.push({ name, blocks: written.blocks, ms: written.ms });
        for (let block = 0; block < written.blocks; block++) journal.states.push('w');
      }
      if (written.ended === 'full') {
        // Some ways of writing keep nothing of a file that did not fit as a whole.
        largest = written.blocks > 0 || wanted === 1 ? 0 : Math.floor(wanted / 2);
        if (largest === 0) journal.filled = 'full';
      } else if (written.ended === 'refused') {
        journal.writeErrors++;
        if (++refusals >= MAX_REFUSALS) journal.filled = 'refused';
      }
      await this.#save();
      if (journal.states.length < lookAt || !this.#drive.readsDrive) continue;
      lookAt *= 2;
      if (await this.#isFalseSoFar()) journal.filled = 'limit';
    }
    journal.phase = journal.isQuick ? 'sample' : 'read';
  }

  async #write(name: string, from: number, blocks: number): Promise<Written> {
    const { freeBytes } = this.#drive;
    const free = freeBytes.call(this.#drive);
    const limit = this.#journal.limitBytes;
    const room = free === null ? null : from + Math.floor(free / BLOCK_BYTES);
    const ends = [room, limit === null ? null : Math.floor(limit / BLOCK_BYTES)].filter((end) => end !== null);
    const totalBlocks = ends.length === 0 ? 0 : Math.min(...ends);
    return this.#drive.writeFile(name, blocks, (block, index) => {
      this.#throwIfStopped();
      this.#content.fill(block, from + index);
      this.#watch.onProgress({ phase: 'fill', doneBlocks: from + index, totalBlocks });
    });
  }

  /** A look at some places while the drive is filled: a quick test need not fill what is known to be false. */
  async #isFalseSoFar(): Promise<boolean> {
    const journal = this.#journal;
    if (!journal.isQuick) return false;
    const { length } = journal.states;
    for (const place of samplePlaces(length, journal.seed + length).slice(-LOOK_PLACES)) await this.#readGroup([place]);
    for (const place of samplePlaces(length, journal.seed).slice(0, LOOK_PLACES)) await this.#readGroup([place]);
    const { kind, periodBytes } = capacityVerdict(journal);
    // A file system that does not begin at the front may have begun in the part that is missing.
    if (kind === 'fake' && (periodBytes !== null || journal.states[0] === 'i')) return true;
    // What is good now may be written over later.
    journal.states.fill('w');
    journal.distances.length = 0;
    journal.slow.length = 0;
    return false;
  }

  async #sample(): Promise<void> {
    const journal = this.#journal;
    const places = samplePlaces(journal.states.length, journal.seed);
    await this.#readPending((block) => places.includes(block), places.length);
    await this.#findEnds();
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
    for (let pass = 0; pass < READ_PASSES; pass++) {
      const pending = pendingNow();
      if (pending.length === 0) return;
      await this.#forget(totalBlocks - pending.length, totalBlocks);
      for (let at = 0; at < pending.length; at += GROUP.blocks) {
        await this.#readGroup(pending.slice(at, at + GROUP.blocks));
        const doneBlocks = totalBlocks - pending.length + Math.min(at + GROUP.blocks, pending.length);
        this.#watch.onProgress({ phase: this.#journal.phase, doneBlocks, totalBlocks });
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
      if (block < from + file.blocks) return { file, inFile: block - from };
      from += file.blocks;
    }
    throw new RangeError(`block ${block} was not written`);
  }

  async #readOne(block: number): Promise<{ bytes: Uint8Array | null; ms: number }> {
    const { file, inFile } = this.#fileOf(block);
    const start = performance.now();
    try {
      return await this.#drive.read(file.name, inFile);
    } catch (error) {
      if (error instanceof DriveGone) throw error;
      return { bytes: null, ms: performance.now() - start };
    }
  }

  /** The next block is read while one is inspected, so that the drive does not wait. */
  async #readGroup(blocks: readonly number[]): Promise<void> {
    const times: number[] = [];
    const readable: number[] = [];
    let next = blocks[0] === undefined ? null : this.#readOne(blocks[0]);
    for (const [index, block] of blocks.entries()) {
      const { bytes, ms } = (await next) ?? { bytes: null, ms: 0 };
      const following = blocks[index + 1];
      next = following === undefined || this.#watch.signal.aborted ? null : this.#readOne(following);
      // A reading that fails while this one is inspected is told of when its turn comes.
      next?.catch(() => undefined);
      this.#note(block, bytes, ms);
      if (bytes !== null) {
        times.push(ms);
        readable.push(block);
      }
      this.#throwIfStopped();
    }
    if (!this.#drive.readsDrive && readable.length > 0) await this.#judgeOrigin(readable, times);
    this.#unsaved += blocks.length;
    if (this.#unsaved >= SAVE_BLOCKS) await this.#save();
  }

  #note(block: number, bytes: Uint8Array | null, ms: number): void {
    const journal = this.#journal;
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
        journal.slow.push({ block, ms: Math.round(ms), slowAgain: 0, readAgain: 0 });
      }
    }
    this.#lastMs.push(ms);
    if (this.#lastMs.length > SLOW.window) this.#lastMs.shift();
  }

  /** What memory answered says nothing good of the drive. */
  async #judgeOrigin(blocks: readonly number[], times: readonly number[]): Promise<void> {
    const again: number[] = [];
    for (const block of blocks.slice(0, GROUP.again)) again.push((await this.#readOne(block)).ms);
    if (median(times) > GROUP.factor * median(again)) return;
    for (const block of blocks) if (this.#journal.states[block] === 'i') this.#journal.states[block] = 'm';
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
      if (chosen.size > 0) await this.#forget(round, SLOW.againRounds);
      for (const index of chosen) {
        this.#throwIfStopped();
        const call = slow[index];
        if (call === undefined || call.readAgain > round) continue;
        const { ms } = await this.#readOne(call.block);
        const isSlow = ms > SLOW.ms + SLOW.medians * usualMs;
        slow[index] = {
          ...call,
          slowAgain: call.slowAgain + (isSlow ? 1 : 0),
          readAgain: call.readAgain + 1,
        } satisfies SlowCall;
        this.#watch.onProgress({ phase: 'again', doneBlocks: index + 1, totalBlocks: slow.length });
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
