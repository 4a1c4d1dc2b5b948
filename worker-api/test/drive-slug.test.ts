import { Board } from '@opfsmark/schema/boards';
import { slugOf } from '@opfsmark/schema/documents';
import { describe, expect, it } from 'vitest';
import { driveSlugOf } from '../src/intake/declaration.ts';
import { ask } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { publishFromNetworks } from './runs.ts';

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

it('spellings of one drive are one row, named as most networks name it', async () => {
  const declare = (drive: string) => makeUpload({ declared: { device: `Host of ${drive}`, drive } });
  await publishFromNetworks(2, () => declare('kioxia exceria g2 2TB'));
  await publishFromNetworks(3, () => declare('KIOXIA EXCERIA G2 SSD'), 1010);
  const { rows } = Board.parse(await (await ask('/api/v1/boards/drive.seq1m_q8t1_write.shared')).json());
  expect(rows.filter(({ key }) => key.startsWith('kioxia'))).toMatchObject([
    { key: 'kioxia-exceria-g2', subject: { name: 'KIOXIA EXCERIA G2 SSD' }, networks: 5 },
  ]);
});
