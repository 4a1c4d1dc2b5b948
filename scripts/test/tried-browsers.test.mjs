import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Checkup } from '../../schema/src/checkup/schema.ts';
import { ROOT } from '../lib/paths.mjs';
import { triedBrowsers } from '../lib/tried-browsers.mjs';

const REPORTS = JSON.parse(readFileSync(join(ROOT, 'schema/src/checkup/kept.json'), 'utf8'));

it('README says of browsers what the reports that are kept say', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  expect(readme).toContain(triedBrowsers(REPORTS));
});

it('tells a browser that cannot measure, by system', () => {
  for (const { checkup } of REPORTS) expect(() => Checkup.parse(checkup)).not.toThrow();
  const [first] = REPORTS;
  const windows = { ...first.checkup, client: { ...first.checkup.client, os: { family: 'windows', major: 11 } } };
  const refused = { ...windows, handle: { outcome: 'missing' } };
  expect(triedBrowsers([{ build: 'Chromium', checkup: windows }])).toBe('On Windows 11 Chromium 119 measured.');
  expect(triedBrowsers([{ build: 'Chromium', checkup: refused }])).toBe('On Windows 11 Chromium 119 could not.');
});
