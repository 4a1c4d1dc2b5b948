import { Permutation } from '@opfsmark/schema/documents';
import { CEILING, PICKED_STEPS, WARM_UP, type PickedStep } from '@opfsmark/schema/families/picked-folder/plan';
import type { PickedCell, PickedFolderPlan } from '@opfsmark/schema/families/picked-folder/schema';
import {
  Calls,
  expectPattern,
  fillPattern,
  nowNs,
  ownFolder,
  serve,
  VerifyFailed,
  type TaskContext,
} from '../../../worker/tasks.ts';
import type { PickedWork } from '../messages.ts';

/** The pattern is made once; what tells one block from another is a number at its beginning. */
class Content {
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #expectedWords: Uint32Array<ArrayBuffer>;
  readonly #seed: number;

  constructor(blockBytes: number, seed: number) {
    this.#words = new Uint32Array(blockBytes / 4);
    this.#expectedWords = new Uint32Array(1);
    this.#seed = seed;
    fillPattern(this.#words, seed, 0);
  }

  /** Valid until the next call. */
  block(index: number): Uint8Array<ArrayBuffer> {
    fillPattern(this.#words.subarray(0, 1), this.#seed, index + 1);
    return new Uint8Array(this.#words.buffer);
  }

  /** Throws where what was read at this offset is not what was written there. */
  check(buffer: ArrayBuffer, offsetBytes: number): void {
    const blockBytes = this.#words.byteLength;
    const offsetInBlock = offsetBytes % blockBytes;
    if (offsetInBlock === 0) {
      expectPattern(buffer.slice(0, 4), this.#expectedWords, this.#seed, offsetBytes / blockBytes + 1);
      return;
    }
    const isDifferent = new Uint32Array(buffer)[0] !== this.#words[offsetInBlock / 4];
    if (isDifferent) throw new VerifyFailed(`what was read at ${offsetBytes} is not what was written there`);
  }
}

type Context = TaskContext<PickedCell>;
type Amounts = Pick<PickedFolderPlan, 'file_bytes' | 'random_reads' | 'small_files' | 'seed'>;

const FILE = 'data';

/** One place: how its steps are named and told of; those of the warm-up are not. */
class Place {
  readonly #context: Context;
  readonly #name: PickedCell['place'] | 'warm-up';

  constructor(context: Context, name: PickedCell['place'] | 'warm-up') {
    this.#context = context;
    this.#name = name;
  }

  begin(step: PickedStep): void {
    if (this.#name !== 'warm-up') this.#context.step(`${this.#name} ${step}`);
  }

  add(calls: Calls, direction: 'read' | 'write', bytes: number, ns: number): void {
    calls.add(bytes, ns);
    this.#context.meter.add(direction, bytes, ns);
  }

  fileDone(): void {
    this.#context.meter.addWork(1);
  }

  report(
    step: PickedStep,
    calls: Calls,
    times: Partial<Pick<PickedCell, 'elapsed_ns' | 'close_ns' | 'verified_blocks'>> = {},
  ): void {
    if (this.#name === 'warm-up') return;
    const { ops, bytes, busyNs, histogram } = calls;
    const cell = {
      place: this.#name,
      step,
      ops,
      bytes,
      elapsed_ns: busyNs,
      close_ns: 0,
      histogram,
      verified_blocks: 0,
    };
    this.#context.report({ ...cell, ...times });
  }
}

async function timeOf<T>(work: () => Promise<T>): Promise<{ value: T; ns: number }> {
  const start = nowNs();
  const value = await work();
  return { value, ns: nowNs() - start };
}

/** A fresh file, never one that is kept: the browser would first copy what is there. */
async function write(
  place: Place,
  folder: FileSystemDirectoryHandle,
  { file_bytes }: Amounts,
  content: Content,
): Promise<File> {
  place.begin('write');
  const block = PICKED_STEPS.write.block_bytes;
  const handle = await folder.getFileHandle(FILE, { create: true });
  const calls = new Calls();
  const opening = await timeOf(() => handle.createWritable());
  for (let index = 0; index < file_bytes / block; index++) {
    const data = content.block(index);
    const { ns } = await timeOf(() => opening.value.write(data));
    place.add(calls, 'write', block, ns);
  }
  const { ns: close_ns } = await timeOf(() => opening.value.close());
  place.report('write', calls, { elapsed_ns: opening.ns + calls.busyNs, close_ns });
  return handle.getFile();
}

/** By slices of one file. */
async function read(
  place: Place,
  step: 'seq_read' | 'rnd_read',
  file: File,
  visits: number,
  seed: number,
  content: Content,
): Promise<void> {
  place.begin(step);
  const block = PICKED_STEPS[step].block_bytes;
  const blocks = Math.floor(file.size / block);
  const order = step === 'rnd_read' ? new Permutation(blocks, seed) : null;
  const calls = new Calls();
  for (let visit = 0; visit < Math.min(visits, blocks); visit++) {
    const offset = (order?.at(visit) ?? visit) * block;
    const { value, ns } = await timeOf(() => file.slice(offset, offset + block).arrayBuffer());
    place.add(calls, 'read', block, ns);
    content.check(value, offset);
  }
  place.report(step, calls, { verified_blocks: calls.ops });
}

async function smallFiles(
  place: Place,
  folder: FileSystemDirectoryHandle,
  { small_files }: Amounts,
  seed: number,
): Promise<void> {
  const block = PICKED_STEPS.create.block_bytes;
  const content = new Content(block, seed);
  place.begin('create');
  const createCalls = new Calls();
  for (let index = 0; index < small_files; index++) {
    const data = content.block(index);
    const { ns } = await timeOf(async () => {
      const writable = await (await folder.getFileHandle(`${index}`, { create: true })).createWritable();
      await writable.write(data);
      await writable.close();
    });
    place.add(createCalls, 'write', block, ns);
    place.fileDone();
  }
  place.report('create', createCalls);

  place.begin('delete');
  const deleteCalls = new Calls();
  for (let index = 0; index < small_files; index++) {
    const { ns } = await timeOf(() => folder.removeEntry(`${index}`));
    deleteCalls.add(0, ns);
    place.fileDone();
  }
  place.report('delete', deleteCalls);
}

async function measureFolder(place: Place, folder: FileSystemDirectoryHandle, amounts: Amounts): Promise<void> {
  const content = new Content(PICKED_STEPS.write.block_bytes, amounts.seed);
  const file = await write(place, folder, amounts, content);
  await measureFile(place, file, amounts, content);
  await smallFiles(place, folder, amounts, amounts.seed);
}

async function measureFile(place: Place, file: File, amounts: Amounts, content: Content): Promise<void> {
  const megabytes = Math.floor(Math.min(amounts.file_bytes, file.size) / PICKED_STEPS.seq_read.block_bytes);
  await read(place, 'seq_read', file, megabytes, amounts.seed, content);
  await read(place, 'rnd_read', file, amounts.random_reads, amounts.seed, content);
}

serve<{ plan: PickedWork; finding: PickedCell }>(async ({ plan, folder }, context) => {
  // Safari has no createWritable in its own storage before version 26: there is no ceiling then, and nothing is lost.
  if ('createWritable' in FileSystemFileHandle.prototype) {
    await measureFolder(new Place(context, 'warm-up'), await ownFolder('warm-up'), { ...WARM_UP, seed: plan.seed });
    await measureFolder(new Place(context, 'ceiling'), await ownFolder('ceiling'), { ...CEILING, seed: plan.seed });
  }
  await measureFolder(new Place(context, 'picked'), folder, plan);
});
