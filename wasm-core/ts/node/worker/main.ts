import { parentPort, workerData } from 'node:worker_threads';
import type { Request } from '../../protocol/messages.ts';
import { answerWith, createHandlers } from '../../worker/handlers.ts';
import { NodeFile } from './file.ts';

/** What a worker thread of Node.js is told when it is started. */
interface NodeWorkerData {
  readonly folder: string;
  /** Added to those with which files are opened; 0: none. */
  readonly openFlags: number;
}

// What Emscripten's output asks of a worker's global scope, beside what Node.js has too.
Object.assign(globalThis, { self: { location: { href: import.meta.url } } });

const { folder, openFlags } = workerData as NodeWorkerData;
const answer = answerWith(createHandlers(() => new NodeFile(folder, openFlags)));

parentPort?.on('message', (request: Request) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});
