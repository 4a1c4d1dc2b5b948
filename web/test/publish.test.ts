import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RunReceipt, Ticket } from '@opfsmark/schema/api';
import { RUN_ID_PATTERN, type Problem } from '@opfsmark/schema/documents';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import {
  declarationOf,
  type Draft,
  explainAnswer,
  KnownNames,
  Publisher,
  type Send,
} from '../src/lib/features/publish/publisher.svelte.ts';
import {
  deletionKeyOf,
  forgetPublished,
  keepPublished,
  publishedIdOf,
  runIdFor,
} from '../src/lib/base/local/published-runs.ts';
import { isRetryable } from '../src/lib/features/publish/outbox/outbox.ts';
import { putRun, type UploadAnswer } from '../src/lib/base/api/service.ts';
import { plainRecord } from '@opfsmark/schema/test-support/matrix-records';
import { storeOf } from './store-of.ts';

await texts.load('en', 'site', 'publish');
const { t } = createI18n('en');
const dialogTexts = texts.texts('en', 'publish');
const draft: Draft = {
  device: ' MacBook Pro ',
  drive: '',
  interface: 'NVMe',
  filesystem: '',
  note: '',
  profileMoved: false,
  countMachine: false,
};
const ticket: Ticket = {
  run_id: '0123456789ABCDEF',
  suite: 1,
  plan_seed: 1,
  issued_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-22T10:00:00.000Z',
  origin: 'A'.repeat(11),
  signature: 'A'.repeat(43),
};

describe('who has published before', () => {
  const receipt: RunReceipt = {
    run_id: '0123456789ABCDEF',
    status: 'published',
    reasons: [],
    trust: 1,
    unranked_because: [],
    links: { self: '', html: '' },
  };
  const answerStored = () => Promise.resolve({ kind: 'stored' as const, receipt, bookmark: null });

  test('finds the form filled in, without the note, and with the same choice about counting', async () => {
    const store = storeOf();
    const first = await Publisher.prepare(plainRecord(), null, answerStored, store);
    expect(first.draft().device).toBe('');
    await first.publish({ ...draft, note: 'encrypted' });
    const nextPublisher = await Publisher.prepare(plainRecord(), null, answerStored, store);
    expect(nextPublisher.draft()).toEqual({ ...draft, device: 'MacBook Pro' });
  });

  test('finds it empty where the service refused, or where something else is kept', async () => {
    const store = storeOf();
    const refusedPublisher = await Publisher.prepare(
      plainRecord(),
      null,
      () => Promise.resolve({ kind: 'unreachable' }),
      store,
    );
    await refusedPublisher.publish(draft);
    for (const text of [null, 'x', '{}', '{"declared":{"device":""},"counted":1}']) {
      if (text !== null) store.setItem('opfsmark.declared', text);
      expect((await Publisher.prepare(plainRecord(), null, answerStored, store)).draft().device).toBe('');
    }
  });
});

describe('ids', () => {
  test('a record keeps its id over reloads, another record has another', () => {
    const store = storeOf();
    const record = plainRecord();
    const id = runIdFor(record, null, store);
    expect(runIdFor(structuredClone(record), null, store)).toBe(id);
    expect(runIdFor({ ...record, started_at: '2026-11-21T11:00:00.000Z' }, null, store)).not.toBe(id);
  });

  test('the ticket decides where there is one', () => {
    expect(runIdFor(plainRecord(), ticket, storeOf())).toBe(ticket.run_id);
  });

  test('what somebody else put into the store is not an id', () => {
    const store = storeOf();
    store.setItem(`opfsmark.run-id.${plainRecord().started_at}`, '../../etc');
    expect(runIdFor(plainRecord(), null, store)).toMatch(RUN_ID_PATTERN);
  });
});

test('every other tab is told when a result is published, and when it is deleted', async () => {
  const store = storeOf();
  const channel = new BroadcastChannel('opfsmark.published');
  onTestFinished(() => channel.close());
  for (const change of [keepPublished, forgetPublished]) {
    const whenTold = new Promise((resolve) => (channel.onmessage = resolve));
    change(ticket.run_id, store);
    expect(await whenTold).toBeDefined();
  }
});

test('what was left empty is not declared', () => {
  expect(declarationOf(draft)).toEqual({ device: 'MacBook Pro', interface: 'NVMe' });
});

describe('the upload', () => {
  const body = { record: plainRecord(), declared: declarationOf(draft), deletion_sha256: 'a'.repeat(64) };
  const respond =
    (status: number, answer: unknown): typeof fetch =>
    () =>
      Promise.resolve(new Response(JSON.stringify(answer), { status }));

  test('is sent gzipped, to the address of its id', async () => {
    const send = vi.fn(async (_input: unknown, init: RequestInit = {}) => {
      const stream = (init.body as Blob).stream().pipeThrough(new DecompressionStream('gzip'));
      expect(await new Response(stream).json()).toEqual(body);
      return new Response('{}', { status: 500 });
    });
    await putRun('0123456789ABCDEF', body, send);
    expect(send.mock.calls[0]?.[0]).toBe('/api/v1/runs/0123456789ABCDEF');
  });

  test('a network that fails is told apart from a service that says no', async () => {
    expect(await putRun('X', body, () => Promise.reject(new TypeError('offline')))).toEqual({ kind: 'unreachable' });
    const problem: Problem = { type: 'about:blank', title: 'No', status: 422 };
    expect(await putRun('X', body, respond(422, problem))).toEqual({ kind: 'refused', problem });
    expect(await putRun('X', body, respond(502, '<html>'))).toEqual({ kind: 'unreadable', status: 502 });
    const answerLater = () =>
      Promise.resolve(Response.json(problem, { status: 503, headers: { 'retry-after': '3600' } }));
    expect(await putRun('X', body, answerLater)).toEqual({ kind: 'refused', problem, retryAfterS: 3600 });
  });

  test('a captive portal that answers with a page is not a service that fails', async () => {
    const page = () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    const answer = await putRun('X', body, page);
    expect(answer).toEqual({ kind: 'unreadable', status: 200 });
    expect(isRetryable(answer)).toBe(true);
  });
});

describe('the publisher', () => {
  const receipt = {
    run_id: ticket.run_id,
    status: 'published' as const,
    reasons: [] as string[],
    trust: 1,
    unranked_because: [] as string[],
    links: { self: '/api', html: '/r' },
  } satisfies RunReceipt;

  test('a retry sends the same id and the same hash of a deletion key that is kept before anything is sent', async () => {
    const answers: UploadAnswer[] = [{ kind: 'unreachable' }, { kind: 'stored', receipt, bookmark: null }];
    const store = storeOf();
    const keptKeys: (string | null)[] = [];
    const send = vi.fn<Send>((id) => {
      keptKeys.push(deletionKeyOf(id, store));
      return Promise.resolve(answers.shift() ?? { kind: 'unreachable' });
    });
    const publisher = await Publisher.prepare(plainRecord(), ticket, send, store);
    const history = { ticket, started_at: plainRecord().started_at };

    await publisher.publish(draft);
    expect(publisher.state.kind).toBe('refused');
    expect(publishedIdOf(history, store)).toBeNull();
    await publisher.publish(draft);
    expect(publisher.state).toEqual({ kind: 'published', receipt, bookmark: null, joined: null });
    expect(publishedIdOf(history, store)).toBe(ticket.run_id);
    expect(send.mock.calls[1]?.[0]).toBe(send.mock.calls[0]?.[0]);
    expect(keptKeys[0]).toMatch(/^[\w-]{43}$/);
    expect(new Set(keptKeys).size).toBe(1);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(keptKeys[0] ?? '')));
    const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(send.mock.calls.map(([, upload]) => upload.deletion_sha256)).toEqual([hex, hex]);
  });

  test('in a second tab takes the key by which the first one has published, and loses it not', async () => {
    const store = storeOf();
    const keys: string[] = [];
    const send = vi.fn<Send>((id) => {
      keys.push(deletionKeyOf(id, store) ?? '');
      return Promise.resolve({ kind: 'stored', receipt, bookmark: null });
    });
    const tabs = [await Publisher.prepare(plainRecord(), ticket, send, store)];
    tabs.push(await Publisher.prepare(plainRecord(), ticket, send, store));
    for (const tab of tabs) await tab.publish(draft);
    const hashes = send.mock.calls.map(([, upload]) => upload.deletion_sha256);
    expect([keys[1], hashes[1]]).toEqual([keys[0], hashes[0]]);
  });

  test('names the group that it is to join, and says what became of that', async () => {
    const send = vi.fn<Send>(() => Promise.resolve({ kind: 'stored', receipt, bookmark: null, joined: 'full' }));
    const publisher = await Publisher.prepare(plainRecord(), ticket, send, storeOf());
    const joining = { id: 'FEDCBA9876543210', nickname: 'Anna' };
    await publisher.publish(draft, 'both', joining);
    expect(send.mock.calls[0]?.[2]).toEqual(joining);
    expect(JSON.stringify(send.mock.calls[0]?.[1])).not.toContain('FEDCBA9876543210');
    expect(publisher.state).toMatchObject({ kind: 'published', joined: 'full' });
  });

  test('shows what becomes of an upload that is sent later, or added to its group later, and then nothing else', async () => {
    const stored = { kind: 'stored', receipt, bookmark: null } as const;
    const waiting = { kind: 'waiting', runId: ticket.run_id, why: 'unreachable' } as const;
    const publisher = await Publisher.prepare(plainRecord(), ticket, () => Promise.resolve(waiting), storeOf());
    let tell: (answer: UploadAnswer) => void = () => expect.unreachable();
    publisher.follow((runId, show) => {
      expect(runId).toBe(ticket.run_id);
      tell = show;
      return () => undefined;
    });
    tell(stored);
    expect(publisher.state.kind).toBe('editing');
    await publisher.publish(draft);
    expect(publisher.state).toBe(waiting);
    tell({ ...stored, joined: 'later' });
    expect(publisher.state).toEqual({ kind: 'published', receipt, bookmark: null, joined: 'later' });
    tell({ ...stored, joined: 'joined' });
    tell({ kind: 'unreadable', status: 500 });
    expect(publisher.state).toMatchObject({ kind: 'published', joined: 'joined' });
  });

  test('two quick clicks send once', async () => {
    const send = vi.fn<Send>(() => Promise.resolve({ kind: 'stored', receipt, bookmark: null }));
    const publisher = await Publisher.prepare(plainRecord(), ticket, send, storeOf());
    await Promise.all([publisher.publish(draft), publisher.publish(draft)]);
    await publisher.publish(draft);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('the id of the machine is kept when it is sent, the same every time, and deleted when it is not', async () => {
    const send = vi.fn<Send>(() => Promise.resolve({ kind: 'stored', receipt, bookmark: null }));
    const store = storeOf();
    const countedDraft = { ...draft, countMachine: true };
    const first = await Publisher.prepare(plainRecord(), ticket, send, store);
    const shownId = first.upload(countedDraft).rig_id;
    expect(shownId).toMatch(RUN_ID_PATTERN);
    expect(store.getItem('opfsmark.rig-id')).toBeNull();
    await first.publish(countedDraft);
    const second = await Publisher.prepare(plainRecord(), ticket, send, store);
    await second.publish(countedDraft);
    expect(send.mock.calls.map(([, upload]) => upload.rig_id)).toEqual([shownId, shownId]);
    const third = await Publisher.prepare(plainRecord(), ticket, send, store);
    expect(third.upload(draft)).not.toHaveProperty('rig_id');
    await third.publish(draft);
    expect(third.upload(countedDraft).rig_id).not.toBe(shownId);
  });

  test('a moved profile is said only where it was', async () => {
    const publisher = await Publisher.prepare(plainRecord(), ticket, vi.fn(), storeOf());
    expect(publisher.upload(draft).declared).not.toHaveProperty('profile_moved');
    expect(publisher.upload({ ...draft, profileMoved: true }).declared.profile_moved).toBe(true);
  });

  test('the ticket goes with the record', async () => {
    const store = storeOf();
    expect((await Publisher.prepare(plainRecord(), ticket, vi.fn<Send>(), store)).upload(draft).ticket).toBe(ticket);
    expect((await Publisher.prepare(plainRecord(), null, vi.fn<Send>(), store)).upload(draft)).not.toHaveProperty(
      'ticket',
    );
  });
});

test('a refusal names the field as the form does', () => {
  const problem: Problem = {
    type: 'x',
    title: 'Invalid',
    status: 422,
    errors: [{ pointer: '/declared/device', detail: 'is too long' }],
  };
  expect(explainAnswer({ kind: 'refused', problem }, dialogTexts, t.declared)).toContain('Device: is too long');
});

test.each(['conflict', 'repeated'] as const)('of the two refusals with 409 it says which one it is: %s', (kind) => {
  const problem: Problem = { type: `/api/v1/problems/${kind}`, title: 'In English', status: 409 };
  expect(explainAnswer({ kind: 'refused', problem }, dialogTexts, t.declared)).toEqual([dialogTexts.problem[kind]()]);
});

test('names that cannot be shown are found before anything is sent, and said in the reader’s words', async () => {
  const send = vi.fn<Send>();
  const publisher = await Publisher.prepare(plainRecord(), null, send, storeOf());
  await publisher.publish({ ...draft, device: '   ', note: 'see www.example.com' });
  expect(send).not.toHaveBeenCalled();
  const { state } = publisher;
  expect(state.kind === 'refused' && explainAnswer(state.answer, dialogTexts, t.declared)).toEqual([
    'Device: is empty',
    'Note: has a web or mail address, which names must not have',
  ]);
});

test('names of others are suggested once each, and none that nobody has confirmed', async () => {
  const devices = [
    { slug: 'mac-mini', name: 'Mac mini' },
    { slug: 'macmini', name: 'Mac mini' },
    { slug: 'mac-maybe', name: 'Mac maybe', unconfirmed: true },
  ];
  const known = new KnownNames('device', () => Promise.resolve(Response.json({ devices })));
  await known.ask('mac');
  expect(known.names).toEqual(['Mac mini']);
});
