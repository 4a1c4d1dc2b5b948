import { formatBoardId, type BoardParts } from '@opfsmark/schema/boards';
import { call, type Send } from '@opfsmark/schema/client';

export interface FoundSubject {
  readonly key: string;
  readonly name: string;
  readonly href: string;
  /** Nobody has confirmed it. */
  readonly isUnconfirmed: boolean;
}

export interface SearchResult {
  readonly text: string;
  readonly subjects: readonly FoundSubject[];
}

type Call = Partial<Parameters<typeof call>[4]>;

/** What a board lists by its name: devices and drives. Other boards are short. */
export const isSearched = ({ subject }: Pick<BoardParts, 'subject'>) => subject === 'device' || subject === 'drive';

const foundSubject = (
  kind: 'device' | 'drive',
  key: string,
  { name, unconfirmed = false }: { readonly name: string; readonly unconfirmed?: boolean | undefined },
): FoundSubject => ({ key, name, href: `/${kind}/${encodeURIComponent(key)}`, isUnconfirmed: unconfirmed });

/** What a board lists with a text in its name; `null` where nobody answers. */
export async function findSubjects(
  send: Send,
  board: BoardParts,
  text: string,
  options: Call = {},
): Promise<FoundSubject[] | null> {
  if (board.subject === 'device') {
    const answer = await call(send, 'get', '/api/v1/devices', { query: { q: text } }, options);
    return answer.ok ? answer.value.devices.map((device) => foundSubject('device', device.slug, device)) : null;
  }
  const parts = { path: { board_id: formatBoardId(board) }, query: { q: text } };
  const answer = await call(send, 'get', '/api/v1/boards/{board_id}/subjects', parts, options);
  return answer.ok ? answer.value.subjects.map((subject) => foundSubject('drive', subject.key, subject)) : null;
}

/** So long nothing may be typed before the service is asked. */
const PAUSE_MS = 150;

/** Searches as somebody types: one question per pause, and only the answer to the last one counts. */
export class SubjectFinder {
  readonly #send: Send;
  #controller = new AbortController();

  constructor(send: Send) {
    this.#send = send;
  }

  /** `null` where nobody answers, or another letter was typed meanwhile. */
  async find(board: BoardParts, text: string): Promise<SearchResult | null> {
    this.forget();
    const { signal } = this.#controller;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return null;
    try {
      const subjects = await findSubjects(this.#send, board, text, { signal });
      return subjects && { text, subjects };
    } catch {
      return null;
    }
  }

  /** What was asked before is no longer wanted. */
  forget(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
  }
}
