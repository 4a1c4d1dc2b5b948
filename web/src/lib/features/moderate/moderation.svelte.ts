import {
  AliasList,
  AuditList,
  ClosedList,
  KeyList,
  type KeyRequest,
  ModerationQueue,
  SourceCount,
  StorageStatus,
  UNCONFIRMED,
  WarningList,
  type WarningRequest,
} from '@opfsmark/schema/api';
import * as z from 'zod/mini';

const NOTHING_CLOSED: ClosedList = { blocks: [], groups: [] };
const TOKEN_KEY = 'opfsmark.moderation-token';

/** The models that a moderator may reject, rename and merge. */
export type ModelKind = AliasList['aliases'][number]['kind'];
/** Where runs come from, by the tag that the queue shows. */
export interface Source {
  readonly kind: 'network' | 'provider';
  readonly tag: string;
}
interface SourceChange {
  readonly action: 'block' | 'unblock' | 'hide' | 'delete' | 'restore';
  readonly reason: string;
  readonly days?: number;
  /** Also where the moderator is. */
  readonly own?: boolean;
}
export type RunChange = 'published' | 'confirmed' | 'held' | 'hidden';

/** A moderator's view and acts. The token is kept as long as the tab is open, and sent to this site alone. */
export class Moderation {
  readonly #send: typeof fetch;
  readonly #store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  #token = $state<string | null>(null);
  #queue = $state.raw<ModerationQueue | null>(null);
  #audit = $state.raw<AuditList['entries']>([]);
  #aliases = $state.raw<AliasList['aliases']>([]);
  #closed = $state.raw<ClosedList>(NOTHING_CLOSED);
  #keys = $state.raw<KeyList['keys']>([]);
  #warnings = $state.raw<WarningList['warnings']>([]);
  #storage = $state.raw<StorageStatus['shares']>([]);
  #cursor: string | null = null;
  /** Status of the last answer that was a refusal; 0 where there was none. */
  #problem = $state<number | null>(null);
  #busy = $state(false);

  constructor(send: typeof fetch, store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#send = send;
    this.#store = store;
  }

  get isSignedIn(): boolean {
    return this.#token !== null && this.#queue !== null;
  }
  get queue(): ModerationQueue {
    return this.#queue ?? { runs: [], next_cursor: null };
  }
  get audit(): AuditList['entries'] {
    return this.#audit;
  }
  get aliases(): AliasList['aliases'] {
    return this.#aliases;
  }
  /** Whom moderators keep away, and the groups that they have closed. */
  get closed(): ClosedList {
    return this.#closed;
  }
  /** Keys of organisations whose runs count as confirmed, and those that were revoked. */
  get keys(): KeyList['keys'] {
    return this.#keys;
  }
  get warnings(): WarningList['warnings'] {
    return this.#warnings;
  }
  /** How full the service is; empty before it was measured. */
  get storage(): StorageStatus['shares'] {
    return this.#storage;
  }
  get problem(): number | null {
    return this.#problem;
  }
  get busy(): boolean {
    return this.#busy;
  }

  async resume(): Promise<void> {
    const savedToken = this.#store.getItem(TOKEN_KEY);
    if (savedToken !== null) await this.signIn(savedToken);
  }

  async signIn(token: string): Promise<void> {
    this.#token = token;
    await this.read();
    // A service that is down or busy says nothing of the token.
    if (this.#problem === 401 || this.#problem === 403) this.signOut();
    else if (this.#queue !== null) this.#keep(token);
  }

  #keep(token: string): void {
    try {
      this.#store.setItem(TOKEN_KEY, token);
    } catch {
      // A browser that keeps nothing asks again after a reload.
    }
  }

  signOut(): void {
    this.#store.removeItem(TOKEN_KEY);
    this.#token = null;
    this.#queue = null;
  }

  async read(cursor: string | null = this.#cursor): Promise<void> {
    this.#cursor = cursor;
    const page = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    let firstProblem: number | null = null;
    const ask = async <S extends z.ZodMiniType>(path: string, schema: S) => {
      const answer = await this.#ask('GET', path, schema);
      firstProblem ??= this.#problem;
      return answer;
    };
    const [queue, audit, aliases, closed, warnings, storage, keys] = [
      await ask(`/queue${page}`, ModerationQueue),
      await ask('/audit', AuditList),
      await ask('/aliases', AliasList),
      await ask('/closed', ClosedList),
      await ask('/warnings', WarningList),
      await ask('/storage', StorageStatus),
      await ask('/keys', KeyList),
    ];
    // What is answered later does not make up for what was refused before.
    this.#problem = firstProblem;
    if (queue) this.#queue = queue;
    this.#audit = audit?.entries ?? [];
    this.#aliases = aliases?.aliases ?? [];
    this.#closed = closed ?? NOTHING_CLOSED;
    this.#keys = keys?.keys ?? [];
    this.#warnings = warnings?.warnings ?? [];
    this.#storage = storage?.shares ?? [];
  }

  changeRun(runId: string, status: RunChange, reason: string): Promise<boolean> {
    return this.#act('POST', `/runs/${runId}/status`, { status, reason });
  }

  /**
   * Takes the new runs of this page out of the inbox, and all before them. The oldest come first, but for those that were reported,
   * which stand before all: of these any may be newer than what nobody has seen.
   */
  see(): Promise<boolean> {
    const newRuns = this.queue.runs.filter(({ reasons, weight }) => weight === 0 && reasons.includes(UNCONFIRMED));
    return this.#act('POST', '/queue/seen', {
      until_ms: Math.max(0, ...newRuns.map(({ created_ms }) => created_ms)),
    });
  }

  closeReports(runId: string): Promise<boolean> {
    return this.#act('POST', `/runs/${runId}/reports/close`);
  }

  deleteRun(runId: string): Promise<boolean> {
    return this.#act('DELETE', `/runs/${runId}`);
  }

  warn(warning: WarningRequest): Promise<boolean> {
    return this.#act('POST', '/warnings', warning);
  }

  liftWarning(warningId: string): Promise<boolean> {
    return this.#act('DELETE', `/warnings/${warningId}`);
  }

  addKey(key: KeyRequest): Promise<boolean> {
    return this.#act('POST', '/keys', key);
  }

  revokeKey(keyId: string): Promise<boolean> {
    return this.#act('POST', `/keys/${keyId}/revoke`);
  }

  lockGroup(groupId: string, isClosed: boolean): Promise<boolean> {
    return this.#act('POST', `/groups/${encodeURIComponent(groupId)}/lock`, { closed: isClosed });
  }

  deleteGroup(groupId: string): Promise<boolean> {
    return this.#act('DELETE', `/groups/${encodeURIComponent(groupId)}`);
  }

  changeModel(
    kind: ModelKind,
    slug: string,
    action: 'status' | 'rename' | 'merge' | 'unmerge',
    body?: object,
  ): Promise<boolean> {
    return this.#act('POST', `/${kind}s/${encodeURIComponent(slug)}/${action}`, body);
  }

  /** How many results came from there; `null` where it was refused. */
  async countSource({ kind, tag }: Source): Promise<number | null> {
    return (await this.#ask('GET', `/${kind}s/${tag}`, SourceCount))?.runs ?? null;
  }

  /** Some runs per request, until all are done. */
  async changeSource({ kind, tag }: Source, change: SourceChange): Promise<boolean> {
    for (;;) {
      const outcome = await this.#ask('POST', `/${kind}s/${tag}`, SourceChanged, change);
      if (!outcome) return false;
      if (!outcome.done) continue;
      await this.read();
      return true;
    }
  }

  async #act(method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
    const isDone = (await this.#ask(method, path, z.unknown(), body)) !== null;
    if (isDone) await this.read();
    return isDone;
  }

  /** `null` where it was refused. */
  async #ask<S extends z.ZodMiniType>(
    method: string,
    path: string,
    schema: S,
    body?: object,
  ): Promise<z.output<S> | null> {
    this.#busy = true;
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await this.#send(`/api/v1/admin/v1${path}`, init).catch(() => null);
    const parsedBody = z.safeParse(schema, response?.status === 204 ? {} : await response?.json().catch(() => null));
    this.#busy = false;
    this.#problem = response?.ok && parsedBody.success ? null : (response?.status ?? 0);
    return this.#problem === null && parsedBody.success ? parsedBody.data : null;
  }
}

const SourceChanged = z.object({ done: z.boolean() });
