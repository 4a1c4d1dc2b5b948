/** Does its share of each step, some files at a time. */
import { Control } from '../../../protocol/control.ts';
import { ownFolder } from '../../../worker/tasks/folder.ts';
import { Meter } from '../../../worker/tasks/meter.ts';
import type { HelperStart } from '../../../protocol/task.ts';
import type { FileWorkerReply, FileWorkerRequest, Share } from '../messages.ts';
import { highLevel, lowLevel, type FileSet } from './sets.ts';

/** How much of a file's step is done by then: a copy is compared before its step is over. */
const WORK_PER_FILE = { create: 1, copy: 0.5, verify: 0.5, delete: 1 } as const;

let work: { readonly set: FileSet; readonly share: Share } | null = null;

async function setOf(share: Share, counted: Meter): Promise<FileSet> {
  const folder = await ownFolder(share.folder);
  const [from, to] = await Promise.all(['from', 'to'].map((name) => folder.getDirectoryHandle(name, { create: true })));
  if (!from || !to) throw new Error('no folder for the files');
  const make = { from, to, fileBytes: share.fileBytes, seed: share.seed, meter: counted };
  return share.api === 'LL' ? lowLevel({ ...make, bufferBytes: share.bufferBytes }) : highLevel(make);
}

/** Begins files in their order, `inFlight` at a time. */
async function each({ files, first, workers, inFlight }: Share, act: (index: number) => Promise<void>): Promise<void> {
  let next = first;
  const lane = async () => {
    for (let index = next; index < files; index = next) {
      next += workers;
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
      await each(step === 'verify' ? { ...share, inFlight: 1 } : share, async (index) => {
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
