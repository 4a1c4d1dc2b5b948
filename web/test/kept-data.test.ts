/** The data that this browser keeps: how long, how much of it can be read, and as a file. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ticket } from '@opfsmark/schema/api';
import { change, readOne, splitRows } from '../src/lib/base/local/database.ts';
import { keepGroup, ownGroups } from '../src/lib/base/local/groups.ts';
import {
  deletionKeyOf,
  keepDeletionKey,
  keepPublished,
  publishedIdOf,
  publishedIds,
} from '../src/lib/base/local/published-runs.ts';
import { askToLast, readLasting, type Keeper } from '../src/lib/base/local/lasting.ts';
import { fileOf, keepKeys, newRuns, readFile, type Saved } from '../src/lib/features/history/transfer.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { headlineIn } from '../src/lib/features/answer/headline.ts';
import { History } from '../src/lib/features/history/history.svelte.ts';
import { entryOf } from '../src/lib/features/history/keep.ts';
import { isHistoryEntry, readDocument, readKeptRun } from '../src/lib/features/history/store.ts';
import { isUpload } from '../src/lib/features/publish/outbox/outbox.ts';
import { plainRecord } from '@opfsmark/schema/test-support/matrix-records';
import { answered } from './indexed-db.ts';
import { storeOf } from './store-of.ts';

const KEY = 'a'.repeat(43);
const OTHER_KEY = 'b'.repeat(43);
const [ID, DRAWN_ID, GROUP_ID] = ['0123456789ABCDEF', '1123456789ABCDEF', '2123456789ABCDEF'];
const at = (hour: string) => `2026-11-21T${hour}:00:00.000Z`;
const runAt = (hour: string) => plainRecord(undefined, { started_at: at(hour) });
const ticket: Ticket = {
  ...{ run_id: ID, suite: 1, plan_seed: 1, issued_at: at('09'), expires_at: at('11') },
  origin: 'o'.repeat(11),
  signature: 's'.repeat(43),
};

test('a database that the browser has closed is opened anew', async () => {
  const databases: { onclose?: () => void; transaction: () => object }[] = [];
  const openOne = () => {
    const number = databases.length;
    const transaction = () => ({ objectStore: () => ({ get: () => answered(`row of ${number}`) }) });
    databases.push({ transaction });
    return answered(databases[number]);
  };
  vi.stubGlobal('indexedDB', { open: openOne });
  expect([await readOne('history', at('10')), await readOne('history', at('10'))]).toEqual(['row of 0', 'row of 0']);
  databases[0]?.onclose?.();
  expect(await readOne('history', at('10'))).toBe('row of 1');
  databases[1]?.onclose?.();
  vi.unstubAllGlobals();
});

test('a change that fails in its middle keeps nothing', async () => {
  const abort = vi.fn<() => void>();
  const transaction: { onabort?: () => void; objectStore: () => object; abort: () => void } = {
    objectStore: () => ({ put: () => null }),
    abort: () => {
      abort();
      queueMicrotask(() => transaction.onabort?.());
    },
  };
  const database: { onclose?: () => void; transaction: () => object } = { transaction: () => transaction };
  vi.stubGlobal('indexedDB', { open: () => answered(database) });
  const work = change(['history'], (stores) => {
    stores('history').put({ started_at: at('10') });
    throw new Error('no entry of the next one');
  });
  const failure: unknown = await work.catch((error: unknown) => error);
  database.onclose?.();
  vi.unstubAllGlobals();
  expect([String(failure), abort.mock.calls.length]).toEqual(['Error: no entry of the next one', 1]);
});

describe('the history', () => {
  const LOST = at('08');
  const entryAt = (hour: string) => entryOf(runAt(hour), null);
  const stores = { history: new Map<IDBValidKey, unknown>(), records: new Map<IDBValidKey, unknown>() };
  let close: (() => void) | undefined;

  /** The store of one kind of rows; the record of one run is there and cannot be read. */
  const objectStore = (name: keyof typeof stores) => ({
    getAllKeys: () => answered([...stores[name].keys()]),
    getAll: () => answered([...stores[name].values()]),
    get: (key: IDBValidKey) => {
      if (name === 'records' && key === LOST) throw new DOMException('its file is gone', 'NotReadableError');
      return answered(stores[name].get(key));
    },
    put: (row: { started_at: string }) => stores[name].set(row.started_at, row),
    delete: (key: IDBValidKey) => stores[name].delete(key),
    clear: () => stores[name].clear(),
  });

  beforeEach(() => {
    for (const [name, valueAt] of [
      ['history', entryAt],
      ['records', runAt],
    ] as const) {
      stores[name].clear();
      for (const hour of ['08', '09']) stores[name].set(at(hour), valueAt(hour));
    }
    const database: { onclose?: () => void; transaction: () => object } = {
      transaction: () => {
        const transaction: { oncomplete?: () => void; objectStore: typeof objectStore } = { objectStore };
        queueMicrotask(() => transaction.oncomplete?.());
        return transaction;
      },
    };
    close = () => database.onclose?.();
    vi.stubGlobal('indexedDB', { open: () => answered(database) });
  });
  afterEach(() => {
    close?.();
    vi.unstubAllGlobals();
  });

  const shown = ({ state }: History) =>
    state.kind === 'read' ? state.entries.map((entry) => entry.started_at) : state;

  test('gives back what was deleted last, also after a second click on Delete', async () => {
    const history = new History();
    const entry = entryAt('09');
    await Promise.all([history.delete(entry), history.delete(entry)]);
    await history.delete(entry);
    expect([shown(history), stores.records.has(at('09')), history.canRestore]).toEqual([[at('08')], false, true]);
    await history.restore();
    expect([shown(history), history.canRestore]).toEqual([[at('09'), at('08')], false]);
    expect([stores.history.get(at('09')), stores.records.get(at('09'))]).toEqual([entry, runAt('09')]);
  });

  test('gives back nothing once all of it was deleted', async () => {
    const history = new History();
    await history.delete(entryAt('09'));
    await history.deleteAll();
    expect([shown(history), stores.records.size, history.canRestore]).toEqual([[], 0, false]);
    await history.restore();
    expect(shown(history)).toEqual([]);
  });

  test('saves what else there is of a run whose record is gone, says so on its page, and deletes it', async () => {
    expect(await readDocument(LOST)).toEqual(entryAt('08'));
    expect(await readKeptRun(LOST)).toBe('unreadable');
    const history = new History();
    await history.delete(entryAt('08'));
    expect(shown(history)).toEqual([at('09')]);
  });

  test('leaves out a headline of a kind that only another version of the site knows', async () => {
    await texts.load('en', 'site');
    const { sentence } = entryAt('09');
    if (!sentence) throw new Error('no sentence');
    expect(headlineIn('en', sentence)).not.toBe('');
    expect(headlineIn('en', { kind: 'of tomorrow' } as unknown as typeof sentence)).toBe('');
  });
});

describe('what the site stores', () => {
  const keeper = (vendor: string, agrees: boolean) => {
    const persist = vi.fn(() => Promise.resolve(agrees));
    return { vendor, storage: { persist, persisted: () => Promise.resolve(agrees) } } satisfies Keeper;
  };

  test('stays as long as the browser says, which looking does not ask for', async () => {
    for (const [vendor, agrees, expected] of [
      ['Google Inc.', true, 'agreed'],
      ['Google Inc.', false, 'room'],
      ['', true, 'agreed'],
      ['Apple Computer, Inc.', true, 'unvisited'],
      ['Apple Computer, Inc.', false, 'unvisited'],
    ] as const) {
      const askedKeeper = keeper(vendor, agrees);
      expect(await readLasting(askedKeeper)).toBe(expected);
      expect(askedKeeper.storage.persist).not.toHaveBeenCalled();
      expect(await askToLast(askedKeeper)).toBe(expected);
      expect(askedKeeper.storage.persist).toHaveBeenCalledOnce();
    }
  });

  test('may be deleted where the browser has no answer', async () => {
    expect([await readLasting({ vendor: '' }), await askToLast({ vendor: '' })]).toEqual(['room', 'room']);
    const reject = () => Promise.reject(new DOMException('no', 'InvalidStateError'));
    expect(await askToLast({ vendor: '', storage: { persist: reject, persisted: reject } })).toBe('room');
  });
});

describe('a row that something else has written', () => {
  const entry = entryOf(plainRecord(), ticket);

  test.each([
    ['no object', 'x'],
    ['nothing but a key', { started_at: at('09') }],
    ['a key that is no time', { ...entry, started_at: 'x' }],
    ['a number for a key', { ...entry, started_at: 7 }],
    ['a family nobody knows', { ...entry, family: 'nothing' }],
    ['no figures', { ...entry, figures: null }],
    ['a figure without a value', { ...entry, figures: [{ ...entry.figures[0], iops: null }] }],
    ['no browser', { ...entry, client: {} }],
    ['a sentence without a kind', { ...entry, sentence: {} }],
    ['a ticket without an end', { ...entry, ticket: { run_id: ID } }],
  ])('with %s hides no other, and is named', (_, brokenRow) => {
    const result = splitRows('history', ['broken', entry.started_at], [brokenRow, entry], isHistoryEntry);
    expect(result).toEqual({ rows: [entry], broken: [{ store: 'history', key: 'broken', value: brokenRow }] });
  });

  test('keeps no upload from being sent', () => {
    const upload = { record: plainRecord(), declared: { device: 'Mac mini' }, deletion_sha256: 'a'.repeat(64) };
    const waitingUpload = { run_id: ID, upload, queued_ms: 0, attempts: 0, next_ms: 0, refused: null };
    expect(isUpload(waitingUpload)).toBe(true);
    expect(isUpload({ ...waitingUpload, group: GROUP_ID, notJoined: 'full' })).toBe(true);
    for (const change of [
      ...[{ run_id: 'x' }, { upload: null }, { upload: { ...upload, declared: {} } }, { queued_ms: 'x' }],
      ...[{ queued_ms: 1e300 }, { next_ms: null }, { refused: 1 }, { notJoined: 'nothing' }],
    ])
      expect(isUpload({ ...waitingUpload, ...change }), JSON.stringify(change)).toBe(false);
  });

  test('takes no other group with it', () => {
    const store = storeOf({ 'opfsmark.group.3123456789ABCDEF': '{', 'opfsmark.group.4123456789ABCDEF': '{"name":1}' });
    keepGroup({ id: GROUP_ID, name: 'Class', key: KEY }, store);
    expect(ownGroups(store)).toEqual([{ id: GROUP_ID, name: 'Class', key: KEY }]);
  });
});

describe('history and keys as a file', () => {
  const run = (hour: string, runTicket: Ticket | null = null) => {
    const record = runAt(hour);
    return { record, ticket: runTicket, started_at: record.started_at };
  };
  const sourceStore = storeOf({ [`opfsmark.run-id.${at('08')}`]: DRAWN_ID });
  for (const id of [ID, DRAWN_ID]) {
    keepDeletionKey(id, KEY, sourceStore);
    keepPublished(id, sourceStore);
  }
  keepGroup({ id: GROUP_ID, name: 'Class', key: KEY }, sourceStore);
  const text = JSON.stringify(fileOf([run('09', ticket), run('08')], sourceStore, at('12')));
  const read = (from = text) => {
    const savedFile = readFile(from);
    if (typeof savedFile === 'string') throw new Error(savedFile);
    return savedFile;
  };
  const keep = (savedFile: Saved, store: Storage, maxRuns = 400, starts: readonly string[] = []) => ({
    ...newRuns(savedFile, new Set(starts), maxRuns),
    keys: keepKeys(savedFile, store),
  });

  test('is here again in a browser that has nothing', () => {
    const store = storeOf();
    const { runs, keys } = keep(read(), store);
    expect(runs.map(({ record, ticket: runTicket }) => [record, runTicket])).toEqual([
      [runAt('09'), ticket],
      [runAt('08'), null],
    ]);
    expect(keys).toEqual({ keys: 3, known: 0, differing: 0 });
    expect(publishedIds(store)).toEqual([DRAWN_ID, ID]);
    expect([
      publishedIdOf(run('09', ticket), store),
      publishedIdOf(run('08'), store),
      publishedIdOf(run('07'), store),
    ]).toEqual([ID, DRAWN_ID, null]);
    expect(ownGroups(store)).toEqual(ownGroups(sourceStore));
  });

  test('replaces nothing, and adds nothing twice', () => {
    const store = storeOf();
    keep(read(), store);
    const secondResult = keep(read(), store, 400, [at('09'), at('08')]);
    expect(secondResult).toMatchObject({ runs: [], known: 2, surplus: 0, keys: { keys: 0, known: 3, differing: 0 } });

    const otherStore = storeOf();
    keepDeletionKey(ID, OTHER_KEY, otherStore);
    keepGroup({ id: GROUP_ID, name: 'Office', key: OTHER_KEY }, otherStore);
    expect(keep(read(), otherStore).keys).toEqual({ keys: 1, known: 0, differing: 2 });
    expect([deletionKeyOf(ID, otherStore), ownGroups(otherStore)[0]?.name]).toEqual([OTHER_KEY, 'Office']);
    expect(publishedIds(otherStore)).toEqual([DRAWN_ID]);
  });

  test('gives way where there is no room for all runs: the oldest stay out, and none here goes', () => {
    const { runs, surplus } = newRuns(read(), new Set([at('07')]), 2);
    expect([runs.map(({ record }) => record.started_at), surplus]).toEqual([[at('09')], 1]);
    expect(newRuns(read(), new Set([at('06'), at('07')]), 1)).toMatchObject({ runs: [], surplus: 2 });
  });

  test('is read past what is damaged in it', () => {
    const file = JSON.parse(text) as ReturnType<typeof fileOf>;
    const damagedFile = {
      ...file,
      runs: [...file.runs, null, { ...file.runs[0], record: { ...runAt('10'), plan: null } }],
      keys: [
        ...file.keys,
        { run_id: ID, key: 'short', published: true },
        { run_id: '../x', key: KEY, published: true },
      ],
      groups: [...file.groups, { id: GROUP_ID, name: null, key: KEY }],
    };
    const savedFile = read(JSON.stringify(damagedFile));
    expect([savedFile.runs.length, savedFile.keys.length, savedFile.groups.length, savedFile.unreadable]).toEqual([
      2, 2, 1, 5,
    ]);
  });

  test.each([
    ['cut off', text.slice(0, -9), 'damaged'],
    ['empty', '', 'damaged'],
    ['without its lists', JSON.stringify({ format: 'opfsmark-history', version: 1 }), 'damaged'],
    ['the record of one run', JSON.stringify(runAt('09')), 'foreign'],
    ['something else', '[1]', 'foreign'],
    ['of a page to come', JSON.stringify({ format: 'opfsmark-history', version: 2 }), 'newer'],
  ])('is refused with its reason where it is %s', (_, from, problem) => expect(readFile(from)).toBe(problem));
});
