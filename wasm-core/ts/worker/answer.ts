import type { Kind, Reply, Request } from '../protocol/messages.ts';
import { describe, failureOf } from './failure.ts';
import type { Handlers } from './handlers.ts';

/** Answers each request of protocol/messages.ts exactly once. */
export function answerWith(handlers: Handlers): (request: Request) => Promise<Reply> {
  return async function answer<K extends Kind>({ id, kind, body }: Request<K>): Promise<Reply> {
    try {
      return { id, ...(await handlers[kind](body)) };
    } catch (error) {
      // Expected failures are values; this is a bug, or a core that has trapped.
      return { id, ok: false, failure: failureOf('bad_request', describe(error)) };
    }
  };
}
