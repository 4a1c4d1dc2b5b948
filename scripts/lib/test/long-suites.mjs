/**
 * What `npm run test:long` runs: what takes long by nature. Every family and every contender in Chromium, Firefox and
 * WebKitGTK; browsers that are killed, drives that fill up, a power cut; how well memory is told from the drive; Lighthouse.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needChromium, needHeadlessShell } from '../chromium.mjs';
import { toolEnv } from '../command.mjs';
import { needFirefox } from '../firefox.mjs';
import { ROOT } from '../paths.mjs';
import { needWebKit } from '../webkit.mjs';
import { fromExitCode, fromVitest } from './counts.mjs';
import { hasLongTests, LONG_ENV } from './long-tests.mjs';
import { playwright, SIDE_BY_SIDE, vitest, vitestOptions } from './runners.mjs';
import { SOURCES, SOURCES_AND_BUILD } from './stage-inputs.mjs';
import { build } from './suites.mjs';

const service = {
  name: 'long tests: worker-api',
  run: async ({ reports, run }) => {
    const file = join(reports, 'worker-api-long.json');
    const command = ['run', 'test:long', '-w', 'worker-api', '--', ...vitestOptions(file)];
    const { code } = await run('npm', command, { env: toolEnv() });
    return fromVitest(code, file);
  },
};

function serviceHasLongTests() {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'worker-api/package.json'), 'utf8'));
  return 'test:long' in scripts;
}

const longSideBySide = {
  name: 'long tests: e2e, side by side',
  run: async (output) => {
    await needChromium();
    await needHeadlessShell();
    let skipped = 0;
    const projects = ['long'];
    for (const [browser, need] of [
      ['firefox', needFirefox],
      ['webkit', needWebKit],
    ]) {
      const missing = await need();
      if (missing === null) projects.unshift(browser);
      else {
        output.say(`Skipped in ${browser}: ${missing}`);
        skipped++;
      }
    }
    const counts = await playwright(output, projects, SIDE_BY_SIDE);
    return { ...counts, skipped: counts.skipped + skipped };
  },
};

const longAlone = {
  name: 'long tests: e2e, one at a time',
  run: async (output) => {
    await needChromium();
    return playwright(output, ['long-alone'], 1);
  },
};

const audit = {
  name: 'audit: Lighthouse, axe',
  run: async ({ run }) => {
    await needChromium();
    return fromExitCode((await run('npm', ['run', 'audit'], { env: toolEnv() })).code);
  },
};

/** @returns {readonly import('./runners.mjs').Stage[]} */
export function longStages() {
  const folders = ['schema', 'web', 'wasm-core', 'scripts'].filter(hasLongTests);
  const units = folders.map((folder) => vitest(folder, { name: `long tests: ${folder}`, env: LONG_ENV }));
  if (serviceHasLongTests()) units.unshift(service);
  return [
    { reads: SOURCES, suites: [build] },
    ...(units.length > 0 ? [{ reads: SOURCES_AND_BUILD, suites: units }] : []),
    { reads: SOURCES_AND_BUILD, suites: [longSideBySide] },
    // There is one drive, and one pair of cores for Lighthouse.
    { reads: SOURCES_AND_BUILD, suites: [longAlone] },
    { reads: SOURCES_AND_BUILD, suites: [audit] },
  ];
}
