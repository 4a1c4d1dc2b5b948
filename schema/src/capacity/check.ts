import { median } from '../documents/stats.ts';
import { BLOCK_BYTES, BlockContent } from './blocks.ts';
import type { BlockState, Journal } from './journal.ts';
import { probeParts, samplePlaces } from './places.ts';
import {
  BlockReader,
  DriveGone,
  GROUP,
  SAVE_BLOCKS,
  SLOW,
  type CapacityDrive,
  type CapacityWatch,
  type FileParts,
  type Written,
} from './reader.ts';
import { capacityVerdict, isRead, longestOf } from './verdict.ts';

const SMALL_FILE = { blocks: 64, untilBlocks: 4096 } as const;
const LARGE_FILE_BLOCKS = 512;
const MAX_REFUSALS = 3;
/** What memory answered is read again; more than once where it is the smaller part, as on a busy computer. */
const READ_PASSES = { any: 2, few: 4, fewShare: 0.5 } as const;
/** Application classes are measured within so much. */
const RANDOM_BLOCKS = 256;

/** One test, from its beginning or from where its journal ends. */
class CapacityCheck {
  readonly #drive: CapacityDrive;
  readonly #journal: Journal;
  readonly #watch: CapacityWatch;
  readonly #content: BlockContent;
  readonly #reader: BlockReader;

  constructor(drive: CapacityDrive, journal: Journal, watch: CapacityWatch) {
    this.#drive = drive;
    this.#journal = journal;
    this.#watch = watch;
    this.#content = new BlockContent(journal.seed);
    this.#reader = new BlockReader(drive, journal, watch, this.#content);
  }

  async run(): Promise<void> {
    const { phase, isQuick } = this.#journal;
    if (phase === 'fill') await this.#fill();
    await this.#reader.save();
    if (this.#journal.phase === 'sample') await this.#sample();
    if (this.#journal.phase === 'read') await this.#readAll();
    if (this.#journal.phase === 'again') await this.#readSlowAgain();
    if (this.#journal.phase === 'random') await this.#measureRandom();
    // Where memory answered, a later run reads these places once more.
    if (isQuick || !this.#journal.states.includes('w')) this.#journal.phase = 'done';
    await this.#reader.save();
  }

  async #fill(): Promise<void> {
    const journal = this.#journal;
    let largest = LARGE_FILE_BLOCKS;
    let refusals = 0;
    while (journal.filled === 'no') {
      this.#reader.throwIfStopped();
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
        await this.#reader.throwIfGone();
        journal.writeErrors++;
        if (++refusals >= MAX_REFUSALS) journal.filled = 'refused';
      }
      await this.#reader.save();
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
      this.#reader.throwIfStopped();
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
      await this.#reader.readGroup([middle]);
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
      await this.#reader.forget(totalBlocks - pending.length, totalBlocks);
      const blocks = this.#drive.readsDrive ? SAVE_BLOCKS : GROUP.blocks;
      for (let at = 0; at < pending.length; at += blocks) {
        await this.#reader.readGroup(pending.slice(at, at + blocks), (done) => {
          const doneBlocks = totalBlocks - pending.length + at + done;
          this.#watch.onProgress({ phase: this.#journal.phase, doneBlocks, totalBlocks });
        });
      }
      if (this.#drive.readsDrive) return;
    }
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
      await this.#reader.throwIfGone();
      journal.writeErrors++;
    }
    this.#reader.throwIfStopped();
  }

  /** The same place again and again is a sick drive. */
  async #readSlowAgain(): Promise<void> {
    const { slow } = this.#journal;
    const { slowMs } = this.#reader;
    const step = Math.max(1, slow.length / SLOW.againPlaces);
    const chosen = new Set(
      Array.from({ length: Math.min(slow.length, SLOW.againPlaces) }, (_, n) => Math.floor(n * step)),
    );
    for (let round = 0; round < SLOW.againRounds; round++) {
      let pending = [...chosen].filter((index) => (slow[index]?.readAgain ?? 0) <= round);
      for (let attempt = 0; attempt < SLOW.attempts && pending.length > 0; attempt++) {
        await this.#reader.forget(round, SLOW.againRounds);
        const fromMemory: number[] = [];
        for (const index of pending) {
          this.#reader.throwIfStopped();
          this.#watch.onProgress({ phase: 'again', doneBlocks: index + 1, totalBlocks: slow.length });
          if (!(await this.#reader.readSlowPlace(index, slowMs))) fromMemory.push(index);
        }
        pending = fromMemory;
      }
    }
    if (this.#drive.readsDrive) await this.#readBesideSlow(slowMs);
    this.#journal.phase = 'random';
  }

  /** Blocks that were read ahead while the drive was slow had no time of their own: a slow zone goes on until a block is not slow. */
  async #readBesideSlow(slowMs: number): Promise<void> {
    const { slow, states } = this.#journal;
    const zone = slow.filter(({ slowAgain, readAgain }) => readAgain > 0 && slowAgain === readAgain);
    for (let index = 0; index < zone.length && zone.length < SLOW.againPlaces; index++) {
      for (const block of [-1, 1].map((step) => (zone[index]?.block ?? 0) + step)) {
        if (!isRead(states[block]) || slow.some((call) => call.block === block)) continue;
        this.#reader.throwIfStopped();
        const times: number[] = [];
        for (let round = 0; round < SLOW.againRounds; round++) times.push((await this.#reader.readOne(block)).ms);
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

/**
 * Fills a drive and reads it back, from where the journal ends, which it brings up to date. Throws `CapacityStopped`, and
 * `DriveGone`: after both it goes on with the same journal.
 */
export async function checkCapacity(drive: CapacityDrive, journal: Journal, watch: CapacityWatch): Promise<void> {
  try {
    await new CapacityCheck(drive, journal, watch).run();
  } catch (error) {
    if (error instanceof DriveGone && !journal.isFlushed) forgetUnflushed(journal);
    throw error;
  }
}

/** What memory held and had not yet written went with the drive: files that came back whole are kept, the rest is written again. */
function forgetUnflushed(journal: Journal): void {
  if (journal.phase !== 'fill' && journal.phase !== 'read') return;
  let blocks = 0;
  const firstOpen = journal.files.findIndex(({ written, reserved }) => {
    const states = journal.states.slice(blocks, blocks + written + reserved);
    if (states.some((state) => state !== 'i')) return true;
    blocks += states.length;
    return false;
  });
  if (firstOpen < 0) return;
  journal.files = journal.files.slice(0, firstOpen);
  journal.states = journal.states.slice(0, blocks);
  journal.distances = journal.distances.filter(([block]) => block < blocks);
  journal.slow = journal.slow.filter(({ block }) => block < blocks);
  journal.writeErrors = 0;
  journal.phase = 'fill';
  journal.filled = 'no';
}
