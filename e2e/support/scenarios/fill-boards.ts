import { makeUpload } from '@opfsmark/schema/test-support/upload';
import type { Api } from '../lib/api.ts';

const RIGS_TO_BE_RANKED = 3;

const MACHINES = [
  {
    device: 'MacBook Pro 14 (2023)',
    filesystem: 'APFS',
    interface: 'NVMe',
    os: 'macos',
    browser: 'chrome',
    speed: 2.6,
  },
  { device: 'Framework 13 AMD', filesystem: 'ext4', interface: 'NVMe', os: 'linux', browser: 'chrome', speed: 1.9 },
  {
    device: 'ThinkPad X1 Gen 11',
    filesystem: 'Btrfs',
    interface: 'NVMe',
    os: 'linux',
    browser: 'brave',
    speed: 1.85,
  },
  { device: 'Surface Pro 10', filesystem: 'NTFS', interface: 'NVMe', os: 'windows', browser: 'edge', speed: 1.2 },
  {
    device: 'iMac 27 (2012), hybrid disk',
    filesystem: 'HFS+',
    interface: 'SATA',
    os: 'macos',
    browser: 'chrome',
    speed: 0.12,
  },
  {
    device: 'Samsung T7 on a MacBook Air',
    filesystem: 'exFAT',
    interface: 'USB',
    os: 'macos',
    browser: 'chrome',
    speed: 0.6,
  },
] as const;

/** Publishes made-up runs of several devices, so that pictures show filled boards. */
export async function fillBoards(api: Api): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { device, filesystem, interface: bus, os, browser, speed }] of MACHINES.entries()) {
    const rigs = index === MACHINES.length - 1 ? 1 : RIGS_TO_BE_RANKED + index;
    for (let rig = 0; rig < rigs; rig++) {
      const upload = makeUpload({
        speed: speed * (0.94 + 0.04 * rig),
        rig_id: String(index * 10 + rig).padStart(16, '0'),
        declared: { device, filesystem, interface: bus },
        environment: { client: { browser: { family: browser, major: 156 }, os: { family: os, major: null } } },
      });
      ids.push(await api.publishRanked(upload));
    }
  }
  return ids;
}
