import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { compareWithBaseline, KIB, MIB, PublishedCase, type PublishedTable } from '../../src/documents/index.ts';
import { smallFileFigures } from '../../src/families/small-files/figures.ts';
import cases from '../../published/cases.json' with { type: 'json' };
import stutter from '../../published/stutter.json' with { type: 'json' };

const published = z.parse(z.array(PublishedCase), cases);

function table(caseId: string, tableId: string): PublishedTable {
  const match = published.find(({ id }) => id === caseId)?.tables.find(({ id }) => id === tableId);
  if (!match) throw new Error(`no table ${caseId}/${tableId}`);
  return match;
}
const valueOf = ({ rows }: PublishedTable, label: string) =>
  rows.find((row) => row.label === label)?.value ?? Number.NaN;
const ratiosOf = (of: PublishedTable) => compareWithBaseline(of.rows, of.baseline);

describe('every published case', () => {
  it.each(published)('$id names its source, and each table its baseline', ({ source, tables }) => {
    expect(source).not.toBe('');
    expect(new Set(tables.map(({ id }) => id)).size).toBe(tables.length);
    for (const of of tables)
      expect(ratiosOf(of).find(({ label }) => label === of.baseline)).toMatchObject({ ratio: 1, log10Ratio: 0 });
  });
  it('is refused without a row for its baseline', () => {
    expect(() => compareWithBaseline([{ label: 'a', value: 1 }], 'b')).toThrow('no row b');
  });
});

describe('small files', () => {
  it.each([
    ['ll-512k', 'll_512k', 200],
    ['ll-4k', 'll_4k', 1_000],
    ['hl-4k', 'hl_4k', 5_000],
  ] as const)('%s: our arithmetic gives the published rates from the published seconds', (name, id, files) => {
    const rates = table('small-files-eeepc', `${name}-rate`);
    for (const { label, value } of table('small-files-eeepc', `${name}-time`).rows) {
      const [copy] = smallFileFigures({ id, files, create_us: '', copy_us: `${value * 1e6}`, delete_us: '' });
      // Its MB/s are 2^20 bytes per second.
      expect(((copy?.bytesPerS ?? 0) / MIB).toFixed(3)).toBe(valueOf(rates, label).toFixed(3));
    }
  });
  it('lost to access limiting what the ratio says', () => {
    expect(ratiosOf(table('small-files-eeepc', 'll-4k-rate')).map(({ ratio }) => ratio.toFixed(4))).toEqual([
      '1.0000',
      '0.7667',
    ]);
    expect(ratiosOf(table('small-files-eeepc', 'll-512k-time')).map(({ ratio }) => ratio.toFixed(4))).toEqual([
      '1.0000',
      '1.1002',
    ]);
  });
});

describe('stutter', () => {
  it.each([
    ['mean-read', 'mean_read_ms'],
    ['mean-write', 'mean_write_ms'],
    ['stall-read', 'stutter_mean_read_ms'],
    ['stall-write', 'stutter_mean_write_ms'],
    ['damage-read', 'damage_read_percent'],
    ['damage-write', 'damage_write_percent'],
  ] as const)('%s shows the published figures', (id, figure) => {
    const publishedRuns = stutter.runs.map((run): Partial<Record<typeof figure, number>> => run.published);
    const expected = publishedRuns.map((run) => run[figure]).filter((value) => value !== undefined);
    const rows = table('stutter-eeepc', id).rows.filter(({ label }) => label !== 'third run');
    expect(rows.map(({ value }) => value)).toEqual(expected);
  });
  it('shows how long each run took', () => {
    const seconds = table('stutter-eeepc', 'wall').rows.map(({ value }) => value);
    expect(seconds.slice(0, 2)).toEqual(stutter.runs.map(({ wall_ms }) => wall_ms / 1_000));
  });
});

describe('block sweep', () => {
  const bytesOf = (label: string) => Number.parseInt(label, 10) * (label.endsWith('KiB') ? KIB : 1);
  it.each(['driver', 'bio'])('%s: IOPS x block, cut to whole MiB/s, are the published rates', (path) => {
    const rates = table('block-sweep-nvme', `${path}-rate`);
    for (const { label, value } of table('block-sweep-nvme', `${path}-iops`).rows) {
      expect([label, Math.floor((value * bytesOf(label)) / MIB)]).toEqual([label, valueOf(rates, label)]);
    }
  });
});

describe('ratios', () => {
  it('synchronous writes are a twentieth', () => {
    const [, , sync] = ratiosOf(table('durability-nvme', 'zfs-write'));
    expect(sync?.ratio).toBeCloseTo(171.66 / 3444.59, 12);
    expect(1 / (sync?.ratio ?? 0)).toBeCloseTo(20.0664, 4);
    expect(sync?.log10Ratio).toBeCloseTo(-1.30247, 5);
  });
  it('the SSD takes 7.4 % of the time, 13.4 times faster', () => {
    const [, ssd] = ratiosOf(table('database-insert', 'seconds'));
    expect(1 / (ssd?.ratio ?? 0)).toBeCloseTo(13.4486, 4);
    expect(ratiosOf(table('database-insert', 'written'))[1]?.ratio).toBeCloseTo(13.6836, 4);
  });
  it('waiting and computing change places', () => {
    expect([
      valueOf(table('database-insert', 'iowait'), 'disk'),
      valueOf(table('database-insert', 'user'), 'SSD'),
    ]).toEqual([89.9, 81.1]);
  });
  it('file systems: relations as published', () => {
    expect(ratiosOf(table('filesystems-usb-ssd', 'rnd4k-write')).map(({ label, ratio }) => [label, ratio])).toEqual([
      ['exFAT', 1],
      ['HFS+', 0.25],
      ['APFS', 0.08],
    ]);
  });
  it('the hard disk lies one to three decades below', () => {
    expect(ratiosOf(table('hdd-ssd-hybrid', 'hdd-rnd4k-q32-read'))[1]?.log10Ratio).toBeCloseTo(-3, 12);
    const range = table('hdd-ssd-hybrid', 'hdd').rows[1];
    expect([Math.log10(range?.low ?? 0), Math.log10(range?.high ?? 0)]).toEqual([-2, -1]);
    expect(ratiosOf(table('hdd-ssd-hybrid', 'hdd'))[1]?.log10Ratio).toBeCloseTo(-1.5, 5);
  });
});
