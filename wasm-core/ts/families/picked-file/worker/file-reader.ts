import { Permutation } from '@opfsmark/schema/documents';
import { IN_FLIGHT, PAIR_BLOCK_BYTES, SLICES_AGAIN, type InFlight } from '@opfsmark/schema/families/picked-file/plan';
import type {
  FileReads,
  InOrder,
  PickedFilePlan,
  PickedFileResult,
} from '@opfsmark/schema/families/picked-file/schema';
import { describe } from '../../../worker/failure.ts';
import { Calls, nowNs, TaskFailed } from '../../../worker/tasks.ts';

/** A browser reads its first slices slower than all others. */
const WARM_UP_READS = 50;
/** Blocks are numbered in 32 bits. */
const MAX_BLOCKS = 2 ** 32 - 1;

/** The errors that browsers throw for a file that was changed, moved or taken out since it was picked. */
const CHANGED: ReadonlySet<string> = new Set(['NotReadableError', 'NotFoundError']);

const readsOf = (calls: Calls, elapsedNs = calls.busyNs): FileReads => ({
  ops: calls.ops,
  bytes: calls.bytes,
  elapsed_ns: elapsedNs,
  busy_ns: calls.busyNs,
  histogram: calls.histogram,
});

/** Reads a picked file by slices; `onRead` is told of each call. */
export class FileReader {
  readonly #file: Blob;
  readonly #plan: PickedFilePlan;
  readonly #onRead: (bytes: number, ns: number) => void;

  constructor(file: Blob, plan: PickedFilePlan, onRead: (bytes: number, ns: number) => void) {
    this.#file = file;
    this.#plan = plan;
    this.#onRead = onRead;
  }

  /** One block at the end of the file, over and over. */
  async warmUp(): Promise<void> {
    const offset = Math.max(0, this.#file.size - PAIR_BLOCK_BYTES);
    for (let read = 0; read < WARM_UP_READS; read++) await this.#read(offset, PAIR_BLOCK_BYTES);
  }

  /** Blocks at random places, each read and read again at once. */
  async readPairs(): Promise<NonNullable<PickedFileResult['pairs']>> {
    const { pairs, seed } = this.#plan;
    const blocks = Math.min(MAX_BLOCKS, Math.floor(this.#file.size / PAIR_BLOCK_BYTES));
    const order = blocks > 0 ? new Permutation(blocks, seed) : null;
    const [firstCalls, repeatedCalls] = [new Calls(), new Calls()];
    const endNs = this.#endNs();
    for (let visit = 0; order && visit < Math.min(pairs, blocks) && nowNs() < endNs; visit++) {
      const offset = order.at(visit) * PAIR_BLOCK_BYTES;
      await this.#timeRead(firstCalls, offset, PAIR_BLOCK_BYTES);
      await this.#timeRead(repeatedCalls, offset, PAIR_BLOCK_BYTES);
    }
    return { first: readsOf(firstCalls), again: readsOf(repeatedCalls) };
  }

  /** A part of the file that belongs to this number of slices in flight, then its end again. Nothing of a small file. */
  async readInOrder(inFlight: InFlight): Promise<InOrder | null> {
    const { in_order_bytes, slice_bytes } = this.#plan;
    const perPart = Math.floor(this.#file.size / IN_FLIGHT.length / slice_bytes);
    const slices = Math.min(in_order_bytes / slice_bytes, perPart);
    if (slices === 0) return null;
    const from = IN_FLIGHT.indexOf(inFlight) * perPart;
    const firstReads = await this.#readSlices(from, from + slices, inFlight);
    const end = from + firstReads.ops;
    const repeatedReads = await this.#readSlices(Math.max(from, end - SLICES_AGAIN), end, inFlight);
    return { in_flight: inFlight, first: firstReads, again: repeatedReads };
  }

  async #readSlices(from: number, to: number, inFlight: number): Promise<FileReads> {
    const { slice_bytes } = this.#plan;
    const calls = new Calls();
    const startNs = nowNs();
    const endNs = this.#endNs();
    let nextSlice = from;
    const lane = async () => {
      while (nextSlice < to && (nextSlice === from || nowNs() < endNs)) {
        const offset = nextSlice++ * slice_bytes;
        await this.#timeRead(calls, offset, slice_bytes);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
    return readsOf(calls, nowNs() - startNs);
  }

  #endNs(): number {
    return nowNs() + this.#plan.limit_s * 1e9;
  }

  async #timeRead(calls: Calls, offset: number, bytes: number): Promise<void> {
    const startNs = nowNs();
    await this.#read(offset, bytes);
    const ns = nowNs() - startNs;
    calls.add(bytes, ns);
    this.#onRead(bytes, ns);
  }

  async #read(offset: number, bytes: number): Promise<void> {
    try {
      await this.#file.slice(offset, offset + bytes).arrayBuffer();
    } catch (error) {
      const isChanged = error instanceof Error && CHANGED.has(error.name);
      if (isChanged) throw new TaskFailed({ code: 'file_changed', detail: describe(error).slice(0, 200) });
      throw error;
    }
  }
}
