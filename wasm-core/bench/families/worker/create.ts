import type { CreateShare } from '../loops.ts';

/** What a file needs until it is there. */
interface Stages<Open> {
  open(handle: FileSystemFileHandle): Promise<Open>;
  write(open: Open): Promise<void> | void;
  close(open: Open): Promise<void> | void;
}

/** Work of every index, at most `inFlight` at a time, begun in order. */
async function each<In, Out>(
  inputs: readonly In[],
  inFlight: number,
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  let next = 0;
  const outputs: Out[] = [];
  const lane = async () => {
    for (let index = next++; index < inputs.length; index = next++) {
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
  const own = Array.from({ length: files }, (_, index) => index).filter((index) => index % workers === first);
  const whole = async (handle: FileSystemFileHandle) => {
    const opened = await open(handle);
    await write(opened);
    await close(opened);
  };
  switch (order) {
    case 'each':
      await each(own, inFlight, async (index) => whole(await name(index)));
      return;
    case 'named first':
      await each(await each(own, inFlight, name), inFlight, whole);
      return;
    case 'stages': {
      const opened = await each(own, inFlight, async (index) => open(await name(index)));
      await each(opened, inFlight, async (file) => write(file));
      await each(opened, inFlight, async (file) => close(file));
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
      write: (open) => {
        open.write(content, { at: 0 });
      },
      close: (open) => {
        open.close();
      },
    });
    return;
  }
  await create<FileSystemWritableFileStream>(share, name, {
    open: (handle) => handle.createWritable(),
    write: (open) => open.write(content),
    close: (open) => open.close(),
  });
}

addEventListener('message', ({ data }: MessageEvent<CreateShare>) => {
  work(data).then(
    () => postMessage({}),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
