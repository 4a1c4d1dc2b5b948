import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOARD_LAYOUTS,
  BOARD_SUBJECTS,
  cutsOf,
  CUT_KINDS,
  formatBoardId,
  formatCut,
  layoutOfScope,
  layoutsWith,
  METRIC_IDS,
  metricOf,
  packKeys,
  parseBoardId,
  parseCut,
  scopeOf,
  unpackKeys,
  type BoardParts,
  type CutKind,
} from '../../src/boards/index.ts';

const family = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const client = fc.record({ os: family, browser: family });
const parts: fc.Arbitrary<BoardParts> = fc
  .record({
    subject: fc.constantFrom(...BOARD_SUBJECTS),
    metric: fc.constantFrom(...METRIC_IDS),
    layout: fc.constantFrom(...BOARD_LAYOUTS),
    client: fc.option(client),
    filesystem: fc.option(fc.constantFrom('ext4', 'hfs+', 'apfs')),
  })
  .map((any) => (any.client === null ? { ...any, filesystem: null } : any))
  .filter(({ metric, layout }) => metricOf(metric).layouts.includes(layout))
  .filter(({ metric, client: within }) => within !== null || !metricOf(metric).withinClient)
  .filter(({ subject, client: within }) => within === null || subject === 'device');

describe('the id of a board', () => {
  it('is read back, whatever the board', () => {
    fc.assert(
      fc.property(parts, (original) => {
        expect(parseBoardId(formatBoardId(original))).toEqual(original);
      }),
    );
  });

  it('is written as links have it', () => {
    const id = 'device.rnd4k_q1t1_flush.shared.linux~chrome.ext4';
    const known = parseBoardId(id);
    expect(known && formatBoardId(known)).toBe(id);
  });

  it.each([
    'planet.score.shared',
    'device.constructor.shared',
    'device.drive_score.moon',
    'device.drive_score',
    'device.picked_create.shared',
    'device.picked_file_read.picked-folder',
    'device.rnd4k_q1t1_flush.shared',
    'os.score.shared.linux~chrome',
    'device.drive_score.shared.linux-chrome',
    'device.drive_score.shared.linux~chrome.ext4.more',
    'device.drive_score.shared.linux~chrome.EXT4',
  ])('is none: %s', (id) => {
    expect(parseBoardId(id)).toBeNull();
  });
});

describe('the cuts of a run', () => {
  const keys = {
    ...{ scope: '1.shared', device: 'x1', filesystem: 'ext4', os: 'linux', browser: 'chrome' },
    ...{ version: '156', drive: 'example-980', interface: 'nvme' },
  };

  it('are written with what they compare', () => {
    expect(cutsOf(keys)).toEqual({
      device: 'device|1.shared|x1',
      drive: 'drive|1.shared|example-980',
      interface: 'interface|1.shared|nvme',
      filesystem: 'filesystem|1.shared|ext4|linux',
      os: 'os|1.shared|linux',
      browser: 'browser|1.shared|linux|chrome|156',
      exact: 'exact|1.shared|linux|chrome|ext4|x1',
    });
    expect(cutsOf({ ...keys, scope: '1.app-storage' })).toEqual({ client: 'client|1.app-storage|linux|chrome' });
    const unsaid = Object.keys(cutsOf({ ...keys, filesystem: '', drive: '', interface: '' }));
    expect(unsaid).toEqual(['device', 'os', 'browser', 'exact']);
  });

  it('are by device in every layout but storage for apps, which has one by browser only', () => {
    expect(layoutsWith('device')).toEqual(BOARD_LAYOUTS.filter((layout) => layout !== 'app-storage'));
    expect(layoutsWith('client')).toEqual(['app-storage']);
  });

  it.each(Object.keys(CUT_KINDS) as CutKind[])('are read back: %s', (kind) => {
    const own = parseCut(formatCut(kind, keys));
    expect(own?.kind).toBe(kind);
    expect(own?.keys).toEqual(Object.fromEntries(CUT_KINDS[kind].map((name) => [name, keys[name]])));
  });

  it.each(['', 'x', 'device|1.shared', 'constructor|a|b', 'os|1|2|3'])('are none: %s', (text) => {
    expect(parseCut(text)).toBeNull();
  });

  it.each(BOARD_LAYOUTS)('have a scope whose layout is read back: %s', (layout) => {
    expect(layoutOfScope(scopeOf(1, layout))).toBe(layout);
  });

  it.each(['', 'shared', '1.', '1.nothing', '1.shared.more'])('have no scope %s', (text) => {
    expect(layoutOfScope(text)).toBeNull();
  });

  it('have keys that are packed and unpacked', () => {
    expect(unpackKeys(packKeys(keys))).toEqual(keys);
  });
});
