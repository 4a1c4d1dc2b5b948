import type { CreateRequest } from '../orders.ts';

/** What a file needs until it is there: opened, written, closed. */
interface Stages<Open> {
  open(index: number): Promise<Open>;
  write(open: Open): Promise<void> | void;
  close(open: Open): Promise<void> | void;
}

async function each(count: number, inFlight: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, lane));
}

async function create<Open>({ files, order, inFlight }: CreateRequest, stages: Stages<Open>): Promise<void> {
  if (order === 'each') {
    await each(files, inFlight, async (index) => {
      const open = await stages.open(index);
      await stages.write(open);
      await stages.close(open);
    });
    return;
  }
  const opened: Open[] = [];
  await each(files, inFlight, async (index) => {
    opened.push(await stages.open(index));
  });
  await each(files, inFlight, async (index) => {
    const open = opened[index];
    if (open !== undefined) await stages.write(open);
  });
  await each(files, inFlight, async (index) => {
    const open = opened[index];
    if (open !== undefined) await stages.close(open);
  });
}

/** Files a second. */
async function measure(request: CreateRequest): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const name = 'bench-create';
  const folder = await root.getDirectoryHandle(name, { create: true });
  const content = crypto.getRandomValues(new Uint8Array(request.fileBytes));
  const handle = (index: number) => folder.getFileHandle(`f${index}`, { create: true });
  const beginMs = performance.now();
  if (request.api === 'sync') {
    await create<FileSystemSyncAccessHandle>(request, {
      open: async (index) => (await handle(index)).createSyncAccessHandle(),
      write: (open) => {
        open.write(content, { at: 0 });
      },
      close: (open) => {
        open.close();
      },
    });
  } else {
    await create<FileSystemWritableFileStream>(request, {
      open: async (index) => (await handle(index)).createWritable(),
      write: (open) => open.write(content),
      close: (open) => open.close(),
    });
  }
  const elapsedMs = performance.now() - beginMs;
  await root.removeEntry(name, { recursive: true });
  return (request.files * 1_000) / elapsedMs;
}

addEventListener('message', ({ data }: MessageEvent<CreateRequest>) => {
  measure(data).then(
    (filesPerS) => postMessage({ filesPerS }),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
