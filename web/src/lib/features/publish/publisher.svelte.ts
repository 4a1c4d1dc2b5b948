import { DeviceList, SubjectList } from '@opfsmark/schema/boards';
import * as z from 'zod/mini';
import type { RunReceipt, RunUpload, Ticket } from '@opfsmark/schema/api';
import {
  checkText,
  Declaration,
  declaredProblems,
  type DeclaredText,
  type FieldError,
  MAX_TEXT_CHARACTERS,
  randomId,
  type TextProblem,
} from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import {
  forgetRigId,
  keepDeletionKey,
  keepPublished,
  keepRigId,
  proposeDeletionKey,
  rigIdOf,
  runIdFor,
} from '$lib/base/local/published-runs.ts';
import { parseJson } from '$lib/base/local/checks.ts';
import { askToLast } from '$lib/base/local/lasting.ts';
import { localStore } from '$lib/base/local/stores.ts';
import { sha256Hex, type Joined } from '$lib/base/api/groups.ts';
import type { UploadAnswer } from '$lib/base/api/service.ts';
import { type Joining, onAnswer, type QueuedUpload, send } from './outbox/outbox.ts';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** `waiting`: kept in this browser and sent later, once. */
export type Send = (runId: string, upload: RunUpload, joining?: Joining) => Promise<UploadAnswer | QueuedUpload>;

/** Who sees a result: the group alone, the group and everyone, or everyone and not the group. */
export const AUDIENCES = ['group', 'both', 'all'] as const;
export type Audience = (typeof AUDIENCES)[number];

/**
 * Two that are the page's own, before anything is sent. `unkept`: this browser keeps no key by which the result could be
 * deleted. `undeclarable`: what the form holds cannot be shown.
 */
type Refusal =
  | Exclude<UploadAnswer, { kind: 'stored' }>
  | { readonly kind: 'unkept' }
  | {
      readonly kind: 'undeclarable';
      readonly problems: readonly { readonly field: DeclaredText | 'nickname'; readonly problem: TextProblem }[];
    };

type PublishState =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly answer: Refusal }
  | QueuedUpload
  | {
      readonly kind: 'published';
      readonly receipt: RunReceipt;
      readonly bookmark: string | null;
      /** The outcome for the group that it was to join. */
      readonly joined: Joined | null;
    };

/** The fields of the form. */
export type Draft = Record<Exclude<keyof Declaration, 'profile_moved'>, string> & {
  /** The browser's profile was put on the drive that is declared. */
  profileMoved: boolean;
  /** All results of this machine are to count as those of one machine, which needs an id that is the same every time. */
  countMachine: boolean;
};

/** Only what was filled in, without the spaces around it. */
export function declarationOf({ countMachine: _, profileMoved, ...draft }: Draft): Declaration {
  const filledFields = Object.entries(draft)
    .map(([field, text]) => [field, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return { device: '', ...Object.fromEntries(filledFields), ...(profileMoved && { profile_moved: true }) };
}

const DECLARED_KEY = 'opfsmark.declared';
const EMPTY_DRAFT: Draft = {
  device: '',
  drive: '',
  interface: '',
  filesystem: '',
  note: '',
  profileMoved: false,
  countMachine: true,
};

const Remembered = z.object({ declared: Declaration, counted: z.boolean() });

/** The draft of last time, but for the note, which is of one run. */
function rememberedDraft(store: Pick<Storage, 'getItem'>): Draft {
  const parsedDraft = z.safeParse(Remembered, parseJson(store.getItem(DECLARED_KEY) ?? ''));
  if (!parsedDraft.success) return EMPTY_DRAFT;
  const { declared, counted } = parsedDraft.data;
  const { device, drive = '', interface: bus = '', filesystem = '', profile_moved: profileMoved = false } = declared;
  return { ...EMPTY_DRAFT, device, drive, interface: bus, filesystem, profileMoved, countMachine: counted };
}

/** The problems of a name that stands in the group alone: it is as long as a declared one at the most. */
function nicknameProblems(nickname: string) {
  if (nickname.trim() === '') return [];
  const { problem } = checkText(nickname, 'device');
  return problem === undefined ? [] : [{ field: 'nickname' as const, problem }];
}

function stateAfter(answer: UploadAnswer): PublishState {
  if (answer.kind !== 'stored') return { kind: 'refused', answer };
  const { receipt, bookmark, joined = null } = answer;
  return { kind: 'published', receipt, bookmark, joined };
}

/** One record on its way to the service. */
export class Publisher {
  readonly #record: RunRecord;
  readonly #ticket: Ticket | null;
  readonly #send: Send;
  readonly #store: Storage;
  readonly #runId: string;
  readonly #deletionKey: string;
  #deletionSha256: string;
  /** Shown in the preview, and kept only once it is sent. */
  readonly #proposedRigId = randomId();
  #state = $state.raw<PublishState>({ kind: 'editing' });

  private constructor(
    record: RunRecord,
    ticket: Ticket | null,
    sending: Send,
    store: Storage,
    keys: { readonly runId: string; readonly deletionKey: string; readonly deletionSha256: string },
  ) {
    this.#record = record;
    this.#ticket = ticket;
    this.#send = sending;
    this.#store = store;
    this.#runId = keys.runId;
    this.#deletionKey = keys.deletionKey;
    this.#deletionSha256 = keys.deletionSha256;
  }

  /** Draws the deletion key and hashes it, so that the preview shows what is sent. */
  static async prepare(
    record: RunRecord,
    ticket: Ticket | null,
    sending: Send = send,
    store: Storage = localStore(),
  ): Promise<Publisher> {
    const runId = runIdFor(record, ticket, store);
    const deletionKey = proposeDeletionKey(runId, store);
    const deletionSha256 = await sha256Hex(deletionKey);
    return new Publisher(record, ticket, sending, store, { runId, deletionKey, deletionSha256 });
  }

  get state(): PublishState {
    return this.#state;
  }

  /** The draft that the form begins with: who has published before publishes with one more click. */
  draft(): Draft {
    return rememberedDraft(this.#store);
  }

  /** Exactly the document that is sent. */
  upload(draft: Draft, audience: Audience = 'all'): RunUpload {
    return {
      record: this.#record,
      declared: declarationOf(draft),
      ...(this.#ticket ? { ticket: this.#ticket } : {}),
      ...(draft.countMachine ? { rig_id: rigIdOf(this.#store) ?? this.#proposedRigId } : {}),
      ...(audience === 'group' ? { unlisted: true as const } : {}),
      deletion_sha256: this.#deletionSha256,
    };
  }

  /** @param joining the group whose link opened the page, and under which name the result is to be there */
  async publish(draft: Draft, audience: Audience = 'all', joining?: Joining): Promise<void> {
    if (this.#state.kind !== 'editing' && this.#state.kind !== 'refused') return;
    const problems = [...declaredProblems(declarationOf(draft)), ...nicknameProblems(joining?.nickname ?? '')];
    if (problems.length > 0) {
      this.#state = { kind: 'refused', answer: { kind: 'undeclarable', problems } };
      return;
    }
    this.#state = { kind: 'sending' };
    const key = this.#keepKeys(draft);
    if (key === null) {
      this.#state = { kind: 'refused', answer: { kind: 'unkept' } };
      return;
    }
    this.#deletionSha256 = await sha256Hex(key);
    const answer = await this.#send(
      this.#runId,
      this.upload(draft, audience),
      audience === 'all' ? undefined : joining,
    );
    if (answer.kind === 'waiting' || answer.kind === 'stored') this.#remember(draft, answer);
    this.#state = answer.kind === 'waiting' ? answer : stateAfter(answer);
  }

  /** Follows an upload that the outbox sends later, or adds to its group later; the result stops it. */
  follow(listen: typeof onAnswer = onAnswer): () => void {
    return listen(this.#runId, (answer) => {
      const state = this.#state;
      const isSentLater = state.kind === 'waiting' || (state.kind === 'published' && state.joined === 'later');
      if (isSentLater) this.#state = stateAfter(answer);
    });
  }

  /** Before anything is sent: a lost answer must not lose the key, which it returns; `null`: nothing is kept here. */
  #keepKeys({ countMachine }: Draft): string | null {
    try {
      const key = keepDeletionKey(this.#runId, this.#deletionKey, this.#store);
      if (countMachine) keepRigId(this.#proposedRigId, this.#store);
      else forgetRigId(this.#store);
      // The click that publishes also answers a browser that puts the question to a person.
      void askToLast();
      return key;
    } catch {
      return null;
    }
  }

  #remember(draft: Draft, answer: QueuedUpload | Extract<UploadAnswer, { kind: 'stored' }>): void {
    try {
      if (answer.kind === 'stored') keepPublished(answer.receipt.run_id, this.#store);
      const savedDraft = { declared: declarationOf(draft), counted: draft.countMachine };
      this.#store.setItem(DECLARED_KEY, JSON.stringify(savedDraft));
    } catch {
      // The room for keys was just enough: what was sent is sent.
    }
  }
}

type FieldNames = Texts<'site'>['declared'];

/** The name the form gives to what a pointer points at; the pointer itself for what the form does not show. */
function fieldName(pointer: string, names: FieldNames): string {
  const field = /^\/declared\/(\w+)/.exec(pointer)?.[1];
  switch (field) {
    case 'device':
    case 'drive':
    case 'interface':
    case 'filesystem':
    case 'note':
      return names[field]();
    default:
      return pointer;
  }
}

const describe = ({ pointer, detail }: FieldError, t: Texts<'publish'>, names: FieldNames) =>
  t.problem.field({ field: fieldName(pointer, names), detail });

/** Why a text that people declare cannot be shown. */
function explainText(problem: TextProblem, field: DeclaredText, t: Texts<'publish'>): string {
  return t.problem.text[problem]({ max: MAX_TEXT_CHARACTERS[field] });
}

/** Why a record was not stored, line by line, in the reader's words as far as the page has any. */
export function explainAnswer(answer: Refusal, t: Texts<'publish'>, names: FieldNames): string[] {
  const { problem } = t;
  switch (answer.kind) {
    case 'unkept':
      return [problem.storage()];
    case 'undeclarable':
      return answer.problems.map(({ field, problem: why }) =>
        problem.field({
          field: field === 'nickname' ? t.audience.nickname() : names[field](),
          detail: explainText(why, field === 'nickname' ? 'device' : field, t),
        }),
      );
    case 'unreachable':
      return [problem.offline()];
    case 'unreadable':
      return [problem.broken({ status: answer.status })];
    case 'refused': {
      const { status, type, title, detail, errors = [] } = answer.problem;
      if (type.endsWith('/repeated')) return [problem.repeated()];
      if (status === 409) return [problem.conflict()];
      if (status === 429) return [problem.tooMany()];
      if (type.endsWith('/full')) return [problem.full()];
      if (status === 503) return [problem.busy()];
      return [problem.refused({ detail: detail ?? title }), ...errors.map((error) => describe(error, t, names))];
    }
    default:
      return assertNever(answer);
  }
}

/** Drives are those of the board that every run has a number for. */
const LISTS = {
  device: '/api/v1/devices',
  drive: '/api/v1/boards/drive.seq1m_q1t1_write.shared/subjects',
} as const;
const NameList = z.union([DeviceList, SubjectList]);

/** Names that others have for their device or drive, with what was typed in its name. */
export class KnownNames {
  readonly #kind: 'device' | 'drive';
  readonly #send: typeof fetch;
  #names = $state.raw<readonly string[]>([]);
  #question = '';

  constructor(kind: 'device' | 'drive', send: typeof fetch = (input, init) => fetch(input, init)) {
    this.#kind = kind;
    this.#send = send;
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** Suggestions are a help: where the service does not answer there are none. */
  async ask(typedName: string): Promise<void> {
    const question = typedName.trim().slice(0, 80);
    if (question === this.#question) return;
    this.#question = question;
    const names = question === '' ? [] : await this.#find(question);
    // Meanwhile more may have been typed, whose answer counts.
    if (question === this.#question) this.#names = names;
  }

  async #find(question: string): Promise<string[]> {
    try {
      const response = await this.#send(`${LISTS[this.#kind]}?q=${encodeURIComponent(question)}`);
      const list = z.safeParse(NameList, await response.json());
      if (!list.success) return [];
      const models = 'devices' in list.data ? list.data.devices : list.data.subjects;
      // A name that nobody else has confirmed may be anything; moderators may give two the same.
      return [...new Set(models.filter(({ unconfirmed }) => !unconfirmed).map(({ name }) => name))];
    } catch {
      return [];
    }
  }
}
