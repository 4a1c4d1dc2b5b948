import { formatBoardId, metricOf, type BoardParts } from '@opfsmark/schema/boards';
import { call, type Send } from '@opfsmark/schema/client';
import { writtenMetric } from './query.ts';

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

/** Subjects that a board lists by name: devices and drives. Other boards are short. */
export const isSearched = ({ subject }: Pick<BoardParts, 'subject'>) => subject === 'device' || subject === 'drive';

const foundSubject = (
  kind: 'device' | 'drive',
  slug: string,
  { name, unconfirmed = false }: { readonly name: string; readonly unconfirmed?: boolean | undefined },
): FoundSubject => ({
  ...{ key: `${kind} ${slug}`, name, isUnconfirmed: unconfirmed },
  href: `/${kind}/${encodeURIComponent(slug)}`,
});

/** The board of drives beside another one; `null` where nothing of its layout is compared over browsers and systems. */
function drivesBeside({ metric, layout }: BoardParts): BoardParts | null {
  const comparable = metricOf(metric).withinClient ? writtenMetric(layout) : metric;
  return comparable && { subject: 'drive', metric: comparable, layout, client: null, filesystem: null };
}

async function findDrives(send: Send, board: BoardParts, text: string, options: Call): Promise<FoundSubject[] | null> {
  const drives = drivesBeside(board);
  if (drives === null) return [];
  const parts = { path: { board_id: formatBoardId(drives) }, query: { q: text } };
  const answer = await call(send, 'get', '/api/v1/boards/{board_id}/subjects', parts, options);
  return answer.ok ? answer.value.subjects.map((drive) => foundSubject('drive', drive.key, drive)) : null;
}

async function findDevices(send: Send, text: string, options: Call): Promise<FoundSubject[] | null> {
  const answer = await call(send, 'get', '/api/v1/devices', { query: { q: text } }, options);
  return answer.ok ? answer.value.devices.map((device) => foundSubject('device', device.slug, device)) : null;
}

/** Drives, then devices with a text in their name, whatever board is looked at; `null` where nobody answers. */
export async function findSubjects(
  send: Send,
  board: BoardParts,
  text: string,
  options: Call = {},
): Promise<FoundSubject[] | null> {
  const [drives, devices] = await Promise.all([
    findDrives(send, board, text, options),
    findDevices(send, text, options),
  ]);
  return drives === null && devices === null ? null : [...(drives ?? []), ...(devices ?? [])];
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

  /** An earlier search is no longer wanted. */
  forget(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
  }
}
