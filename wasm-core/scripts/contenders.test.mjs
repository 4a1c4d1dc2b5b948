import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { CONTENDER_IDS } from '@opfsmark/schema/families/app-storage/contender-ids';
import { LIBRARIES } from '@opfsmark/schema/families/app-storage/contender-ids';
import { describe, expect, it } from 'vitest';
import { TABLE } from './weigh-contenders.mjs';

const { dependencies } = createRequire(import.meta.url)('../package.json');
const libraries = Object.values(LIBRARIES).filter(({ package: name }) => name !== null);
const licenceOf = (name) => createRequire(import.meta.url)(`../../node_modules/${name}/package.json`).license;

describe('what is said of a library', () => {
  it.each(libraries)(
    '$package has the version and the licence of what is bundled',
    ({ package: name, version, licence }) => {
      expect(dependencies[name]).toBe(version);
      // wa-sqlite names none there: its file LICENSE is the MIT licence.
      const statedLicence = licenceOf(name);
      if (statedLicence !== undefined) expect(statedLicence).toBe(licence);
      else {
        const text = readFileSync(new URL(`../../node_modules/${name}/LICENSE`, import.meta.url), 'utf8');
        expect(text.includes('MIT License') ? 'MIT' : 'another').toBe(licence);
      }
    },
  );
});

it('what a contender weighs is known of all that a worker can run', () => {
  const table = JSON.parse(readFileSync(TABLE, 'utf8'));
  expect(Object.keys(table)).toEqual(CONTENDER_IDS.filter((id) => id !== 'local-storage'));
});
