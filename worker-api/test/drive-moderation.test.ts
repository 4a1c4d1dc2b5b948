import { env } from 'cloudflare:workers';
import { AliasList, ModelView } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import { describe, expect, it } from 'vitest';
import { ask, moderate, publish, put, readBoard, remove } from './client.ts';
import { countGhosts, differences, readAll, takeSnapshot } from './recount.ts';
import { countMarked, makeSmallUpload, makeUpload, ONCE, publishFromNetworks, publishTrusted } from './runs.ts';

async function change(path: string, body?: object): Promise<Response> {
  const response = await moderate('POST', `/drives${path}`, body);
  await countMarked();
  return response;
}

const boardOf = (subject: string) => readBoard(`${subject}.seq1m_q8t1_write.shared`);
const namesOf = async (subject: string) =>
  new Map((await boardOf(subject)).rows.map(({ key, subject: { name } }) => [key, name]));
const readAliases = async () => AliasList.parse(await (await moderate('GET', '/aliases')).json()).aliases;
const readDrive = (slug: string) => ask(`/api/v1/drives/${slug}`, { redirect: 'manual' });
const declare = (drive: string) => makeSmallUpload({ declared: { device: `Host of ${drive}`, drive } });
const agrees = async () => {
  await takeSnapshot();
  return (await differences(await readAll())).differences;
};

describe('drives, for moderators', () => {
  it('a rejected one leaves the board of drives and the runs under it, its device stays, and approving brings it back', async () => {
    await publishFromNetworks(3, () => declare('Rude Drive'));
    await publish(declare('Rude Drive'));
    expect((await boardOf('drive')).recent.map(({ drive }) => drive)).toContain('Rude Drive');

    const statusAnswer = await change('/rude-drive/status', { status: 'rejected' });
    expect(await statusAnswer.json()).toEqual({ slug: 'rude-drive', status: 'rejected' });
    expect(JSON.stringify(await boardOf('drive'))).not.toContain('Rude Drive');
    expect((await readDrive('rude-drive')).status).toBe(404);
    expect([...(await namesOf('device')).keys()]).toContain('host-of-rude-drive');

    await change('/rude-drive/status', { status: 'approved' });
    expect((await namesOf('drive')).get('rude-drive')).toBe('Rude Drive');
    expect((await boardOf('drive')).recent.map(({ drive }) => drive)).toContain('Rude Drive');
  });

  it('is called what a moderator has chosen, whatever networks declare', async () => {
    await publishFromNetworks(3, () => declare('samsung 990pro'));
    expect((await change('/samsung-990pro/rename', { name: 'Samsung  990 PRO' })).status).toBe(200);
    expect((await namesOf('drive')).get('samsung-990pro')).toBe('Samsung 990 PRO');
    await publishTrusted(declare('SAMSUNG 990PRO'), 9);
    expect((await namesOf('drive')).get('samsung-990pro')).toBe('Samsung 990 PRO');
    const { name, status, runs, layouts } = ModelView.parse(await (await readDrive('samsung-990pro')).json());
    expect([name, status, runs.length]).toEqual(['Samsung 990 PRO', 'pending', 4]);
    expect(layouts.flatMap(({ metrics }) => metrics)).not.toEqual([]);
    expect((await change('/samsung-990pro/rename', { name: 'see www.example.com' })).status).toBe(422);
  });

  it('is merged with its runs and what is declared later, and all of it is undone', async () => {
    await publishFromNetworks(3, () => declare('WD SN850X'));
    await publishFromNetworks(3, () => declare('WD Black SN850X'), 1010);
    const mergeAnswer = await change('/wd-sn850x/merge', { into: 'wd-black-sn850x' });
    expect(await mergeAnswer.json()).toEqual({ alias: 'wd-sn850x', slug: 'wd-black-sn850x', runs: 3 });
    expect(await readAliases()).toContainEqual({ kind: 'drive', alias: 'wd-sn850x', slug: 'wd-black-sn850x' });
    expect((await readDrive('wd-sn850x')).headers.get('location')).toBe('/api/v1/drives/wd-black-sn850x');
    await publishTrusted(declare('WD SN850X'), 9);
    const { rows } = await boardOf('drive');
    expect(rows.map(({ key }) => key)).not.toContain('wd-sn850x');
    expect(rows.find(({ key }) => key === 'wd-black-sn850x')).toMatchObject({ runs: 7, providers: 7 });
    expect(await countGhosts(env.DB)).toBe(0);

    expect(await (await change('/wd-sn850x/unmerge')).json()).toMatchObject({ runs: 4 });
    expect([...(await namesOf('drive')).keys()]).toEqual(expect.arrayContaining(['wd-sn850x', 'wd-black-sn850x']));
    expect((await change('/wd-sn850x/unmerge')).status).toBe(404);
    expect(await countGhosts(env.DB)).toBe(0);
    // Beside one that is renamed and one that is rejected.
    await change('/rude-drive/status', { status: 'rejected' });
    expect(await agrees()).toEqual([]);
  });

  it('is named by no upload that comes while it is merged: sent again, that names the other', async () => {
    await publishTrusted(declare('Merged Meanwhile'));
    await publishTrusted(declare('Stays Meanwhile'), 1);
    let [isResolved, isMerged] = [false, false];
    const wrap = (db: D1Database | D1DatabaseSession): D1Database =>
      new Proxy(db as D1Database, {
        get(target, name) {
          if (name === 'withSession') return (bookmark: string) => wrap(env.DB.withSession(bookmark));
          if (name === 'prepare') {
            return (sql: string) => {
              isResolved ||= sql.includes('FROM drive_alias');
              return target.prepare(sql);
            };
          }
          if (name === 'batch') {
            return async (statements: D1PreparedStatement[]) => {
              if (isResolved && !isMerged) {
                isMerged = true;
                await change('/merged-meanwhile/merge', { into: 'stays-meanwhile' });
              }
              return target.batch(statements);
            };
          }
          return (target[name as 'exec'] as () => unknown).bind(target);
        },
      });
    const [id, upload] = [newRunId(), makeUpload({ declared: { drive: 'Merged Meanwhile' }, seed: 77 })];
    expect((await put(id, upload, {}, { ...ONCE, DB: wrap(env.DB) })).status).toBe(503);
    expect((await put(id, upload, {}, ONCE)).status).toBe(201);
    const drive = env.DB.prepare('SELECT drive FROM run WHERE run_id = ?1').bind(id);
    expect(await drive.first('drive')).toBe('stays-meanwhile');
  });

  it('is forgotten with its last run: its name, its other names and what was done to it', async () => {
    const first = await publishTrusted(declare('Fleeting One'), 1);
    const second = await publishTrusted(declare('Fleeting Two'), 2);
    await change('/fleeting-one/merge', { into: 'fleeting-two' });
    await change('/fleeting-two/rename', { name: 'Fleeting Both' });
    for (const id of [first, second]) expect((await remove(id)).status).toBe(204);
    const tables = ['drive', 'drive_alias', 'audit', 'run', 'cohort', 'list'];
    const texts = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
    expect(JSON.stringify(texts.map(({ results }) => results))).not.toMatch(/fleeting/i);
  });

  it.each([
    ['/nobody/status', { status: 'approved' }, 404],
    ['/nobody/rename', { name: 'Somebody' }, 404],
    ['/nobody/merge', { into: 'nobody-else' }, 404],
    ['/known-drive/merge', { into: 'known-drive' }, 409],
  ])('that is not there: %s %j: %d', async (path, body, status) => {
    await publish(declare('Known Drive'));
    expect((await change(path, body)).status).toBe(status);
  });
});
