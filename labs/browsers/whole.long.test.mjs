/** Quick runs whole, is published and its permalink opens in the releases that the README promises; one below is told so. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { run } from '../../scripts/lib/command.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { siteAt } from './site.ts';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'opfsmark', 'browsers');
const cached = existsSync(CACHE) ? readdirSync(CACHE) : [];

/** 60 MB each, which a test does not download. */
const isHere = (name) =>
  name === 'chromium' ? findChromium() !== undefined : cached.some((folder) => folder.startsWith(`${name}-`));

const BROWSERS = ['c119', 'c123', 'c131', 'c141', 'chromium', 'f140', 'c118'];
const BELOW = 'c118';

let site;
beforeAll(async () => {
  site = await siteAt();
});
afterAll(() => site?.close());

for (const name of BROWSERS) {
  if (!isHere(name)) console.log(`skipped: ${name}, which is not here yet: npm run whole-runs -w labs -- ${name}`);
  test.skipIf(!isHere(name))(
    `${name} measures, publishes and shows what it measured, or says that it is too old`,
    async () => {
      const words = ['labs/browsers/whole.ts', site.origin, name];
      const { text } = await run(process.execPath, words, { cwd: ROOT, output: 'collect' });
      expect(text).toMatch(
        name === BELOW ? /^c118: [\d.]+: cannot measure: This browser is too old/m : /: whole: http/,
      );
    },
  );
}
