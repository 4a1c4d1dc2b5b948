/** Does its share of each step, some files at a time. */
import { Control } from '../../../protocol/control.ts';
import type { HelperStart } from '../../../protocol/messages.ts';
import { expectPattern, fillPattern, Meter, nowNs, ownFolder } from '../../../worker/tasks.ts';
import type { FileWorkerReply, FileWorkerRequest, Share } from '../messages.ts';

/** One set of files in one trial. Every method is of one file. */
interface FileSet {
  create(index: number): Promise<void>;
  copy(index: number): Promise<void>;
  delete(index: number): Promise<void>;
  verify(index: number): Promise<void>;
}

interface Make {
  readonly from: FileSystemDirectoryHandle;
  readonly to: FileSystemDirectoryHandle;
  readonly fileBytes: number;
  readonly seed: number;
  readonly meter: Meter;
}

const fileName = (index: number) => `f${index}`;

/** A disk that is full may answer by a short count and no exception. */
function expectMoved(bytes: number, total: number): void {
  if (bytes !== total) throw new DOMException(`only ${bytes} of ${total} bytes were moved`, 'QuotaExceededError');
}

function sharedParts({ from, to, fileBytes, seed }: Make): Pick<FileSet, 'delete' | 'verify'> & { words: Uint32Array } {
  const words = new Uint32Array(fileBytes / 4);
  return {
    words,
    async delete(index) {
      await from.removeEntry(fileName(index));
      await to.removeEntry(fileName(index));
    },
    async verify(index) {
      const file = await (await to.getFileHandle(fileName(index))).getFile();
      expectPattern(await file.arrayBuffer(), words, seed, index);
    },
  };
}

/** "LL": opens, reads, writes and closes each file itself, a buffer at a time. */
function lowLevel(make: Make & { readonly bufferBytes: number }): FileSet {
  const { from, to, fileBytes, bufferBytes, seed, meter } = make;
  const { words, ...rest } = sharedParts(make);
  const content = new Uint8Array(words.buffer);
  const buffer = new Uint8Array(Math.min(bufferBytes, fileBytes));

  const open = async (folder: FileSystemDirectoryHandle, index: number, create: boolean) =>
    (await folder.getFileHandle(fileName(index), { create })).createSyncAccessHandle();

  const writeAll = (handle: FileSystemSyncAccessHandle, take: (at: number) => Uint8Array) => {
    for (let at = 0; at < fileBytes; at += buffer.length) {
      const part = take(at);
      const start = nowNs();
      expectMoved(handle.write(part, { at }), part.length);
      meter.add('write', part.length, nowNs() - start);
    }
  };

  return {
    ...rest,
    async create(index) {
      const handle = await open(from, index, true);
      try {
        // Several files are in flight and share this memory: from here to the last write nothing is waited for.
        fillPattern(words, seed, index);
        writeAll(handle, (at) => content.subarray(at, at + buffer.length));
      } finally {
        handle.close();
      }
    },
    async copy(index) {
      const source = await open(from, index, false);
      try {
        const target = await open(to, index, true);
        try {
          writeAll(target, (at) => {
            const start = nowNs();
            expectMoved(source.read(buffer, { at }), buffer.length);
            meter.add('read', buffer.length, nowNs() - start);
            return buffer;
          });
        } finally {
          target.close();
        }
      } finally {
        source.close();
      }
    },
  };
}

/** "HL": one file after the other is handed to the asynchronous API whole. */
function highLevel(make: Make): FileSet {
  const { from, to, fileBytes, seed, meter } = make;
  const { words, ...rest } = sharedParts(make);

  const put = async (folder: FileSystemDirectoryHandle, index: number, content: FileSystemWriteChunkType) => {
    const start = nowNs();
    const handle = await folder.getFileHandle(fileName(index), { create: true });
    const writable = await handle.createWritable();
    await writable.write(content);
    await writable.close();
    meter.add('write', fileBytes, nowNs() - start);
  };

  return {
    ...rest,
    async create(index) {
      // Several are in flight, so each has content of its own.
      const content = new Uint32Array(words.length);
      fillPattern(content, seed, index);
      await put(from, index, content);
    },
    async copy(index) {
      const start = nowNs();
      const file = await (await from.getFileHandle(fileName(index))).getFile();
      meter.add('read', fileBytes, nowNs() - start);
      await put(to, index, file);
    },
  };
}

/** How much of a file's step is done by then: a copy is compared before its step is over. */
const WORK_PER_FILE = { create: 1, copy: 0.5, verify: 0.5, delete: 1 } as const;

let work: { readonly set: FileSet; readonly share: Share } | null = null;

async function setOf(share: Share, meter: Meter): Promise<FileSet> {
  const folder = await ownFolder(share.folder);
  const [from, to] = await Promise.all(['from', 'to'].map((name) => folder.getDirectoryHandle(name, { create: true })));
  if (!from || !to) throw new Error('no folder for the files');
  const make = { from, to, fileBytes: share.fileBytes, seed: share.seed, meter };
  return share.api === 'LL' ? lowLevel({ ...make, bufferBytes: share.bufferBytes }) : highLevel(make);
}

/** Begins files in their order, `inFlight` at a time. */
async function begin({ files, first, workers, inFlight }: Share, act: (index: number) => Promise<void>): Promise<void> {
  let nextIndex = first;
  const lane = async () => {
    for (let index = nextIndex; index < files; index = nextIndex) {
      nextIndex += workers;
      await act(index);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}

async function answer(request: FileWorkerRequest, meter: Meter): Promise<void> {
  switch (request.type) {
    case 'share':
      work = { share: request.share, set: await setOf(request.share, meter) };
      return;
    case 'step': {
      const { step } = request;
      if (!work) throw new Error('a step before its share');
      const { set, share } = work;
      // Each file is verified in the same memory: one after the other.
      await begin(step === 'verify' ? { ...share, inFlight: 1 } : share, async (index) => {
        await set[step](index);
        meter.addWork(WORK_PER_FILE[step]);
      });
      return;
    }
    default:
      request satisfies never;
  }
}

addEventListener('message', ({ data: { control, lane, port } }: MessageEvent<HelperStart>) => {
  const meter = new Meter(new Control(control), lane);
  const reply = (message: FileWorkerReply) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<FileWorkerRequest>) => {
    answer(data, meter).then(
      () => reply({ ok: true, read: meter.sumOf('read'), write: meter.sumOf('write') }),
      (error: unknown) => {
        const [name, message] = error instanceof Error ? [error.name, error.message] : ['Error', String(error)];
        reply({ ok: false, name, message });
      },
    );
  };
});
