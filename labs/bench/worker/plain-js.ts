import { Permutation } from '@opfsmark/schema/documents';
import { OPFS_FOLDER } from '../../../wasm-core/ts/protocol/files.ts';
import type { PlainJsReply, PlainJsRequest } from '../page/plain-js.ts';

interface FileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(options?: { mode: string }): Promise<FileSystemSyncAccessHandle>;
}

let handle: FileSystemSyncAccessHandle | null = null;

async function open(fileName: string): Promise<FileSystemSyncAccessHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(OPFS_FOLDER);
  const file: FileHandle = await folder.getFileHandle(fileName);
  return file.createSyncAccessHandle({ mode: 'readwrite-unsafe' });
}

/** A property of the global scope is slow to look up. */
const clock = performance;

/**
 * The timed loop of the core once more in plain JavaScript, as a good programmer would write it: the yardstick that the
 * core must not fall behind. Random reads of whole blocks, the clock read after each or after every 64 of them.
 */
function run(file: FileSystemSyncAccessHandle, request: PlainJsRequest): PlainJsReply {
  const { blockBytes, blockCount } = request;
  const order = new Permutation(blockCount, request.orderSeed);
  const block = new ArrayBuffer(blockBytes);
  const options = { at: 0 };
  const latenciesMs = new Float64Array(1024);
  const batch = request.timing === 'each' ? 1 : 64;
  let ops = 0;
  let visit = 0;
  let elapsedMs = 0;
  const startMs = clock.now();
  let lastMs = startMs;
  while (elapsedMs < request.limitMs) {
    for (let i = 0; i < batch; i++) {
      options.at = order.at(visit) * blockBytes;
      if (file.read(block, options) !== blockBytes) throw new Error(`short read at ${options.at}`);
      if (++visit === blockCount) visit = 0;
    }
    ops += batch;
    const nowMs = clock.now();
    latenciesMs[ops % latenciesMs.length] = nowMs - lastMs;
    lastMs = nowMs;
    elapsedMs = nowMs - startMs;
  }
  return { ops, elapsedNs: elapsedMs * 1e6 };
}

async function answer(request: PlainJsRequest): Promise<void> {
  handle ??= await open(request.fileName);
  postMessage(run(handle, request));
}

addEventListener('message', ({ data }: MessageEvent<PlainJsRequest>) => {
  void answer(data);
});
