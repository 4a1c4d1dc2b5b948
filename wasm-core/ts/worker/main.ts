import type { Request } from '../protocol/messages.ts';
import { answerWith, createHandlers } from './handlers.ts';

/** A worker of the benchmark. */
const answer = answerWith(createHandlers());

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  void answer(data).then((reply) => postMessage(reply));
});
