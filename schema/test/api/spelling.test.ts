import { describe, expect, it } from 'vitest';
import { respelledPath } from '../../src/api/index.ts';

const ID = '1M893DZ0FVCXH316';
const READINGS = [ID.toLowerCase(), 'IM893DZOFVCXH3L6', 'lm893dzofvcxh3i6'];

describe('an address in another spelling', () => {
  it.each(
    READINGS.flatMap((id) => [
      [`/r/${id}`, `/r/${ID}`],
      [`/g/${id}`, `/g/${ID}`],
      [`/badge/${id}.svg`, `/badge/${ID}.svg`],
      [`/og/${id}.png`, `/og/${ID}.png`],
      [`/api/v1/runs/${id}`, `/api/v1/runs/${ID}`],
      [`/api/v1/runs/${id}.csv`, `/api/v1/runs/${ID}.csv`],
      [`/api/v1/runs/${id}/reports`, `/api/v1/runs/${ID}/reports`],
      [`/api/v1/groups/${id}/runs/${id}`, `/api/v1/groups/${ID}/runs/${ID}`],
    ]).concat([
      ['/filesystem/EXT4', '/filesystem/ext4'],
      ['/filesystem/HFS%2B', '/filesystem/hfs%2B'],
      ['/filesystem/HFS+', '/filesystem/hfs%2B'],
      ['/device/Mac-Mini', '/device/mac-mini'],
      ['/device/%C3%84-Book', '/device/%C3%A4-book'],
      ['/api/v1/devices/MAC-MINI', '/api/v1/devices/mac-mini'],
      ['/api/v1/filesystems/NTFS', '/api/v1/filesystems/ntfs'],
    ]),
  )('%s is %s', (path, one) => {
    expect(respelledPath(path)).toBe(one);
    expect(respelledPath(one)).toBeNull();
  });

  it.each([
    ...['/', '/api', `/r/${ID}`, `/r/${ID}U`, '/r/short', '/r/1M893DZ0FVCXH31U', '/history/1m893dz0fvcxh316'],
    ...['/badge/app-storage.svg', '/filesystem/hfs+', '/filesystem/hfs%2b', '/device/%', '/device/%E3%83%91'],
    ...['/api/v1/boards/Device.x.y', '/leaderboard', '/device/a/B'],
  ])('%s has no other', (path) => {
    expect(respelledPath(path)).toBeNull();
  });
});
