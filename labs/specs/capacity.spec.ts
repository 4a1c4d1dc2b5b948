/** Drives that are not what they say, once each: by the command line, and by the page with a folder that is picked. */
import { mkdirSync } from 'node:fs';
import { test, expect } from '@playwright/test';
import { baseURL } from '../../e2e/support/site.ts';
import { whyNoMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { isToldRight, judgeByCommand, leftIn } from '../capacity/judge.mjs';
import { judgeByPage, withCapacityPage } from '../capacity/page.mjs';
import { DRIVES, FALSE_DRIVES, whyNoSimulatedDrive, withSimulatedDrive } from '../drives/index.mjs';

const MIB = 2 ** 20;
/** The page writes and reads at the speed of a stick. */
const SIZE_MIB = { 'command line': 512, page: 256 } as const;
const FAST = { latencyUs: 100, mbPerS: 1500, channels: 8 };
const obstacle = (await whyNoSimulatedDrive()) ?? whyNoMemoryLimit();
if (obstacle !== null) console.log(`skipped: ${obstacle}`);

for (const name of Object.keys(FALSE_DRIVES) as (keyof typeof FALSE_DRIVES)[]) {
  for (const judge of ['command line', 'page'] as const) {
    test(`${name}, by the ${judge}`, async () => {
      test.skip(obstacle !== null, obstacle ?? '');
      const mib = SIZE_MIB[judge];
      const faults = FALSE_DRIVES[name](mib);
      const traits = judge === 'page' ? DRIVES.stick_30mbs : FAST;
      await withSimulatedDrive({ bytes: mib * MIB, traits, faults, hasFrontOnly: true }, async (folder) => {
        const state = test.info().outputPath('state');
        mkdirSync(state, { recursive: true });
        const found =
          judge === 'page'
            ? await withCapacityPage({ origin: baseURL, profile: state, folder }, (page) =>
                judgeByPage(page, { isQuick: false }),
              )
            : judgeByCommand(folder, state, []);
        expect(isToldRight(name, mib, found), found.said).toBe(true);
        expect(leftIn(folder)).toEqual([]);
      });
    });
  }
}
