import type { CreateShare } from '../loops.ts';

/** What a file needs until it is there. */
interface Stages<Open> {
  open(handle: FileSystemFileHandle): Promise<Open>;
  write(file: Open): Promise<void> | void;
  close(file: Open): Promise<void> | void;
}

/** Work of every index, at most `inFlight` at a time, begun in order. */
async function each<In, Out>(
  inputs: readonly In[],
  inFlight: number,
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  let nextIndex = 0;
  const outputs: Out[] = [];
  const lane = async () => {
    for (let index = nextIndex++; index < inputs.length; index = nextIndex++) {
      const input = inputs[index];
      if (input !== undefined) outputs.push(await work(input));
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, inputs.length) }, lane));
  return outputs;
}

async function create<Open>(
  { files, workers, first, order, inFlight }: CreateShare,
  name: (index: number) => Promise<FileSystemFileHandle>,
  { open, write, close }: Stages<Open>,
): Promise<void> {
  const ownIndexes = Array.from({ length: files }, (_, index) => index).filter((index) => index % workers === first);
  const makeFile = async (handle: FileSystemFileHandle) => {
    const file = await open(handle);
    await write(file);
    await close(file);
  };
  switch (order) {
    case 'each':
      await each(ownIndexes, inFlight, async (index) => makeFile(await name(index)));
      return;
    case 'named first':
      await each(await each(ownIndexes, inFlight, name), inFlight, makeFile);
      return;
    case 'stages': {
      const openFiles = await each(ownIndexes, inFlight, async (index) => open(await name(index)));
      await each(openFiles, inFlight, async (file) => write(file));
      await each(openFiles, inFlight, async (file) => close(file));
      return;
    }
    default:
      return order satisfies never;
  }
}

async function work(share: CreateShare): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(share.folder);
  const content = crypto.getRandomValues(new Uint8Array(share.fileBytes));
  const name = (index: number) => folder.getFileHandle(`f${index}`, { create: true });
  if (share.api === 'sync') {
    await create<FileSystemSyncAccessHandle>(share, name, {
      open: (handle) => handle.createSyncAccessHandle(),
      write: (file) => {
        file.write(content, { at: 0 });
      },
      close: (file) => {
        file.close();
      },
    });
    return;
  }
  await create<FileSystemWritableFileStream>(share, name, {
    open: (handle) => handle.createWritable(),
    write: (file) => file.write(content),
    close: (file) => file.close(),
  });
}

addEventListener('message', ({ data }: MessageEvent<CreateShare>) => {
  work(data).then(
    () => postMessage({}),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
