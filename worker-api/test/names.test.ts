import { env } from 'cloudflare:workers';
import { randomId, slugOf } from '@opfsmark/schema/documents';
import { beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '../src/base/problem.ts';
import { cleanName, driveSlugOf } from '../src/intake/declaration.ts';
import { insertSearch, selectDevices, selectLookalike } from '../src/store/device-search.ts';
import { insertModel, selectModel } from '../src/store/models.ts';
import { put } from './client.ts';
import { startEmpty } from './empty.ts';
import names from './names.json' with { type: 'json' };
import { confirm, makeSmallUpload, publishFromNetworks, publishTrusted, ticketed } from './runs.ts';

/** Names as people write them are accepted in their scripts; those that pass for another, or advertise, are not. */
describe('names', () => {
  beforeAll(startEmpty);

  /** Whether a name is accepted beside confirmed ones. */
  async function isAccepted(name: string): Promise<boolean> {
    try {
      const cleanedName = cleanName(name);
      return (await selectLookalike(env.DB, cleanedName, slugOf(cleanedName))) === null;
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
  }

  it('refuses 200 hostile names and accepts 200 honest ones in 12 scripts', async () => {
    await env.DB.batch(
      names.confirmed.flatMap((name) => [
        insertModel(env.DB, 'device', slugOf(name), name, 1),
        insertSearch(env.DB, slugOf(name)),
      ]),
    );
    const [refusedNames, acceptedNames] = [names.refused, names.accepted].map((byKind) =>
      Object.entries(byKind).flatMap(([kind, all]) => all.map((name) => ({ kind, name }))),
    ) as [{ kind: string; name: string }[], { kind: string; name: string }[]];
    const faults: string[] = [];
    for (const { kind, name } of refusedNames) if (await isAccepted(name)) faults.push(`accepted, ${kind}: ${name}`);
    for (const { kind, name } of acceptedNames) if (!(await isAccepted(name))) faults.push(`refused, ${kind}: ${name}`);
    expect(faults).toEqual([]);
    expect(
      [refusedNames, acceptedNames].map((entries) => new Set(entries.map(({ name }) => name)).size >= 200),
    ).toEqual([true, true]);
    expect(Object.keys(names.accepted).length).toBeGreaterThanOrEqual(12);
  });

  const uploadOf = (device: string, speed: number) =>
    makeSmallUpload({ declared: { device }, speed, rig_id: randomId() });
  const nameOf = async (slug: string) => (await selectModel(env.DB, 'device', slug))?.name;

  it('spells a device as most providers do, and one with confirmed runs as these do, whatever others say', async () => {
    const [first = ''] = await publishFromNetworks(2, (i) => uploadOf('Ranked Box', 1 + i / 10), 100);
    for (let i = 0; i < 9; i++) await publishTrusted(uploadOf('ranked-box', 1.4 + i / 100), 200);
    expect(await nameOf('ranked-box')).toBe('Ranked Box');
    for (let i = 1; i < 3; i++) await publishTrusted(uploadOf('ranked-box', 1.5 + i / 100), 200 + i);
    expect(await nameOf('ranked-box')).toBe('ranked-box');
    await confirm(first);
    expect(await nameOf('ranked-box')).toBe('Ranked Box');
  });

  it('says which name an upload looks like', async () => {
    const upload = await ticketed(uploadOf('Ranked B0x', 1.2));
    const refusal = await put(upload.ticket.run_id, upload, {});
    expect([refusal.status, await refusal.json()]).toMatchObject([
      422,
      {
        errors: [
          {
            pointer: '/declared/device',
            detail: 'looks like "Ranked Box", which is another name; write it like that if you mean the same',
          },
        ],
      },
    ]);
  });
});

describe('names of drives', () => {
  describe('the slug of a drive', () => {
    it.each([
      ['Samsung SSD 990 PRO', 'samsung-990-pro'],
      ['samsung 990 pro 2TB', 'samsung-990-pro'],
      ['Samsung 990 PRO 2 TB NVMe M.2 SSD', 'samsung-990-pro'],
      ['SAMSUNG 990 Pro (1,024 GB)', 'samsung-990-pro'],
      ['Samsung-990-PRO-4tb', 'samsung-990-pro'],
      ['Samsung 990 PRO,2TB', 'samsung-990-pro'],
      ['Intel P4510 1.92TB', 'intel-p4510'],
      ['Crucial MX500 500 GB', 'crucial-mx500'],
      ['Seagate BarraCuda ST1000DM010 1TiB', 'seagate-barracuda-st1000dm010'],
      ['WD Blue SN570 NVMe SSD 1024GB', 'wd-blue-sn570'],
    ])('is without capacity and kind: %s', (name, slug) => expect(driveSlugOf(name)).toBe(slug));

    it.each([
      ['Samsung 990 EVO', 'samsung-990-evo'],
      ['Samsung 990 EVO Plus', 'samsung-990-evo-plus'],
      ['WD Black SN850X', 'wd-black-sn850x'],
      ['Samsung T7 Shield', 'samsung-t7-shield'],
      ['Apple M2', 'apple-m2'],
      ['APPLE SSD AP0512Q', 'apple-ap0512q'],
      ['MZ-V9P2T0BW', 'mz-v9p2t0bw'],
      ['SSDPEKNW512G8', 'ssdpeknw512g8'],
      ['ST2000DM008-2FR102', 'st2000dm008-2fr102'],
      ['Model v1.5TB', 'model-v1-5tb'],
      ['内蔵SSD 2TB', '内蔵ssd-2tb'],
      ['WD Blue SSD 1 TB', 'wd-blue-ssd-1tb'],
      ['WD Blue HDD', 'wd-blue-hdd'],
      ['Seagate Expansion 4TB', 'seagate-expansion-4tb'],
      ['seagate expansion 16 TB', 'seagate-expansion-16tb'],
      ['WD Blue NVMe SSD', 'wd-blue-nvme-ssd'],
    ])('keeps what tells models apart: %s', (name, slug) => expect(driveSlugOf(name)).toBe(slug));

    it.each([
      ['SSD', 'ssd'],
      ['NVMe SSD', 'nvme-ssd'],
      ['M.2', 'm-2'],
      ['SSD 2TB', 'ssd-2tb'],
      ['2TB', '2tb'],
      ['1 TB / 500 GB', '1-tb-500-gb'],
      ['2TB \u0301', '2tb-\u0301'],
      ['**SSD**', 'ssd'],
      ['ssd+', 'ssd-plus'],
    ])('is never empty, whatever is declared: %s', (name, slug) => expect(driveSlugOf(name)).toBe(slug));

    it('changes nothing about a slug that it has made, and nothing about devices', () => {
      for (const name of ['Samsung SSD 990 PRO 2TB', 'WD Blue SN570 NVMe', 'Seagate Expansion 4 TB']) {
        expect(driveSlugOf(driveSlugOf(name))).toBe(driveSlugOf(name));
      }
      expect(slugOf('Steam Deck 512GB NVMe')).toBe('steam-deck-512gb-nvme');
    });

    it('has a letter or a digit for every text of numbers and units', () => {
      const names = ['1'.repeat(80), '1.'.repeat(40), `${'9'.repeat(78)} t`, '1 gb-'.repeat(16), 'm.'.repeat(40)];
      for (const name of names) expect(driveSlugOf(name).length).toBeGreaterThan(0);
    });
  });
});

/** Devices are found by every word of what is typed, anywhere in their name, as the page finds recent results. */
describe('the search for devices', () => {
  beforeAll(startEmpty);

  const NAMES = [
    'MacBook Pro 14 (2023)',
    'MacBook Air (2022)',
    'Pro 2023 MacBook stand',
    'ThinkPad X1 Gen 11',
    'Café-PC',
  ];

  beforeAll(async () => {
    for (const name of NAMES) {
      const slug = slugOf(name);
      await env.DB.prepare(`INSERT INTO device (slug, name, status, created_ms) VALUES (?1, ?2, 'approved', 0)`)
        .bind(slug, name)
        .run();
      await insertSearch(env.DB, slug).run();
    }
  });

  it.each([
    ['macbook 2023', ['MacBook Pro 14 (2023)', 'Pro 2023 MacBook stand']],
    ['2023 book', ['MacBook Pro 14 (2023)', 'Pro 2023 MacBook stand']],
    ['macbook', ['MacBook Air (2022)', 'MacBook Pro 14 (2023)', 'Pro 2023 MacBook stand']],
    ['pro 2023', ['Pro 2023 MacBook stand', 'MacBook Pro 14 (2023)']],
    ['11 x1', ['ThinkPad X1 Gen 11']],
    ['thinkpadx1', ['ThinkPad X1 Gen 11']],
    ['think-pad x 1', ['ThinkPad X1 Gen 11']],
    ['macbookpro', ['MacBook Pro 14 (2023)']],
    ['cafe', ['Café-PC']],
    ['café pc', ['Café-PC']],
    ['CAFEPC', ['Café-PC']],
    ['macbook 2024', []],
    ['x1 macbook', []],
  ])('"%s" finds %j', async (text, names) => {
    const devices = await selectDevices(env.DB, slugOf(text), 50);
    expect(devices.map(({ name }) => name)).toEqual(names);
  });
});
