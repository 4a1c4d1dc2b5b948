import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { newRunId } from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Env } from '../../src/base/env.ts';
import { countHourly } from '../../src/aggregation/hourly.ts';
import { ask, publish, put, readBoard } from '../../test/client.ts';
import { makeUpload } from '../../test/runs.ts';
import { bucketOf } from '../bucket.ts';
import { d1Of } from '../database.ts';
import { readMigrations, UnknownStateError } from '../migrations.ts';
import {
  backUp,
  BrokenStateError,
  countResults,
  filesOfState,
  openState,
  type State,
  StateInUseError,
} from '../state.ts';

const MIGRATIONS = readMigrations(join(import.meta.dirname, '../../../schema/migrations'));

const root = mkdtempSync(join(tmpdir(), 'opfsmark-state-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const isRoot = process.getuid?.() === 0;
if (isRoot) console.log('skipped: files of a state that may only be read, because root may write them all the same');

const folderOf = (name: string) => join(root, name);
const open = (name: string) => openState(folderOf(name), MIGRATIONS);

/** The service on a state instead of the databases of the other tests. */
const bindingsOf = ({ database, objects }: State): Partial<Env> => ({
  DB: d1Of(database),
  DOCUMENTS: bucketOf(objects, 'documents'),
  SNAPSHOTS: bucketOf(objects, 'snapshots'),
});

describe('a state', () => {
  it('keeps what was published when it is opened again', async () => {
    const first = open('kept');
    const { run_id } = await publish(makeUpload(), newRunId(), 0, bindingsOf(first));
    first.close();
    const second = open('kept');
    expect((await ask(`/api/v1/runs/${run_id}`, {}, bindingsOf(second))).status).toBe(200);
    second.close();
  });

  it.skipIf(process.platform === 'win32')('is read by its owner alone, and so is a backup of it', async () => {
    const [state, backup] = [join('of', 'own', 'state'), join('of', 'own', 'backups', 'one')];
    open(state).close();
    await backUp(folderOf(state), folderOf(backup));
    for (const folder of ['of', state, backup]) expect(statSync(folderOf(folder)).mode & 0o777, folder).toBe(0o700);
    // Whoever has made the folder has chosen who reads it.
    mkdirSync(folderOf('given'));
    chmodSync(folderOf('given'), 0o750);
    open('given').close();
    expect(statSync(folderOf('given')).mode & 0o777).toBe(0o750);
  });

  it('has one server at a time', () => {
    const state = open('alone');
    expect(() => open('alone')).toThrow(StateInUseError);
    state.close();
    open('alone').close();
  });

  it.each([
    ['whose tables were changed', 'ALTER TABLE run ADD COLUMN more TEXT'],
    ['that lacks an index', 'DROP INDEX device_by_confirmation'],
    ['with a migration of a later version', "INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')"],
    ['with tables and no migration', 'DELETE FROM d1_migrations'],
  ])('%s is refused and stays as it is', (name, sql) => {
    open(name).close();
    const file = join(folderOf(name), 'database.sqlite');
    const sqlite = new DatabaseSync(file);
    sqlite.exec(sql);
    sqlite.close();
    const before = statSync(file).mtimeMs;
    expect(() => open(name)).toThrow(UnknownStateError);
    expect(statSync(file).mtimeMs).toBe(before);
    // The lock of a state that was refused is not held.
    expect(() => open(name)).toThrow(UnknownStateError);
  });

  it('whose documents are not there is refused', () => {
    open('without').close();
    rmSync(join(folderOf('without'), 'objects.sqlite'));
    expect(() => open('without')).toThrow(/^objects\.sqlite, with the documents/);
  });

  it.each(['database.sqlite', 'objects.sqlite', 'lock.sqlite'])('whose %s is no database is told apart', (file) => {
    const name = `garbage-${file}`;
    open(name).close();
    writeFileSync(join(folderOf(name), file), 'no database at all, but long enough to be taken for one'.repeat(50));
    expect(() => open(name)).toThrow(BrokenStateError);
    expect(() => open(name)).toThrow(file);
  });

  it.skipIf(isRoot)('of which a file may only be read is refused', () => {
    for (const file of ['database.sqlite', 'objects.sqlite', 'lock.sqlite']) {
      const name = `read-only-${file}`;
      open(name).close();
      chmodSync(join(folderOf(name), file), 0o444);
      expect(() => open(name)).toThrow(BrokenStateError);
    }
  });

  it('of the preview is refused', () => {
    mkdirSync(join(folderOf('preview'), 'v3'), { recursive: true });
    expect(() => open('preview')).toThrow(UnknownStateError);
    expect(existsSync(join(folderOf('preview'), 'database.sqlite'))).toBe(false);
  });

  it('goes on with its rows when a later version has one migration more', async () => {
    const before = open('upgraded');
    const { run_id } = await publish(makeUpload(), newRunId(), 0, bindingsOf(before));
    before.close();
    const later = [
      ...MIGRATIONS,
      { name: '9999_later.sql', sql: "ALTER TABLE run ADD COLUMN later TEXT NOT NULL DEFAULT ''" },
    ];
    const after = openState(folderOf('upgraded'), later);
    expect((await ask(`/api/v1/runs/${run_id}`, {}, bindingsOf(after))).status).toBe(200);
    after.close();
    expect(() => open('upgraded')).toThrow(UnknownStateError);
  });

  it('says that the drive is full where a later version finds no room for its migration, and is as before', () => {
    open('no-room').close();
    const large = 'PRAGMA max_page_count = 1; CREATE TABLE large AS SELECT zeroblob(1000000) AS bytes';
    const full = [...MIGRATIONS, { name: '9999_large.sql', sql: large }];
    expect(() => openState(folderOf('no-room'), full)).toThrow(BrokenStateError);
    expect(() => openState(folderOf('no-room'), full)).toThrow('database.sqlite: database or disk is full.');
    open('no-room').close();
  });

  it('has nothing in its files of what was deleted, as soon as its logs are empty', async () => {
    const state = open('forgotten');
    const device = 'Vergissmeinnicht 7000';
    const { run_id } = await publish(makeUpload({ declared: { device } }), newRunId(), 0, bindingsOf(state));
    const filesWith = (text: string) =>
      readdirSync(folderOf('forgotten')).filter((file) =>
        readFileSync(join(folderOf('forgotten'), file)).includes(text),
      );
    state.emptyLogs();
    expect(filesWith(device)).toEqual(['database.sqlite']);
    const headers = { authorization: `Bearer ${DELETION_KEY}` };
    const deleted = await ask(`/api/v1/runs/${run_id}`, { method: 'DELETE', headers }, bindingsOf(state));
    expect(deleted.status).toBe(204);
    state.emptyLogs();
    expect(filesWith(device)).toEqual([]);
    state.close();
  });

  it('is as before where a migration fails', () => {
    open('failed').close();
    const broken = [
      ...MIGRATIONS,
      { name: '9999_broken.sql', sql: 'CREATE TABLE half (n INTEGER); SELECT * FROM nowhere' },
    ];
    expect(() => openState(folderOf('failed'), broken)).toThrow('nowhere');
    open('failed').close();
  });
});

const KEPT = join(import.meta.dirname, '../../../fixtures/states');

it.each(readdirSync(KEPT))(
  'the state kept after migration %s opens, and every result and list of it answers',
  async (name) => {
    mkdirSync(folderOf(name));
    for (const file of ['database.sqlite', 'objects.sqlite']) {
      writeFileSync(join(folderOf(name), file), gunzipSync(readFileSync(join(KEPT, name, `${file}.gz`))));
    }
    const ids = JSON.parse(readFileSync(join(KEPT, name, 'runs.json'), 'utf8')) as string[];
    const state = open(name);
    const bindings = { ...bindingsOf(state), TRUST_POLICY: 'open' };
    expect(countResults(state)).toBe(ids.length);
    const lists = [
      'boards',
      'boards/device.drive_score.shared',
      'runs',
      'devices',
      'filesystems',
      'checkups',
      'export.csv',
      'readyz',
    ];
    for (const path of [...ids.map((id) => `runs/${id}`), ...lists]) {
      expect((await ask(`/api/v1/${path}`, {}, bindings)).status, path).toBe(200);
    }
    await countHourly({ ...env, ...bindings }, Date.now(), 0, () => true);
    const { rows, recent } = await readBoard(undefined, bindings);
    expect(rows.map(({ key }) => key)).toContain('kept-chromium-quick');
    // A run that counts does not stand among those that do not.
    expect(recent).toEqual([]);
    state.close();
  },
);

describe('a backup', () => {
  it('that is made between uploads and deletions has every result of its beginning with its document', async () => {
    const state = open('busy');
    const bindings = bindingsOf(state);
    const ids: string[] = [];
    const publishOne = async () => ids.push((await publish(makeUpload(), newRunId(), ids.length, bindings)).run_id);
    for (let n = 0; n < 3; n++) await publishOne();
    const copying = backUp(folderOf('busy'), folderOf('copy'));
    const headers = { authorization: `Bearer ${DELETION_KEY}` };
    const deleting = ask(`/api/v1/runs/${ids[0]}`, { method: 'DELETE', headers }, bindings);
    await Promise.all([copying, deleting, publishOne(), publishOne()]);
    state.close();

    const copy = open('copy');
    expect(countResults(copy)).toBe(3);
    const rows = copy.database.prepare('SELECT run_id FROM run').all() as { run_id: string }[];
    for (const { run_id } of rows) {
      expect((await ask(`/api/v1/runs/${run_id}`, {}, bindingsOf(copy))).status).toBe(200);
    }
    copy.close();
  });

  it('comes to an end, however often the server writes meanwhile', async () => {
    const state = open('written');
    // More pages than are copied at a time.
    const bucket = bucketOf(state.objects, 'snapshots');
    for (let n = 0; n < 8; n++) await bucket.put(`large-${n}`, new Uint8Array(2 ** 18));
    let isDone = false;
    const write = async () => {
      for (let n = 0; !isDone; n++) {
        await bucket.put('small', String(n));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all([
      backUp(folderOf('written'), folderOf('copy-of-written')).finally(() => (isDone = true)),
      write(),
    ]);
    state.close();
    const copy = open('copy-of-written');
    expect((await bucketOf(copy.objects, 'snapshots').list()).objects.length).toBeGreaterThanOrEqual(8);
    copy.close();
  });
});

describe('a copy', () => {
  const filesIn = (name: string) => readdirSync(folderOf(name)).toSorted();

  it('goes into a folder that is there, and touches nothing else in it', async () => {
    open('source').close();
    mkdirSync(folderOf('there'));
    writeFileSync(join(folderOf('there'), 'thesis.txt'), 'precious');
    await backUp(folderOf('source'), folderOf('there'));
    expect(filesIn('there')).toEqual(['database.sqlite', 'objects.sqlite', 'thesis.txt']);
    open('there').close();
  });

  it('goes nowhere where no folder can be made', async () => {
    open('homeless').close();
    writeFileSync(folderOf('file'), '');
    const places = [
      folderOf(join('file', 'copies', 'one')),
      ...(process.platform === 'linux' ? ['/proc/copies/one'] : []),
    ];
    for (const place of places) await expect(backUp(folderOf('homeless'), place)).rejects.toThrow(BrokenStateError);
  });

  it('of what is damaged is none, and leaves nothing', async () => {
    const state = open('damaged');
    for (let n = 0; n < 8; n++) await publish(makeUpload(), newRunId(), n, bindingsOf(state));
    state.close();
    const file = join(folderOf('damaged'), 'objects.sqlite');
    const bytes = readFileSync(file);
    bytes.fill(0x55, 2 * 4096, 4 * 4096);
    writeFileSync(file, bytes);
    await expect(backUp(folderOf('damaged'), folderOf('none'))).rejects.toThrow(/^objects\.sqlite: it is damaged/);
    expect(filesIn('none')).toEqual([]);
  });

  it('goes to no folder that a server uses, whose files somebody has moved away', async () => {
    const state = open('used');
    open('source-of-used').close();
    for (const file of filesOfState(folderOf('used'))) rmSync(join(folderOf('used'), file));
    await expect(backUp(folderOf('source-of-used'), folderOf('used'))).rejects.toThrow(StateInUseError);
    expect(filesOfState(folderOf('used'))).toEqual([]);
    state.close();
  });

  it('keeps servers off its folder until it is whole', async () => {
    open('source-of-awaited').close();
    const copying = backUp(folderOf('source-of-awaited'), folderOf('awaited'));
    expect(() => open('awaited')).toThrow(StateInUseError);
    await copying;
    expect(filesIn('awaited')).toEqual(['database.sqlite', 'objects.sqlite']);
    open('awaited').close();
  });

  it('is kept off by a log that was left behind, which would be taken for its own', () => {
    mkdirSync(folderOf('left'));
    writeFileSync(join(folderOf('left'), 'objects.sqlite-wal'), '');
    expect(filesOfState(folderOf('left'))).toEqual(['objects.sqlite-wal']);
  });

  it('of results without their documents is none', async () => {
    const state = open('without-documents');
    await publish(makeUpload(), newRunId(), 0, bindingsOf(state));
    state.close();
    writeFileSync(join(folderOf('without-documents'), 'objects.sqlite'), '');
    const copying = backUp(folderOf('without-documents'), folderOf('none'));
    await expect(copying).rejects.toThrow(/^objects\.sqlite: nothing is in it/);
    expect(filesIn('none')).toEqual([]);
  });

  it('of an empty file is none', async () => {
    mkdirSync(folderOf('empty'));
    for (const file of ['database.sqlite', 'objects.sqlite']) writeFileSync(join(folderOf('empty'), file), '');
    await expect(backUp(folderOf('empty'), folderOf('none'))).rejects.toThrow(/^database\.sqlite: nothing is in it/);
    expect(filesIn('none')).toEqual([]);
  });
});

describe('a full drive', () => {
  let state: State;
  let run_id: string;
  beforeAll(async () => {
    state = open('full');
    run_id = (await publish(makeUpload(), newRunId(), 0, bindingsOf(state))).run_id;
  });
  afterAll(() => {
    state.close();
  });

  const fill = (sqlite: DatabaseSync) => {
    const { page_count } = sqlite.prepare('PRAGMA page_count').get() as { page_count: number };
    sqlite.exec(`PRAGMA max_page_count = ${page_count}`);
  };
  const release = (sqlite: DatabaseSync) => {
    sqlite.exec('PRAGMA max_page_count = 1000000');
  };

  it.each(['database', 'objects'] as const)('of the %s answers 503 to uploads, and reads go on', async (file) => {
    fill(state[file]);
    const statuses: number[] = [];
    // There may be room for some on the last page.
    for (let n = 1; n < 40 && statuses.at(-1) !== 503; n++) {
      const response = await put(newRunId(), makeUpload(), {}, bindingsOf(state));
      statuses.push(response.status);
      if (response.status === 503) {
        expect(await response.json()).toMatchObject({ type: '/api/v1/problems/full' });
      }
    }
    expect(statuses.at(-1)).toBe(503);
    for (const path of [`/api/v1/runs/${run_id}`, '/api/v1/boards', '/api/v1/runs', '/api/v1/healthz']) {
      expect((await ask(path, {}, bindingsOf(state))).status).toBe(200);
    }
    release(state[file]);
    expect((await put(newRunId(), makeUpload(), {}, bindingsOf(state))).status).toBe(201);
  });

  it('is said by health and to uploads before anything fails', async () => {
    const bindings = { ...bindingsOf(state), FREE_BYTES: () => 1_000_000 };
    expect((await ask('/api/v1/healthz', {}, bindings)).status).toBe(503);
    expect((await put(newRunId(), makeUpload(), {}, bindings)).status).toBe(503);
    expect((await ask(`/api/v1/runs/${run_id}`, {}, bindings)).status).toBe(200);
  });
});

it('a state that can no longer be written tells uploads to come again, and reads go on', async () => {
  const state = open('read-only');
  const { run_id } = await publish(makeUpload(), newRunId(), 0, bindingsOf(state));
  state.database.exec('PRAGMA query_only = ON');
  const response = await put(newRunId(), makeUpload(), {}, bindingsOf(state));
  expect([response.status, response.headers.has('retry-after')]).toEqual([503, true]);
  expect((await ask(`/api/v1/runs/${run_id}`, {}, bindingsOf(state))).status).toBe(200);
  state.close();
});

it('is not healthy without its tables', async () => {
  const state = open('broken');
  state.database.exec('DROP TABLE cohort');
  expect((await ask('/api/v1/healthz', {}, bindingsOf(state))).status).toBe(500);
  state.close();
  expect((await ask('/api/v1/healthz')).status).toBe(200);
});
