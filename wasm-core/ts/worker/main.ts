import type { Kind, Reply, Request } from '../protocol.ts';
import { describe, failureOf } from './failure.ts';
import { createHandlers } from './handlers.ts';

/** A worker of the benchmark: answers each request of ts/protocol.ts exactly once. */
const handlers = createHandlers();

async function answer<K extends Kind>({ id, kind, body }: Request<K>): Promise<Reply> {
  try {
    return { id, ...(await handlers[kind](body)) };
  } catch (error) {
    // Expected failures are values; this is a bug, or a core that has trapped.
    return { id, ok: false, failure: failureOf('bad_request', describe(error)) };
  }
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  void answer(data).then((reply) => postMessage(reply));
});
